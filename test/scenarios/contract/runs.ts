// Endpoints 6 and 7 of the contract: render and run a prompt, and the requests they reject.
import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import {
  wireCompletion,
  wireModelParametersResponse,
} from "../../../src/generated/wire-validators.js";
import { parameters, promptBody, toolBody } from "./bodies.ts";
import { type ContractResponse, type Client, paths } from "./client.ts";
import type { Row } from "./contract.ts";
import type { Failure } from "./failures.ts";

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
  {
    name: "6: a prompt is rendered in its provider's native format with its variables",
    ownDecision: true,
    async run(client) {
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
  },
  {
    name: "6: a prompt of the other provider is rendered in its native format",
    ownDecision: true,
    async run(client) {
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
    },
  },
  {
    name: "6: appended messages follow the prompt's and are rendered",
    ownDecision: true,
    async run(client) {
      const body = {
        variables: { name: "Ann", extra: "is ignored" },
        appendMessages: [message("assistant", "Yes, {{ name }}?"), message("user", "Bye")],
      };
      expect(await renderedMessages(client, body)).toEqual([
        { role: "user", content: "Hi Ann" },
        { role: "assistant", content: "Yes, Ann?" },
        { role: "user", content: "Bye" },
      ]);
    },
  },
  {
    name: "6: overriding messages replace the prompt's, before the appended ones",
    ownDecision: true,
    async run(client) {
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
  },
  {
    name: "6: variables of overridden messages are not required, also if the override is empty",
    ownDecision: true,
    run: async (client) =>
      expect(await renderedMessages(client, { overrideMessages: [] })).toEqual([]),
  },
  {
    name: "6: null renders as the empty string",
    ownDecision: true,
    run: async (client) =>
      expect(await renderedMessages(client, { variables: { name: null } })).toEqual([
        { role: "user", content: "Hi " },
      ]),
  },
  {
    name: "6: a prompt without placeholders needs no variables",
    async run(client) {
      const path = await createPrompt(client, [message("user", "Hi {{}} {{#if}} { {x} }")]);
      const response = await client.call("POST", path, {});
      expect([response.status, wireModelParametersResponse(response.body)]).toEqual([200, true]);
      expect(response.body).toMatchObject({
        provider: "anthropic",
        parameters: { messages: [{ role: "user", content: "Hi {{}} {{#if}} { {x} }" }] },
      });
    },
  },
  {
    name: "6: rendering does not change the prompt",
    async run(client) {
      const { id } = await client.create(prompts, promptBody());
      const before = (await client.call("GET", `${prompts}/${id}`)).body;
      await client.call("POST", `${prompts}/${id}`, {
        ...company,
        overrideMessages: [message("user", "Other")],
      });
      expect((await client.call("GET", `${prompts}/${id}`)).body).toEqual(before);
    },
  },
  {
    name: "7: a completion contains the reply and its statistics",
    async run(client) {
      const path = await createPrompt(client, [message("user", "Say {{word}}.")], "/completion");
      const response = await client.call("POST", path, { variables: { word: "yes" } });
      expect(response.status).toBe(200);
      expect(wireCompletion(response.body)).toBe(true);
      expect(response.body).toMatchObject({
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-5",
        message: { role: "assistant" },
      });
    },
  },
  {
    name: "7: the echo repeats the last user message",
    ownDecision: true,
    async run(client) {
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
    },
  },
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
    {
      name: `${action} a prompt by an unknown id`,
      status: 404,
      error: /^There is no prompt with id "0{24}"\.$/,
      request: (client) => client.call("POST", `${prompts}/${unknownId}${end}`, {}),
    },
    {
      name: `${action} a prompt by an unknown id with an invalid body`,
      status: 404,
      ownDecision: true,
      error: /There is no prompt/,
      request: (client) => client.raw("POST", `${prompts}/${unknownId}${end}`, { body: "{" }),
    },
    {
      name: `${action} without its variables, which are all named`,
      status: 400,
      ownDecision: true,
      error: /^These variables have no value: "name", "a", "b c"\.$/,
      request: posting({
        variables: { other: "x" },
        appendMessages: [message("system", "{{a}} {{name}}"), message("assistant", "{{ b c }}")],
      }),
    },
    {
      name: `${action} with a variable that is a number`,
      status: 400,
      error: /^Invalid run body: \/variables\/name must be a string or null\.$/,
      request: posting({ variables: { name: 7 } }),
    },
    {
      name: `${action} with several mistakes`,
      status: 400,
      error:
        /^Invalid run body: \/overrideMessages\/0\/role must be one of assistant, system, tool, user; \/appendMessages\/0\/content is missing; \/user must be a string\.$/,
      request: posting({
        user: 7,
        overrideMessages: [{ role: "robot", content: [] }],
        appendMessages: [{ role: "user" }],
      }),
    },
    {
      name: `${action} with an unknown type of block`,
      status: 400,
      error:
        /\/appendMessages\/0\/content\/0\/type must be one of TEXT, IMAGE_BASE64, TOOL_CALL, TOOL_RESULT/,
      request: posting({ appendMessages: [{ role: "user", content: [{ type: "AUDIO" }] }] }),
    },
    {
      name: `${action} with blocks that their role does not allow, which are all named`,
      status: 400,
      ownDecision: true,
      error:
        /^\/messages\/0\/content\/1: no provider accepts IMAGE_BASE64 in a message of role assistant\. \/appendMessages\/0\/content\/0: no provider accepts TOOL_RESULT in a message of role system\.$/,
      async request(client) {
        const image = { type: "IMAGE_BASE64", imageBase64: "AAAA", mediaType: "image/png" };
        const reply = { role: "assistant", content: [{ type: "TEXT", text: "a" }, image] };
        const result = { type: "TOOL_RESULT", toolCallId: "c", result: "r" };
        return client.call("POST", await createPrompt(client, [reply], end), {
          appendMessages: [{ role: "system", content: [result] }],
        });
      },
    },
    {
      name: `${action} with a list instead of a body`,
      status: 400,
      error: /the body must be an object/,
      request: posting([]),
    },
    {
      name: `${action} with a NUL in a variable`,
      status: 400,
      ownDecision: true,
      error: /\/variables\/name.*NUL/,
      request: posting({ variables: { name: "a\0" } }),
    },
    {
      name: `${action} with broken JSON`,
      status: 400,
      error: /is not JSON/,
      request: sending('{"variables": '),
    },
    {
      name: `${action} with an empty body`,
      status: 400,
      ownDecision: true,
      error: /The body is empty/,
      request: sending(""),
    },
    {
      name: `${action} with a form instead of JSON`,
      status: 400,
      ownDecision: true,
      error: /Content-Type: application\/json/,
      request: sending("user=a", "application/x-www-form-urlencoded"),
    },
  ];
};

export const runFailures: readonly Failure[] = [
  ...failuresOfBoth(""),
  ...failuresOfBoth("/completion"),
  {
    name: "run a tool",
    status: 404,
    ownDecision: true,
    error: /There is no endpoint at/,
    request: async (client) =>
      client.call("POST", `${tools}/${await client.tool()}/completion`, {}),
  },
  {
    name: "render a tool",
    status: 405,
    ownDecision: true,
    error: /POST is not allowed at .*\. Allowed: GET, HEAD, PUT, DELETE/,
    request: async (client) => client.call("POST", `${tools}/${await client.tool()}`, {}),
  },
  {
    name: "PATCH of a prompt",
    status: 405,
    ownDecision: true,
    error: /PATCH is not allowed at .*\. Allowed: GET, HEAD, POST, PUT, DELETE/,
    request: async (client) => client.call("PATCH", `${prompts}/${await client.prompt()}`, {}),
  },
  {
    name: "GET of a completion",
    status: 405,
    ownDecision: true,
    error: /GET is not allowed at .*\. Allowed: POST\.$/,
    request: async (client) => client.call("GET", `${prompts}/${await client.prompt()}/completion`),
  },
];
