// Requests that the service rejects, with the status and the error message.
import type { Json } from "../../../src/engine/model/json.ts";
import { assertions, evaluationBody, parameters, promptBody, toolBody, without } from "./bodies.ts";
import { type ContractResponse, type Client, paths } from "./client.ts";
import { type Failure, failure, ownFailure } from "./rows.ts";

const { tools, prompts, evaluations } = paths;
const unknownId = "000000000000000000000000";

const post =
  (path: string, body: Json) =>
  (client: Client): Promise<ContractResponse> =>
    client.call("POST", path, body);
const rawPost =
  (body: string | Uint8Array, type = "application/json") =>
  (client: Client): Promise<ContractResponse> =>
    client.raw("POST", tools, { body, headers: { "content-type": type } });

const unknownIds: Failure[] = Object.entries(paths).flatMap(([plural, path]) =>
  ["GET", "DELETE"].map((method) =>
    failure(
      404,
      `${method} one of the ${plural} by an unknown id`,
      /no \w+ with id "0{24}"/,
      (client) => client.call(method, `${path}/${unknownId}`),
    ),
  ),
);

const references: Failure[] = [
  failure(404, "update a prompt by an unknown id", /There is no prompt/, (client) =>
    client.call("PUT", `${prompts}/${unknownId}`, promptBody()),
  ),
  ownFailure(404, "update by an unknown id with an invalid body", /There is no tool/, (client) =>
    client.call("PUT", `${tools}/${unknownId}`, {}),
  ),
  failure(404, "update a tool by an unknown id", /There is no tool/, (client) =>
    client.call("PUT", `${tools}/${unknownId}`, toolBody),
  ),
  failure(404, "update an assertion by an unknown id", /There is no assertion/, async (client) =>
    client.call("PUT", `${paths.assertions}/${unknownId}`, {
      evaluationId: await client.evaluation(),
      ...assertions[0]!.request,
    }),
  ),
  ownFailure(
    400,
    "a prompt with an unknown tool",
    /\/tools\/1\/toolId refers to tool "0{24}", which does not exist/,
    async (client) => client.call("POST", prompts, promptBody(await client.tool(), unknownId)),
  ),
  ownFailure(
    400,
    "update a prompt with an unknown tool",
    /\/tools\/0\/toolId refers to tool "0{24}"/,
    async (client) =>
      client.call("PUT", `${prompts}/${await client.prompt()}`, promptBody(unknownId)),
  ),
  ownFailure(
    400,
    "update a prompt with two tools of one name",
    /\/tools\/1\/toolId refers to a second tool with the name "\w+"\.$/,
    async (client) => {
      const both = promptBody(await client.tool(), await client.tool());
      return client.call("PUT", `${prompts}/${await client.prompt()}`, both);
    },
  ),
  ownFailure(
    400,
    "a prompt that repeats a tool before an unknown one",
    /\/tools\/2\/toolId refers to tool "0{24}", which does not exist/,
    async (client) => {
      const tool = await client.tool();
      return client.call("POST", prompts, promptBody(tool, tool, unknownId));
    },
  ),
  ownFailure(
    400,
    "a prompt whose tool id is the id of a prompt",
    /which does not exist/,
    async (client) => client.call("POST", prompts, promptBody(await client.prompt())),
  ),
  ownFailure(
    400,
    "an evaluation of an unknown prompt",
    /\/promptId refers to prompt "0{24}", which does not exist/,
    post(evaluations, evaluationBody(unknownId)),
  ),
  ownFailure(
    400,
    "an assertion of an unknown evaluation",
    /\/evaluationId refers to evaluation/,
    post(paths.assertions, { evaluationId: unknownId, ...assertions[0]!.request }),
  ),
  ownFailure(
    409,
    "delete a tool that a prompt uses",
    /in use by prompt "Support triage" \(id "\w+"\)/,
    async (client) => {
      const tool = await client.tool();
      await client.prompt(tool);
      return client.call("DELETE", `${tools}/${tool}`);
    },
  ),
];

const invalid: Failure[] = [
  failure(
    400,
    "a tool name with a space",
    /\/name must match/,
    post(tools, { ...toolBody, name: "look up" }),
  ),
  failure(400, "an empty tool name", /\/name/, post(tools, { ...toolBody, name: "" })),
  failure(
    400,
    "a tool name of 65 letters",
    /\/name/,
    post(tools, { ...toolBody, name: "a".repeat(65) }),
  ),
  failure(
    400,
    "several mistakes",
    /^Invalid tool: .*\/parameters is missing.*\/description must be a string/,
    post(tools, { name: "a", description: 3 }),
  ),
  ...["name", "parameters", "messages", "tools"].map((field) =>
    failure(
      400,
      `a prompt without ${field}`,
      new RegExp(`/${field} is missing`),
      post(prompts, without(promptBody(), field)),
    ),
  ),
  ...Object.keys(parameters).map((field) =>
    failure(
      400,
      `model parameters without ${field}`,
      new RegExp(`/parameters/${field} is missing`),
      post(prompts, { ...promptBody(), parameters: without(parameters, field) }),
    ),
  ),
  failure(
    400,
    "an unknown provider",
    /\/parameters\/provider must be one of ANTHROPIC, OPENAI/,
    post(prompts, { ...promptBody(), parameters: { ...parameters, provider: "ACME" } }),
  ),
  failure(
    400,
    "a topK of 0",
    /\/parameters\/topK must be 1 or more/,
    post(prompts, { ...promptBody(), parameters: { ...parameters, topK: 0 } }),
  ),
  failure(
    400,
    "a message without promptMessageId",
    /\/messages\/0\/promptMessageId is missing/,
    post(prompts, { ...promptBody(), messages: [{ role: "user", content: [] }] }),
  ),
  failure(
    400,
    "an unknown type of block",
    /\/messages\/0\/content\/0\/type must be one of TEXT, IMAGE_BASE64, TOOL_CALL, TOOL_RESULT/,
    post(prompts, {
      ...promptBody(),
      messages: [{ promptMessageId: "a", role: "user", content: [{ type: "AUDIO" }] }],
    }),
  ),
  failure(400, "a weight above 1", /\/weight must be 1 or less/, async (client) =>
    client.call("POST", evaluations, { ...evaluationBody(await client.prompt()), weight: 1.1 }),
  ),
  failure(
    400,
    "a variable that is a number",
    /\/variables\/age must be a string or null/,
    async (client) =>
      client.call("POST", evaluations, {
        ...evaluationBody(await client.prompt()),
        variables: { age: 7 },
      }),
  ),
  failure(
    400,
    "an unknown type of assertion",
    /\/type must be one of EXACT_MATCH, .*TOOL_CALLED_WITH/,
    async (client) =>
      client.call("POST", paths.assertions, {
        evaluationId: await client.evaluation(),
        type: "VIBES",
      }),
  ),
  failure(
    400,
    "an assertion without a required field",
    /\/targetValues is missing/,
    async (client) =>
      client.call("POST", paths.assertions, {
        evaluationId: await client.evaluation(),
        type: "CONTAINS_ANY",
      }),
  ),
  failure(400, "an update with an invalid body", /\/name/, async (client) =>
    client.call("PUT", `${tools}/${await client.tool()}`, { ...toolBody, name: "ä" }),
  ),
  failure(400, "a list instead of a body", /the body must be an object/, post(tools, [])),
  failure(400, "null instead of a body", /the body must be an object/, post(tools, null)),
];

const unreadable: Failure[] = [
  failure(400, "broken JSON", /is not JSON/, rawPost('{"name": ')),
  failure(400, "an empty body", /empty/, rawPost("")),
  failure(400, "no body", /Content-Type|empty/, (client) => client.raw("POST", tools)),
  ownFailure(
    400,
    "a form instead of JSON",
    /Content-Type: application\/json/,
    rawPost("name=a", "application/x-www-form-urlencoded"),
  ),
  ownFailure(
    400,
    "JSON with Content-Type text/plain",
    /Content-Type: application\/json/,
    rawPost(JSON.stringify(toolBody), "text/plain"),
  ),
  ownFailure(
    400,
    "a content type that only starts like JSON",
    /Content-Type: application\/json/,
    rawPost(JSON.stringify(toolBody), "application/jsonp"),
  ),
  ownFailure(400, "bytes that are not UTF-8", /UTF-8/, rawPost(new Uint8Array([0x7b, 0xff, 0x7d]))),
  ownFailure(400, "an empty name", /\/name/, post(prompts, { ...promptBody(), name: "" })),
  ownFailure(
    400,
    "a NUL in text",
    /\/description.*NUL/,
    post(tools, { ...toolBody, description: "a\0b" }),
  ),
  ownFailure(400, "a NUL in a key", /NUL/, post(tools, { ...toolBody, parameters: { "a\0": 1 } })),
  ownFailure(
    400,
    "half a surrogate pair",
    /\/description.*surrogate/,
    rawPost(String.raw`{"name": "a", "description": "\ud83d", "parameters": {}}`),
  ),
  ownFailure(
    400,
    "an integer above 2^53",
    /\/parameters\/big.*2\^53/,
    rawPost('{"name": "a", "description": "", "parameters": {"big": 9007199254740993}}'),
  ),
  ownFailure(
    400,
    "a number too large for JSON",
    /\/parameters\/big/,
    rawPost('{"name": "a", "description": "", "parameters": {"big": 1e400}}'),
  ),
  ownFailure(
    400,
    "a body with a hundred thousand levels of nesting",
    /levels/,
    rawPost(
      `{"name": "a", "description": "", "parameters": {"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    ),
  ),
  ownFailure(
    413,
    "a body over 16 MiB",
    /larger than 16777216 bytes/,
    post(tools, { ...toolBody, description: "a".repeat(17 * 1024 * 1024) }),
  ),
];

const routes: Failure[] = [
  failure(404, "an unknown path", /no endpoint at \/sdk\/v1\/nothing/, (client) =>
    client.call("GET", "/sdk/v1/nothing"),
  ),
  ownFailure(404, "a path with a trailing slash", /no endpoint at/, (client) =>
    client.call("GET", `${tools}/`),
  ),
  ownFailure(404, "an id with a NUL", /There is no tool/, async (client) =>
    client.call("GET", `${tools}/${await client.tool()}%00x`),
  ),
  ownFailure(404, "delete by an id with a NUL", /There is no tool/, async (client) =>
    client.call("DELETE", `${tools}/${await client.tool()}%00x`),
  ),
  ownFailure(404, "an id with invalid percent-encoding", /There is no tool/, (client) =>
    client.call("GET", `${tools}/%E0%A4`),
  ),
  failure(404, "an id of another kind", /There is no prompt/, async (client) =>
    client.call("GET", `${prompts}/${await client.tool()}`),
  ),
  ownFailure(405, "PUT to a collection", /PUT is not allowed.*GET, HEAD, POST/, (client) =>
    client.call("PUT", tools, toolBody),
  ),
  ownFailure(405, "PATCH of a tool", /PATCH is not allowed/, async (client) =>
    client.call("PATCH", `${tools}/${await client.tool()}`, toolBody),
  ),
  ownFailure(
    405,
    "update an evaluation, which the interface does not define",
    /PUT is not allowed.*GET, HEAD, DELETE/,
    async (client) => {
      const prompt = await client.prompt();
      return client.call(
        "PUT",
        `${evaluations}/${await client.evaluation(prompt)}`,
        evaluationBody(prompt),
      );
    },
  ),
];

/** All failures. */
export const failures: readonly Failure[] = [
  ...unknownIds,
  ...references,
  ...invalid,
  ...unreadable,
  ...routes,
];
