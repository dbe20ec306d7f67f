// Endpoints 6 and 7 for the contract suite: rendering a prompt and running it, and what is refused.
import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import {
  wireCompletion,
  wireModelParametersResponse,
} from "../../../src/generated/wire-validators.js";
import { parameters, promptBody, toolBody } from "./bodies.ts";
import { type Answer, type Client, paths } from "./client.ts";
import type { Row } from "./contract.ts";
import type { Failure } from "./failures.ts";

const { prompts, tools } = paths;
const unknownId = "000000000000000000000000";
const company = { variables: { company: "Acme" } };

const message = (role: string, text: string): JsonObject => ({
  role,
  content: [{ type: "TEXT", text }],
});

/** A prompt with these messages, and the path of its endpoint 6 or 7. */
async function running(
  client: Client,
  messages: readonly JsonObject[],
  end: "" | "/completion" = "",
): Promise<string> {
  const stamped = messages.map((each, index) => ({ promptMessageId: `m${index}`, ...each }));
  const { id } = await client.create(prompts, { ...promptBody(), messages: stamped });
  return `${prompts}/${id}${end}`;
}

/** The native messages for a run of a prompt that says `Hi {{name}}`. */
async function renderedMessages(client: Client, body: JsonObject): Promise<Json> {
  const path = await running(client, [message("user", "Hi {{name}}")]);
  const answer = await client.call("POST", path, body);
  expect([answer.status, wireModelParametersResponse(answer.body)]).toEqual([200, true]);
  return ((answer.body as JsonObject)["parameters"] as JsonObject)["messages"]!;
}

export const runs: readonly Row[] = [
  {
    does: "6: a prompt is rendered in its provider's shape, with variables in place",
    ours: true,
    async run(client) {
      const { id } = await client.create(prompts, promptBody(await client.tool()));
      const answer = await client.call("POST", `${prompts}/${id}`, { ...company, user: "u-1" });
      expect([answer.status, answer.body]).toEqual([
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
    does: "6: the other provider's shape",
    ours: true,
    async run(client) {
      const { id } = await client.create(prompts, {
        name: "Greeter",
        parameters: { ...parameters, provider: "OPENAI", name: "gpt-4.1" },
        messages: [{ promptMessageId: "a", ...message("user", "Hi {{name}}") }],
        tools: [],
      });
      const answer = await client.call("POST", `${prompts}/${id}`, { variables: { name: "Ann" } });
      expect(answer.body).toEqual({
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
    does: "6: appended messages come after the prompt's, rendered too",
    ours: true,
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
    does: "6: overriding messages stand in the place of the prompt's, before the appended ones",
    ours: true,
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
    does: "6: variables of messages that are overridden are not missed, and an empty list overrides",
    ours: true,
    run: async (client) =>
      expect(await renderedMessages(client, { overrideMessages: [] })).toEqual([]),
  },
  {
    does: "6: null is the empty text",
    ours: true,
    run: async (client) =>
      expect(await renderedMessages(client, { variables: { name: null } })).toEqual([
        { role: "user", content: "Hi " },
      ]),
  },
  {
    does: "6: a prompt without placeholders needs nothing",
    async run(client) {
      const path = await running(client, [message("user", "Hi {{}} {{#if}} { {x} }")]);
      const answer = await client.call("POST", path, {});
      expect([answer.status, wireModelParametersResponse(answer.body)]).toEqual([200, true]);
      expect(answer.body).toMatchObject({
        provider: "anthropic",
        parameters: { messages: [{ role: "user", content: "Hi {{}} {{#if}} { {x} }" }] },
      });
    },
  },
  {
    does: "6: rendering changes nothing",
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
    does: "7: a completion answers with the reply and what it took",
    async run(client) {
      const path = await running(client, [message("user", "Say {{word}}.")], "/completion");
      const answer = await client.call("POST", path, { variables: { word: "yes" } });
      expect(answer.status).toBe(200);
      expect(wireCompletion(answer.body)).toBe(true);
      expect(answer.body).toMatchObject({
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-5",
        message: { role: "assistant" },
      });
    },
  },
  {
    does: "7: the echo says the last words of the run",
    ours: true,
    async run(client) {
      const path = await running(client, [message("user", "Hi {{name}}")], "/completion");
      const body = {
        variables: { name: "Ann" },
        appendMessages: [message("user", "Bye {{name}}")],
        user: "u-1",
      };
      const answer = await client.call("POST", path, body);
      // `Hi Ann` and `Bye Ann` are 13 characters, `[echo] Bye Ann` 14.
      expect([answer.status, answer.body]).toEqual([
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

/** Both endpoints refuse alike: each row once at `/{id}` and once at `/{id}/completion`. */
const refusedByBoth = (end: "" | "/completion"): Failure[] => {
  const at = end === "" ? "rendering" : "running";
  const posting =
    (body: Json) =>
    async (client: Client): Promise<Answer> =>
      client.call("POST", await running(client, [message("user", "Hi {{name}}")], end), body);
  const sending =
    (body: string, type = "application/json") =>
    async (client: Client): Promise<Answer> =>
      client.raw("POST", await running(client, [], end), {
        body,
        headers: { "content-type": type },
      });
  return [
    {
      is: `${at} a prompt by an unknown id`,
      status: 404,
      says: /^There is no prompt with id "0{24}"\.$/,
      request: (client) => client.call("POST", `${prompts}/${unknownId}${end}`, {}),
    },
    {
      is: `${at} a prompt by an unknown id, with mistakes too`,
      status: 404,
      ours: true,
      says: /There is no prompt/,
      request: (client) => client.raw("POST", `${prompts}/${unknownId}${end}`, { body: "{" }),
    },
    {
      is: `${at} without the variables, all named at once`,
      status: 400,
      ours: true,
      says: /^These variables have no value: "name", "a", "b c"\.$/,
      request: posting({
        variables: { other: "x" },
        appendMessages: [message("system", "{{a}} {{name}}"), message("assistant", "{{ b c }}")],
      }),
    },
    {
      is: `${at} with a variable that is a number`,
      status: 400,
      says: /^Invalid run body: \/variables\/name must be a string or null\.$/,
      request: posting({ variables: { name: 7 } }),
    },
    {
      is: `${at} with several mistakes at once`,
      status: 400,
      says: /^Invalid run body: \/overrideMessages\/0\/role must be one of assistant, system, tool, user; \/appendMessages\/0\/content is missing; \/user must be a string\.$/,
      request: posting({
        user: 7,
        overrideMessages: [{ role: "robot", content: [] }],
        appendMessages: [{ role: "user" }],
      }),
    },
    {
      is: `${at} with an unknown sort of block`,
      status: 400,
      says: /\/appendMessages\/0\/content\/0\/type must be one of TEXT, IMAGE_BASE64, TOOL_CALL, TOOL_RESULT/,
      request: posting({ appendMessages: [{ role: "user", content: [{ type: "AUDIO" }] }] }),
    },
    {
      is: `${at} with blocks that no provider takes there, all named at once`,
      status: 400,
      ours: true,
      says: /^\/messages\/0\/content\/1: no provider accepts IMAGE_BASE64 in a message of role assistant\. \/appendMessages\/0\/content\/0: no provider accepts TOOL_RESULT in a message of role system\.$/,
      async request(client) {
        const image = { type: "IMAGE_BASE64", imageBase64: "AAAA", mediaType: "image/png" };
        const said = { role: "assistant", content: [{ type: "TEXT", text: "a" }, image] };
        const result = { type: "TOOL_RESULT", toolCallId: "c", result: "r" };
        return client.call("POST", await running(client, [said], end), {
          appendMessages: [{ role: "system", content: [result] }],
        });
      },
    },
    {
      is: `${at} with a list instead of a body`,
      status: 400,
      says: /the body must be an object/,
      request: posting([]),
    },
    {
      is: `${at} with a NUL in a variable`,
      status: 400,
      ours: true,
      says: /\/variables\/name.*NUL/,
      request: posting({ variables: { name: "a\0" } }),
    },
    {
      is: `${at} with broken JSON`,
      status: 400,
      says: /is not JSON/,
      request: sending('{"variables": '),
    },
    {
      is: `${at} with an empty body`,
      status: 400,
      ours: true,
      says: /The body is empty/,
      request: sending(""),
    },
    {
      is: `${at} with a form instead of JSON`,
      status: 400,
      ours: true,
      says: /Content-Type: application\/json/,
      request: sending("user=a", "application/x-www-form-urlencoded"),
    },
  ];
};

export const runFailures: readonly Failure[] = [
  ...refusedByBoth(""),
  ...refusedByBoth("/completion"),
  {
    is: "running what is no prompt",
    status: 404,
    ours: true,
    says: /There is no endpoint at/,
    request: async (client) =>
      client.call("POST", `${tools}/${await client.tool()}/completion`, {}),
  },
  {
    is: "rendering what is no prompt",
    status: 405,
    ours: true,
    says: /POST is not allowed at .*\. Allowed: GET, PUT, DELETE/,
    request: async (client) => client.call("POST", `${tools}/${await client.tool()}`, {}),
  },
  {
    is: "PATCH of a prompt",
    status: 405,
    ours: true,
    says: /PATCH is not allowed at .*\. Allowed: GET, POST, PUT, DELETE/,
    request: async (client) => client.call("PATCH", `${prompts}/${await client.prompt()}`, {}),
  },
  {
    is: "getting a completion",
    status: 405,
    ours: true,
    says: /GET is not allowed at .*\. Allowed: POST\.$/,
    request: async (client) => client.call("GET", `${prompts}/${await client.prompt()}/completion`),
  },
];
