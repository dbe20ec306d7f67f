// What the service refuses: the request, the status, and what the error says.
import type { Json } from "../../../src/engine/model/json.ts";
import { assertions, evaluationBody, parameters, promptBody, toolBody, without } from "./bodies.ts";
import { type Answer, type Client, paths } from "./client.ts";

const { tools, prompts, evaluations } = paths;
const unknownId = "000000000000000000000000";

export interface Failure {
  readonly is: string;
  readonly status: number;
  /** What the sentence must hold, checked where the words are ours. */
  readonly says: RegExp;
  /** The status is a decision of ours. */
  readonly ours?: true;
  request(client: Client): Promise<Answer>;
}

const post =
  (path: string, body: Json) =>
  (client: Client): Promise<Answer> =>
    client.call("POST", path, body);
const rawPost =
  (body: string | Uint8Array, type = "application/json") =>
  (client: Client): Promise<Answer> =>
    client.raw("POST", tools, { body, headers: { "content-type": type } });

const unknown: Failure[] = Object.entries(paths).flatMap(([what, path]) => [
  {
    is: `getting one of the ${what} by an unknown id`,
    status: 404,
    says: /There is no \w+ with id "0{24}"/,
    request: (client: Client) => client.call("GET", `${path}/${unknownId}`),
  },
  {
    is: `deleting one of the ${what} by an unknown id`,
    status: 404,
    says: /There is no \w+ with id "0{24}"/,
    request: (client: Client) => client.call("DELETE", `${path}/${unknownId}`),
  },
]);

const references: Failure[] = [
  {
    is: "updating a prompt by an unknown id",
    status: 404,
    says: /There is no prompt/,
    request: (client) => client.call("PUT", `${prompts}/${unknownId}`, promptBody()),
  },
  {
    is: "updating by an unknown id, with mistakes too",
    status: 404,
    ours: true,
    says: /There is no tool/,
    request: (client) => client.call("PUT", `${tools}/${unknownId}`, {}),
  },
  {
    is: "updating a tool by an unknown id",
    status: 404,
    says: /There is no tool/,
    request: (client) => client.call("PUT", `${tools}/${unknownId}`, toolBody),
  },
  {
    is: "updating an assertion by an unknown id",
    status: 404,
    says: /There is no assertion/,
    request: async (client) =>
      client.call("PUT", `${paths.assertions}/${unknownId}`, {
        evaluationId: await client.evaluation(),
        ...assertions[0]!.written,
      }),
  },
  {
    is: "a prompt with an unknown tool",
    status: 400,
    ours: true,
    says: /\/tools\/1\/toolId refers to tool "0{24}", which does not exist/,
    request: async (client) =>
      client.call("POST", prompts, promptBody(await client.tool(), unknownId)),
  },
  {
    is: "updating a prompt to an unknown tool",
    status: 400,
    ours: true,
    says: /\/tools\/0\/toolId refers to tool "0{24}"/,
    request: async (client) =>
      client.call("PUT", `${prompts}/${await client.prompt()}`, promptBody(unknownId)),
  },
  {
    is: "a prompt whose tool id is a prompt's",
    status: 400,
    ours: true,
    says: /which does not exist/,
    request: async (client) => client.call("POST", prompts, promptBody(await client.prompt())),
  },
  {
    is: "an evaluation of an unknown prompt",
    status: 400,
    ours: true,
    says: /\/promptId refers to prompt "0{24}", which does not exist/,
    request: post(evaluations, evaluationBody(unknownId)),
  },
  {
    is: "an assertion of an unknown evaluation",
    status: 400,
    ours: true,
    says: /\/evaluationId refers to evaluation/,
    request: post(paths.assertions, { evaluationId: unknownId, ...assertions[0]!.written }),
  },
  {
    is: "deleting a tool that a prompt uses",
    status: 409,
    ours: true,
    says: /in use by prompt "Support triage" \(id "\w+"\)/,
    async request(client) {
      const tool = await client.tool();
      await client.prompt(tool);
      return client.call("DELETE", `${tools}/${tool}`);
    },
  },
];

const invalid: Failure[] = [
  {
    is: "a tool name with a space",
    status: 400,
    says: /\/name must match/,
    request: post(tools, { ...toolBody, name: "look up" }),
  },
  {
    is: "an empty tool name",
    status: 400,
    says: /\/name/,
    request: post(tools, { ...toolBody, name: "" }),
  },
  {
    is: "a tool name of 65 letters",
    status: 400,
    says: /\/name/,
    request: post(tools, { ...toolBody, name: "a".repeat(65) }),
  },
  {
    is: "several mistakes at once",
    status: 400,
    says: /^Invalid tool: .*\/parameters is missing.*\/description must be a string/,
    request: post(tools, { name: "a", description: 3 }),
  },
  ...["name", "parameters", "messages", "tools"].map((field): Failure => ({
    is: `a prompt without ${field}`,
    status: 400,
    says: new RegExp(`/${field} is missing`),
    request: post(prompts, without(promptBody(), field)),
  })),
  ...Object.keys(parameters).map((field): Failure => ({
    is: `model parameters without ${field}`,
    status: 400,
    says: new RegExp(`/parameters/${field} is missing`),
    request: post(prompts, { ...promptBody(), parameters: without(parameters, field) }),
  })),
  {
    is: "an unknown provider",
    status: 400,
    says: /\/parameters\/provider must be one of ANTHROPIC, OPENAI/,
    request: post(prompts, { ...promptBody(), parameters: { ...parameters, provider: "ACME" } }),
  },
  {
    is: "a topK of 0",
    status: 400,
    says: /\/parameters\/topK must be 1 or more/,
    request: post(prompts, { ...promptBody(), parameters: { ...parameters, topK: 0 } }),
  },
  {
    is: "a message without promptMessageId",
    status: 400,
    says: /\/messages\/0\/promptMessageId is missing/,
    request: post(prompts, { ...promptBody(), messages: [{ role: "user", content: [] }] }),
  },
  {
    is: "an unknown sort of block",
    status: 400,
    says: /\/messages\/0\/content\/0\/type must be one of TEXT, IMAGE_BASE64, TOOL_CALL, TOOL_RESULT/,
    request: post(prompts, {
      ...promptBody(),
      messages: [{ promptMessageId: "a", role: "user", content: [{ type: "AUDIO" }] }],
    }),
  },
  {
    is: "a weight above 1",
    status: 400,
    says: /\/weight must be 1 or less/,
    request: async (client) =>
      client.call("POST", evaluations, { ...evaluationBody(await client.prompt()), weight: 1.1 }),
  },
  {
    is: "a variable that is a number",
    status: 400,
    says: /\/variables\/age must be a string or null/,
    request: async (client) =>
      client.call("POST", evaluations, {
        ...evaluationBody(await client.prompt()),
        variables: { age: 7 },
      }),
  },
  {
    is: "an unknown type of assertion",
    status: 400,
    says: /\/type must be one of EXACT_MATCH, .*TOOL_CALLED_WITH/,
    request: async (client) =>
      client.call("POST", paths.assertions, {
        evaluationId: await client.evaluation(),
        type: "VIBES",
      }),
  },
  {
    is: "an assertion without its field",
    status: 400,
    says: /\/targetValues is missing/,
    request: async (client) =>
      client.call("POST", paths.assertions, {
        evaluationId: await client.evaluation(),
        type: "CONTAINS_ANY",
      }),
  },
  {
    is: "an update with mistakes",
    status: 400,
    says: /\/name/,
    request: async (client) =>
      client.call("PUT", `${tools}/${await client.tool()}`, { ...toolBody, name: "ä" }),
  },
  {
    is: "a list instead of a body",
    status: 400,
    says: /the body must be an object/,
    request: post(tools, []),
  },
  {
    is: "null instead of a body",
    status: 400,
    says: /the body must be an object/,
    request: post(tools, null),
  },
];

const unreadable: Failure[] = [
  { is: "broken JSON", status: 400, says: /is not JSON/, request: rawPost('{"name": ') },
  { is: "an empty body", status: 400, says: /empty/, request: rawPost("") },
  {
    is: "no body",
    status: 400,
    says: /Content-Type|empty/,
    request: (client) => client.raw("POST", tools),
  },
  {
    is: "a form instead of JSON",
    status: 400,
    ours: true,
    says: /Content-Type: application\/json/,
    request: rawPost("name=a", "application/x-www-form-urlencoded"),
  },
  {
    is: "JSON sent as text",
    status: 400,
    ours: true,
    says: /Content-Type: application\/json/,
    request: rawPost(JSON.stringify(toolBody), "text/plain"),
  },
  {
    is: "a type that only begins like JSON",
    status: 400,
    ours: true,
    says: /Content-Type: application\/json/,
    request: rawPost(JSON.stringify(toolBody), "application/jsonp"),
  },
  {
    is: "bytes that are not UTF-8",
    status: 400,
    ours: true,
    says: /UTF-8/,
    request: rawPost(new Uint8Array([0x7b, 0xff, 0x7d])),
  },
  {
    is: "a NUL in text",
    status: 400,
    ours: true,
    says: /\/description.*NUL/,
    request: post(tools, { ...toolBody, description: "a\0b" }),
  },
  {
    is: "a NUL in a key",
    status: 400,
    ours: true,
    says: /NUL/,
    request: post(tools, { ...toolBody, parameters: { "a\0": 1 } }),
  },
  {
    is: "half a surrogate pair",
    status: 400,
    ours: true,
    says: /\/description.*surrogate/,
    request: rawPost(String.raw`{"name": "a", "description": "\ud83d", "parameters": {}}`),
  },
  {
    is: "a whole number past 2^53",
    status: 400,
    ours: true,
    says: /\/parameters\/big.*2\^53/,
    request: rawPost('{"name": "a", "description": "", "parameters": {"big": 9007199254740993}}'),
  },
  {
    is: "a number too large for JSON",
    status: 400,
    ours: true,
    says: /\/parameters\/big/,
    request: rawPost('{"name": "a", "description": "", "parameters": {"big": 1e400}}'),
  },
  {
    is: "a body nested a hundred thousand levels deep",
    status: 400,
    ours: true,
    says: /levels/,
    request: rawPost(
      `{"name": "a", "description": "", "parameters": {"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    ),
  },
  {
    is: "a body over 16 MiB",
    status: 413,
    ours: true,
    says: /larger than 16777216 bytes/,
    request: post(tools, { ...toolBody, description: "a".repeat(17 * 1024 * 1024) }),
  },
];

const nowhere: Failure[] = [
  {
    is: "an unknown path",
    status: 404,
    says: /no endpoint at \/sdk\/v1\/nothing/,
    request: (client) => client.call("GET", "/sdk/v1/nothing"),
  },
  {
    is: "a path with a slash at the end",
    status: 404,
    ours: true,
    says: /no endpoint at/,
    request: (client) => client.call("GET", `${tools}/`),
  },
  {
    is: "an id with a NUL",
    status: 404,
    ours: true,
    says: /There is no tool/,
    request: async (client) => client.call("GET", `${tools}/${await client.tool()}%00x`),
  },
  {
    is: "deleting by an id with a NUL",
    status: 404,
    ours: true,
    says: /There is no tool/,
    request: async (client) => client.call("DELETE", `${tools}/${await client.tool()}%00x`),
  },
  {
    is: "an id that is broken percent-encoding",
    status: 404,
    ours: true,
    says: /There is no tool/,
    request: (client) => client.call("GET", `${tools}/%E0%A4`),
  },
  {
    is: "an id of another kind",
    status: 404,
    says: /There is no prompt/,
    request: async (client) => client.call("GET", `${prompts}/${await client.tool()}`),
  },
  {
    is: "PUT to a collection",
    status: 405,
    ours: true,
    says: /PUT is not allowed.*GET, POST/,
    request: (client) => client.call("PUT", tools, toolBody),
  },
  {
    is: "PATCH of a tool",
    status: 405,
    ours: true,
    says: /PATCH is not allowed/,
    request: async (client) => client.call("PATCH", `${tools}/${await client.tool()}`, toolBody),
  },
  {
    is: "updating an evaluation, which the interface does not have",
    status: 405,
    ours: true,
    says: /PUT is not allowed.*GET, DELETE/,
    request: async (client) => {
      const prompt = await client.prompt();
      return client.call(
        "PUT",
        `${evaluations}/${await client.evaluation(prompt)}`,
        evaluationBody(prompt),
      );
    },
  },
];

/** Every failure, in groups. */
export const failures: readonly Failure[] = [
  ...unknown,
  ...references,
  ...invalid,
  ...unreadable,
  ...nowhere,
];
