// Requests that the service rejects, with the status and the error message.
import type { Json } from "../../../src/engine/model/json.ts";
import { assertions, evaluationBody, parameters, promptBody, toolBody, without } from "./bodies.ts";
import { type ContractResponse, type Client, paths } from "./client.ts";

const { tools, prompts, evaluations } = paths;
const unknownId = "000000000000000000000000";

export interface Failure {
  readonly name: string;
  readonly status: number;
  /** Matches the error message; checked only for the embedded service. */
  readonly error: RegExp;
  /** The status is a decision of this project. */
  readonly ownDecision?: true;
  request(client: Client): Promise<ContractResponse>;
}

const post =
  (path: string, body: Json) =>
  (client: Client): Promise<ContractResponse> =>
    client.call("POST", path, body);
const rawPost =
  (body: string | Uint8Array, type = "application/json") =>
  (client: Client): Promise<ContractResponse> =>
    client.raw("POST", tools, { body, headers: { "content-type": type } });

const unknownIds: Failure[] = Object.entries(paths).flatMap(([plural, path]) => [
  {
    name: `get one of the ${plural} by an unknown id`,
    status: 404,
    error: /There is no \w+ with id "0{24}"/,
    request: (client: Client) => client.call("GET", `${path}/${unknownId}`),
  },
  {
    name: `delete one of the ${plural} by an unknown id`,
    status: 404,
    error: /There is no \w+ with id "0{24}"/,
    request: (client: Client) => client.call("DELETE", `${path}/${unknownId}`),
  },
]);

const references: Failure[] = [
  {
    name: "update a prompt by an unknown id",
    status: 404,
    error: /There is no prompt/,
    request: (client) => client.call("PUT", `${prompts}/${unknownId}`, promptBody()),
  },
  {
    name: "update by an unknown id with an invalid body",
    status: 404,
    ownDecision: true,
    error: /There is no tool/,
    request: (client) => client.call("PUT", `${tools}/${unknownId}`, {}),
  },
  {
    name: "update a tool by an unknown id",
    status: 404,
    error: /There is no tool/,
    request: (client) => client.call("PUT", `${tools}/${unknownId}`, toolBody),
  },
  {
    name: "update an assertion by an unknown id",
    status: 404,
    error: /There is no assertion/,
    request: async (client) =>
      client.call("PUT", `${paths.assertions}/${unknownId}`, {
        evaluationId: await client.evaluation(),
        ...assertions[0]!.request,
      }),
  },
  {
    name: "a prompt with an unknown tool",
    status: 400,
    ownDecision: true,
    error: /\/tools\/1\/toolId refers to tool "0{24}", which does not exist/,
    request: async (client) =>
      client.call("POST", prompts, promptBody(await client.tool(), unknownId)),
  },
  {
    name: "update a prompt with an unknown tool",
    status: 400,
    ownDecision: true,
    error: /\/tools\/0\/toolId refers to tool "0{24}"/,
    request: async (client) =>
      client.call("PUT", `${prompts}/${await client.prompt()}`, promptBody(unknownId)),
  },
  {
    name: "update a prompt with two tools of one name",
    status: 400,
    ownDecision: true,
    error: /\/tools\/1\/toolId refers to a second tool with the name "\w+"\.$/,
    async request(client) {
      const both = promptBody(await client.tool(), await client.tool());
      return client.call("PUT", `${prompts}/${await client.prompt()}`, both);
    },
  },
  {
    name: "a prompt that repeats a tool before an unknown one",
    status: 400,
    ownDecision: true,
    error: /\/tools\/2\/toolId refers to tool "0{24}", which does not exist/,
    async request(client) {
      const tool = await client.tool();
      return client.call("POST", prompts, promptBody(tool, tool, unknownId));
    },
  },
  {
    name: "a prompt whose tool id is the id of a prompt",
    status: 400,
    ownDecision: true,
    error: /which does not exist/,
    request: async (client) => client.call("POST", prompts, promptBody(await client.prompt())),
  },
  {
    name: "an evaluation of an unknown prompt",
    status: 400,
    ownDecision: true,
    error: /\/promptId refers to prompt "0{24}", which does not exist/,
    request: post(evaluations, evaluationBody(unknownId)),
  },
  {
    name: "an assertion of an unknown evaluation",
    status: 400,
    ownDecision: true,
    error: /\/evaluationId refers to evaluation/,
    request: post(paths.assertions, { evaluationId: unknownId, ...assertions[0]!.request }),
  },
  {
    name: "delete a tool that a prompt uses",
    status: 409,
    ownDecision: true,
    error: /in use by prompt "Support triage" \(id "\w+"\)/,
    async request(client) {
      const tool = await client.tool();
      await client.prompt(tool);
      return client.call("DELETE", `${tools}/${tool}`);
    },
  },
];

const invalid: Failure[] = [
  {
    name: "a tool name with a space",
    status: 400,
    error: /\/name must match/,
    request: post(tools, { ...toolBody, name: "look up" }),
  },
  {
    name: "an empty tool name",
    status: 400,
    error: /\/name/,
    request: post(tools, { ...toolBody, name: "" }),
  },
  {
    name: "a tool name of 65 letters",
    status: 400,
    error: /\/name/,
    request: post(tools, { ...toolBody, name: "a".repeat(65) }),
  },
  {
    name: "several mistakes",
    status: 400,
    error: /^Invalid tool: .*\/parameters is missing.*\/description must be a string/,
    request: post(tools, { name: "a", description: 3 }),
  },
  ...["name", "parameters", "messages", "tools"].map((field): Failure => ({
    name: `a prompt without ${field}`,
    status: 400,
    error: new RegExp(`/${field} is missing`),
    request: post(prompts, without(promptBody(), field)),
  })),
  ...Object.keys(parameters).map((field): Failure => ({
    name: `model parameters without ${field}`,
    status: 400,
    error: new RegExp(`/parameters/${field} is missing`),
    request: post(prompts, { ...promptBody(), parameters: without(parameters, field) }),
  })),
  {
    name: "an unknown provider",
    status: 400,
    error: /\/parameters\/provider must be one of ANTHROPIC, OPENAI/,
    request: post(prompts, { ...promptBody(), parameters: { ...parameters, provider: "ACME" } }),
  },
  {
    name: "a topK of 0",
    status: 400,
    error: /\/parameters\/topK must be 1 or more/,
    request: post(prompts, { ...promptBody(), parameters: { ...parameters, topK: 0 } }),
  },
  {
    name: "a message without promptMessageId",
    status: 400,
    error: /\/messages\/0\/promptMessageId is missing/,
    request: post(prompts, { ...promptBody(), messages: [{ role: "user", content: [] }] }),
  },
  {
    name: "an unknown type of block",
    status: 400,
    error:
      /\/messages\/0\/content\/0\/type must be one of TEXT, IMAGE_BASE64, TOOL_CALL, TOOL_RESULT/,
    request: post(prompts, {
      ...promptBody(),
      messages: [{ promptMessageId: "a", role: "user", content: [{ type: "AUDIO" }] }],
    }),
  },
  {
    name: "a weight above 1",
    status: 400,
    error: /\/weight must be 1 or less/,
    request: async (client) =>
      client.call("POST", evaluations, { ...evaluationBody(await client.prompt()), weight: 1.1 }),
  },
  {
    name: "a variable that is a number",
    status: 400,
    error: /\/variables\/age must be a string or null/,
    request: async (client) =>
      client.call("POST", evaluations, {
        ...evaluationBody(await client.prompt()),
        variables: { age: 7 },
      }),
  },
  {
    name: "an unknown type of assertion",
    status: 400,
    error: /\/type must be one of EXACT_MATCH, .*TOOL_CALLED_WITH/,
    request: async (client) =>
      client.call("POST", paths.assertions, {
        evaluationId: await client.evaluation(),
        type: "VIBES",
      }),
  },
  {
    name: "an assertion without a required field",
    status: 400,
    error: /\/targetValues is missing/,
    request: async (client) =>
      client.call("POST", paths.assertions, {
        evaluationId: await client.evaluation(),
        type: "CONTAINS_ANY",
      }),
  },
  {
    name: "an update with an invalid body",
    status: 400,
    error: /\/name/,
    request: async (client) =>
      client.call("PUT", `${tools}/${await client.tool()}`, { ...toolBody, name: "ä" }),
  },
  {
    name: "a list instead of a body",
    status: 400,
    error: /the body must be an object/,
    request: post(tools, []),
  },
  {
    name: "null instead of a body",
    status: 400,
    error: /the body must be an object/,
    request: post(tools, null),
  },
];

const unreadable: Failure[] = [
  { name: "broken JSON", status: 400, error: /is not JSON/, request: rawPost('{"name": ') },
  { name: "an empty body", status: 400, error: /empty/, request: rawPost("") },
  {
    name: "no body",
    status: 400,
    error: /Content-Type|empty/,
    request: (client) => client.raw("POST", tools),
  },
  {
    name: "a form instead of JSON",
    status: 400,
    ownDecision: true,
    error: /Content-Type: application\/json/,
    request: rawPost("name=a", "application/x-www-form-urlencoded"),
  },
  {
    name: "JSON with Content-Type text/plain",
    status: 400,
    ownDecision: true,
    error: /Content-Type: application\/json/,
    request: rawPost(JSON.stringify(toolBody), "text/plain"),
  },
  {
    name: "a content type that only starts like JSON",
    status: 400,
    ownDecision: true,
    error: /Content-Type: application\/json/,
    request: rawPost(JSON.stringify(toolBody), "application/jsonp"),
  },
  {
    name: "bytes that are not UTF-8",
    status: 400,
    ownDecision: true,
    error: /UTF-8/,
    request: rawPost(new Uint8Array([0x7b, 0xff, 0x7d])),
  },
  {
    name: "a NUL in text",
    status: 400,
    ownDecision: true,
    error: /\/description.*NUL/,
    request: post(tools, { ...toolBody, description: "a\0b" }),
  },
  {
    name: "a NUL in a key",
    status: 400,
    ownDecision: true,
    error: /NUL/,
    request: post(tools, { ...toolBody, parameters: { "a\0": 1 } }),
  },
  {
    name: "half a surrogate pair",
    status: 400,
    ownDecision: true,
    error: /\/description.*surrogate/,
    request: rawPost(String.raw`{"name": "a", "description": "\ud83d", "parameters": {}}`),
  },
  {
    name: "an integer above 2^53",
    status: 400,
    ownDecision: true,
    error: /\/parameters\/big.*2\^53/,
    request: rawPost('{"name": "a", "description": "", "parameters": {"big": 9007199254740993}}'),
  },
  {
    name: "a number too large for JSON",
    status: 400,
    ownDecision: true,
    error: /\/parameters\/big/,
    request: rawPost('{"name": "a", "description": "", "parameters": {"big": 1e400}}'),
  },
  {
    name: "a body with a hundred thousand levels of nesting",
    status: 400,
    ownDecision: true,
    error: /levels/,
    request: rawPost(
      `{"name": "a", "description": "", "parameters": {"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    ),
  },
  {
    name: "a body over 16 MiB",
    status: 413,
    ownDecision: true,
    error: /larger than 16777216 bytes/,
    request: post(tools, { ...toolBody, description: "a".repeat(17 * 1024 * 1024) }),
  },
];

const routes: Failure[] = [
  {
    name: "an unknown path",
    status: 404,
    error: /no endpoint at \/sdk\/v1\/nothing/,
    request: (client) => client.call("GET", "/sdk/v1/nothing"),
  },
  {
    name: "a path with a trailing slash",
    status: 404,
    ownDecision: true,
    error: /no endpoint at/,
    request: (client) => client.call("GET", `${tools}/`),
  },
  {
    name: "an id with a NUL",
    status: 404,
    ownDecision: true,
    error: /There is no tool/,
    request: async (client) => client.call("GET", `${tools}/${await client.tool()}%00x`),
  },
  {
    name: "delete by an id with a NUL",
    status: 404,
    ownDecision: true,
    error: /There is no tool/,
    request: async (client) => client.call("DELETE", `${tools}/${await client.tool()}%00x`),
  },
  {
    name: "an id with invalid percent-encoding",
    status: 404,
    ownDecision: true,
    error: /There is no tool/,
    request: (client) => client.call("GET", `${tools}/%E0%A4`),
  },
  {
    name: "an id of another kind",
    status: 404,
    error: /There is no prompt/,
    request: async (client) => client.call("GET", `${prompts}/${await client.tool()}`),
  },
  {
    name: "PUT to a collection",
    status: 405,
    ownDecision: true,
    error: /PUT is not allowed.*GET, HEAD, POST/,
    request: (client) => client.call("PUT", tools, toolBody),
  },
  {
    name: "PATCH of a tool",
    status: 405,
    ownDecision: true,
    error: /PATCH is not allowed/,
    request: async (client) => client.call("PATCH", `${tools}/${await client.tool()}`, toolBody),
  },
  {
    name: "update an evaluation, which the interface does not define",
    status: 405,
    ownDecision: true,
    error: /PUT is not allowed.*GET, HEAD, DELETE/,
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

/** All failures. */
export const failures: readonly Failure[] = [
  ...unknownIds,
  ...references,
  ...invalid,
  ...unreadable,
  ...routes,
];
