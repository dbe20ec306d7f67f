// Endpoints 6 and 7 of the contract: render and run a prompt, and the requests they reject.
import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import {
  wireCompletion,
  wireModelParametersResponse,
} from "../../../src/generated/wire-validators.js";
import { parameters, promptBody, toolBody } from "./bodies.ts";
import { type ContractResponse, type Client, paths } from "./client.ts";
import { type Failure, failure, ownFailure, ownRow, row, type Row } from "./rows.ts";

const { prompts, tools } = paths;
const unknownId = "000000000000000000000000";
const company = { variables: { company: "Acme" } };

const message = (role: string, text: string): JsonObject => ({
  role,
  content: [{ type: "TEXT", text }],
});

/** Creates a prompt with these messages and returns the path of its endpoint 6 or 7. */
async function createPrompt(
  client: Client,
  messages: readonly JsonObject[],
  end: "" | "/completion" = "",
): Promise<string> {
  const stamped = messages.map((item, index) => ({ promptMessageId: `m${index}`, ...item }));
  const { id } = await client.create(prompts, { ...promptBody(), messages: stamped });
  return `${prompts}/${id}${end}`;
}

/** The native messages of the prompt `Hi {{name}}`, rendered with this body. */
async function renderedMessages(client: Client, body: JsonObject): Promise<Json> {
  const path = await createPrompt(client, [message("user", "Hi {{name}}")]);
  const response = await client.call("POST", path, body);
  expect([response.status, wireModelParametersResponse(response.body)]).toEqual([200, true]);
  return ((response.body as JsonObject)["parameters"] as JsonObject)["messages"]!;
}

export const runs: readonly Row[] = [
  ownRow(
    "6: a prompt is rendered in its provider's native format with its variables",
    async (client) => {
      const { id } = await client.create(prompts, promptBody(await client.tool()));
      const response = await client.call("POST", `${prompts}/${id}`, { ...company, user: "u-1" });
      expect([response.status, response.body]).toEqual([
        200,
        {
          provider: "anthropic",
          name: "claude-sonnet-4-5",
          parameters: {
            model: "claude-sonnet-4-5",
            max_tokens: 1024,
            temperature: 0.2,
            system: "You triage tickets for Acme.\n",
            messages: [
              {
                role: "user",
                content: [
                  { type: "text", text: "Ünïcode 😀\u202e" },
                  {
                    type: "image",
                    source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
                  },
                ],
              },
              {
                role: "assistant",
                content: [
                  {
                    type: "tool_use",
                    id: "call_1",
                    name: "lookup_order",
                    input: { INVALID_JSON: '{"orderNumber": 7' },
                  },
                ],
              },
              { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1" }] },
            ],
            tools: [
              {
                name: "lookup_order",
                description: toolBody["description"],
                input_schema: toolBody["parameters"],
              },
            ],
            metadata: { user_id: "u-1" },
          },
        },
      ]);
    },
  ),
  ownRow("6: a prompt of the other provider is rendered in its native format", async (client) => {
    const { id } = await client.create(prompts, {
      name: "Greeter",
      parameters: { ...parameters, provider: "OPENAI", name: "gpt-4.1" },
      messages: [{ promptMessageId: "a", ...message("user", "Hi {{name}}") }],
      tools: [],
    });
    const response = await client.call("POST", `${prompts}/${id}`, {
      variables: { name: "Ann" },
    });
    expect(response.body).toEqual({
      provider: "openai",
      name: "gpt-4.1",
      parameters: {
        model: "gpt-4.1",
        max_completion_tokens: 1024,
        temperature: 0.2,
        messages: [{ role: "user", content: "Hi Ann" }],
      },
    });
  }),
  ownRow("6: appended messages follow the prompt's and are rendered", async (client) => {
    const body = {
      variables: { name: "Ann", extra: "is ignored" },
      appendMessages: [message("assistant", "Yes, {{ name }}?"), message("user", "Bye")],
    };
    expect(await renderedMessages(client, body)).toEqual([
      { role: "user", content: "Hi Ann" },
      { role: "assistant", content: "Yes, Ann?" },
      { role: "user", content: "Bye" },
    ]);
  }),
  ownRow(
    "6: overriding messages replace the prompt's, before the appended ones",
    async (client) => {
      const body = {
        variables: { name: "{{other}}", other: "never seen" },
        overrideMessages: [message("user", "Hey {{name}}")],
        appendMessages: [message("user", "Bye")],
      };
      expect(await renderedMessages(client, body)).toEqual([
        { role: "user", content: "Hey {{other}}" },
        { role: "user", content: "Bye" },
      ]);
    },
  ),
  ownRow(
    "6: variables of overridden messages are not required, also if the override is empty",
    async (client) => expect(await renderedMessages(client, { overrideMessages: [] })).toEqual([]),
  ),
  ownRow("6: null renders as the empty string", async (client) =>
    expect(await renderedMessages(client, { variables: { name: null } })).toEqual([
      { role: "user", content: "Hi " },
    ]),
  ),
  row("6: a prompt without placeholders needs no variables", async (client) => {
    const path = await createPrompt(client, [message("user", "Hi {{}} {{#if}} { {x} }")]);
    const response = await client.call("POST", path, {});
    expect([response.status, wireModelParametersResponse(response.body)]).toEqual([200, true]);
    expect(response.body).toMatchObject({
      provider: "anthropic",
      parameters: { messages: [{ role: "user", content: "Hi {{}} {{#if}} { {x} }" }] },
    });
  }),
  ownRow("6: a prompt for another API of its provider says which", async (client) => {
    const options = { api: "responses" };
    const { id } = await client.create(prompts, {
      ...promptBody(),
      messages: [{ promptMessageId: "m", ...message("user", "Hi") }],
      parameters: { ...parameters, provider: "OPENAI", name: "gpt-5-pro", options },
    });
    const { body } = await client.call("POST", `${prompts}/${id}`, {});
    expect(wireModelParametersResponse(body)).toBe(true);
    expect(body).toMatchObject({
      provider: "openai",
      api: "responses",
      name: "gpt-5-pro",
      parameters: { input: [{ role: "user", content: "Hi" }], store: false },
    });
  }),
  row("6: rendering does not change the prompt", async (client) => {
    const { id } = await client.create(prompts, promptBody());
    const before = (await client.call("GET", `${prompts}/${id}`)).body;
    await client.call("POST", `${prompts}/${id}`, {
      ...company,
      overrideMessages: [message("user", "Other")],
    });
    expect((await client.call("GET", `${prompts}/${id}`)).body).toEqual(before);
  }),
  row("7: a completion contains the reply and its statistics", async (client) => {
    const path = await createPrompt(client, [message("user", "Say {{word}}.")], "/completion");
    const response = await client.call("POST", path, { variables: { word: "yes" } });
    expect(response.status).toBe(200);
    expect(wireCompletion(response.body)).toBe(true);
    expect(response.body).toMatchObject({
      provider: "ANTHROPIC",
      name: "claude-sonnet-4-5",
      message: { role: "assistant" },
    });
  }),
  ownRow("7: the echo repeats the last user message", async (client) => {
    const path = await createPrompt(client, [message("user", "Hi {{name}}")], "/completion");
    const body = {
      variables: { name: "Ann" },
      appendMessages: [message("user", "Bye {{name}}")],
      user: "u-1",
    };
    const response = await client.call("POST", path, body);
    // `Hi Ann` and `Bye Ann` are 13 characters, `[echo] Bye Ann` 14.
    expect([response.status, response.body]).toEqual([
      200,
      {
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-5",
        stats: { inputTokenCount: 4, outputTokenCount: 4, latency: 0, cost: 0 },
        message: message("assistant", "[echo] Bye Ann"),
      },
    ]);
  }),
];

/** Failures of both endpoints: each row runs at `/{id}` and at `/{id}/completion`. */
const failuresOfBoth = (end: "" | "/completion"): Failure[] => {
  const action = end === "" ? "render" : "run";
  const posting =
    (body: Json) =>
    async (client: Client): Promise<ContractResponse> =>
      client.call("POST", await createPrompt(client, [message("user", "Hi {{name}}")], end), body);
  const sending =
    (body: string, type = "application/json") =>
    async (client: Client): Promise<ContractResponse> =>
      client.raw("POST", await createPrompt(client, [], end), {
        body,
        headers: { "content-type": type },
      });
  return [
    failure(
      404,
      `${action} a prompt by an unknown id`,
      /^There is no prompt with id "0{24}"\.$/,
      (client) => client.call("POST", `${prompts}/${unknownId}${end}`, {}),
    ),
    ownFailure(
      404,
      `${action} a prompt by an unknown id with an invalid body`,
      /There is no prompt/,
      (client) => client.raw("POST", `${prompts}/${unknownId}${end}`, { body: "{" }),
    ),
    ownFailure(
      400,
      `${action} without its variables, which are all named`,
      /^These variables have no value: "name", "a", "b c"\.$/,
      posting({
        variables: { other: "x" },
        appendMessages: [message("system", "{{a}} {{name}}"), message("assistant", "{{ b c }}")],
      }),
    ),
    failure(
      400,
      `${action} with a variable that is a number`,
      /^Invalid run body: \/variables\/name must be a string or null\.$/,
      posting({ variables: { name: 7 } }),
    ),
    failure(
      400,
      `${action} with several mistakes`,
      /^Invalid run body: \/overrideMessages\/0\/role must be one of assistant, system, tool, user; \/appendMessages\/0\/content is missing; \/user must be a string\.$/,
      posting({
        user: 7,
        overrideMessages: [{ role: "robot", content: [] }],
        appendMessages: [{ role: "user" }],
      }),
    ),
    failure(
      400,
      `${action} with an unknown type of block`,
      /\/appendMessages\/0\/content\/0\/type must be one of TEXT, IMAGE_BASE64, TOOL_CALL, TOOL_RESULT/,
      posting({ appendMessages: [{ role: "user", content: [{ type: "AUDIO" }] }] }),
    ),
    ownFailure(
      400,
      `${action} with blocks that their role does not allow, which are all named`,
      /^\/messages\/0\/content\/1: no provider accepts IMAGE_BASE64 in a message of role assistant\. \/appendMessages\/0\/content\/0: no provider accepts TOOL_RESULT in a message of role system\.$/,
      async (client) => {
        const image = { type: "IMAGE_BASE64", imageBase64: "AAAA", mediaType: "image/png" };
        const reply = { role: "assistant", content: [{ type: "TEXT", text: "a" }, image] };
        const result = { type: "TOOL_RESULT", toolCallId: "c", result: "r" };
        return client.call("POST", await createPrompt(client, [reply], end), {
          appendMessages: [{ role: "system", content: [result] }],
        });
      },
    ),
    failure(
      400,
      `${action} with a list instead of a body`,
      /the body must be an object/,
      posting([]),
    ),
    ownFailure(
      400,
      `${action} with a NUL in a variable`,
      /\/variables\/name.*NUL/,
      posting({ variables: { name: "a\0" } }),
    ),
    failure(400, `${action} with broken JSON`, /is not JSON/, sending('{"variables": ')),
    ownFailure(400, `${action} with an empty body`, /The body is empty/, sending("")),
    ownFailure(
      400,
      `${action} with a form instead of JSON`,
      /Content-Type: application\/json/,
      sending("user=a", "application/x-www-form-urlencoded"),
    ),
  ];
};

export const runFailures: readonly Failure[] = [
  ...failuresOfBoth(""),
  ...failuresOfBoth("/completion"),
  ownFailure(404, "run a tool", /There is no endpoint at/, async (client) =>
    client.call("POST", `${tools}/${await client.tool()}/completion`, {}),
  ),
  ownFailure(
    405,
    "render a tool",
    /POST is not allowed at .*\. Allowed: GET, HEAD, PUT, DELETE/,
    async (client) => client.call("POST", `${tools}/${await client.tool()}`, {}),
  ),
  ownFailure(
    405,
    "PATCH of a prompt",
    /PATCH is not allowed at .*\. Allowed: GET, HEAD, POST, PUT, DELETE/,
    async (client) => client.call("PATCH", `${prompts}/${await client.prompt()}`, {}),
  ),
  ownFailure(
    405,
    "GET of a completion",
    /GET is not allowed at .*\. Allowed: POST\.$/,
    async (client) => client.call("GET", `${prompts}/${await client.prompt()}/completion`),
  ),
];
