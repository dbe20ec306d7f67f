// Promise 9: responses of a hostile service, with invalid types, huge sizes, deep nesting and hostile
// ids and keys. The run succeeds or fails with an error message, never with a stack trace.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { CliResult } from "../../cli/fake-host.ts";
import { findUnsafe } from "./oracle.ts";
import {
  type Body,
  jsonResponse,
  readOnlyService,
  prompt,
  remotePrompt,
  errorResponse,
  createFixture,
  tool,
  withMessage,
} from "./fixture.ts";
import { hostileTexts, unstorableTexts } from "./hostile-texts.ts";

/** The response to every request; the exit code is 1 and the command `plan`, unless a case says so. */
type Case = [
  title: string,
  respond: (url: string, init: RequestInit) => Response | Promise<Response>,
  message: RegExp,
  more?: { readonly args?: string[]; readonly code?: number },
];

const emptyService: Fetch = readOnlyService({});
const listResponse =
  (path: string, body: unknown): Case[1] =>
  (url, init) =>
    init.method === "GET" && url.endsWith(path) ? jsonResponse(body) : emptyService(url, init);

const postResponse =
  (respond: () => Response): Case[1] =>
  (url, init) =>
    init.method === "POST"
      ? respond()
      : readOnlyService({ prompts: [remotePrompt("p", "P")] })(url, init);

const nestedLists = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const remoteTool = (parameters: string): string =>
  `[{"id":"t","name":"t0","description":"Does it.","parameters":${parameters}}]`;
const bodyResponse = (text: string): Response => new Response(text);

const cases: readonly Case[] = [
  ["nothing", () => bodyResponse(""), /the response is not a list/],
  ["null", () => bodyResponse("null"), /the response is not a list/],
  ["a number", () => bodyResponse("1e999"), /the response is not a list/],
  ["a list of nulls", () => bodyResponse("[null]"), /a list of objects/],
  ["a list of lists", () => bodyResponse("[[]]"), /a list of objects/],
  [
    "prototypes in place of fields",
    () => bodyResponse('[{"__proto__":{"id":"x","name":"y","tools":[]}}]'),
    /"id" is not a non-empty string/,
  ],
  [
    "an error in the prototype",
    () => new Response('{"__proto__":{"error":"x"}}', { status: 400 }),
    /^Error: 400 from GET \/sdk\/v1\/tools$/m,
  ],
  [
    "an error that is not a string",
    () => new Response('{"error":{"toString":1},"message":[1]}', { status: 400 }),
    /^Error: 400 from GET \/sdk\/v1\/tools$/m,
  ],
  [
    "a status text with a terminal escape",
    () => new Response("{}", { status: 418, statusText: "\x9b31m teapot" }),
    /^Error: 418 from GET \/sdk\/v1\/tools$/m,
  ],
  [
    "invalid JSON with hostile text",
    () => bodyResponse(`[${hostileTexts("controlCharacters", "forgedLines").join("")}`),
    /is not JSON/,
  ],
  [
    "ids and names that are not strings",
    listResponse("/tools", [{ id: 1, name: {}, parameters: null }]),
    /"id" is not a non-empty string/,
  ],
  [
    "invalid references",
    listResponse("/prompts", [remotePrompt("p", "P", { tools: [{ id: null }, "x"] })]),
    /an item of "tools" has no "id"/,
  ],
  [
    "resources with missing fields",
    listResponse("/prompts", [{ id: "p", name: "P", tools: [] }]),
    /Plan: /,
    { code: 0 },
  ],
  [
    "resources with fields of wrong types",
    listResponse("/prompts", [
      remotePrompt("p", "P", { messages: { 0: 1 }, parameters: [[]] }),
      remotePrompt("q", "Q", { messages: [null, 1, { content: 5 }], parameters: "x" }),
    ]),
    /Refused: /,
    { code: 4 },
  ],
  [
    "the same id for two resources",
    listResponse("/prompts", [remotePrompt("p", "P"), remotePrompt("p", "Q")]),
    /for prompt p at \/sdk\/v1\/prompts: the list contains this id twice/,
  ],
  [
    "1,000 nested lists",
    listResponse("/tools", remoteTool(`{"a":${nestedLists(1000)}}`)),
    /Plan: /,
    { code: 0 },
  ],
  [
    "100,000 nested lists",
    listResponse("/tools", remoteTool(`{"a":${nestedLists(100_000)}}`)),
    /./,
  ],
  [
    "130,000 keys",
    listResponse(
      "/tools",
      remoteTool(
        JSON.stringify(Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [i, i]))),
      ),
    ),
    /./,
    { code: 0 },
  ],
  [
    "an error message of 10 MB",
    () => errorResponse("x".repeat(10_000_000)),
    /^Error: 400 from GET \/sdk\/v1\/tools: x+/m,
  ],
  [
    "a body of 10 MB that is not JSON",
    () => bodyResponse("x".repeat(10_000_000)),
    /is not JSON/,
    { args: ["plan", "--retries", "0"] },
  ],
  [
    "an infinite Retry-After",
    () => new Response("{}", { status: 429, headers: { "retry-after": "9".repeat(400) } }),
    /429 from GET/,
  ],
  [
    "a Retry-After that is not a number",
    () => new Response("{}", { status: 429, headers: { "retry-after": "::error::x" } }),
    /waiting: retry 1 of 4 in \d{3} ms \(429\)/,
  ],
  [
    "a redirect to a hostile URL",
    () =>
      new Response(null, { status: 302, headers: { location: "https://x/\x9b31m/::error::y" } }),
    /was redirected to https:\/\/x\/\\u\{9b\}31m/,
  ],
  [
    "a redirect to a javascript: URL",
    () => new Response(null, { status: 301, headers: { location: "javascript:alert(1)" } }),
    /Redirects are not followed/,
  ],
  [
    "a completion without a message",
    postResponse(() => bodyResponse("{}")),
    /./,
    { args: ["run", "P"] },
  ],
  [
    "a rendered prompt that is null",
    postResponse(() => bodyResponse("null")),
    /./,
    { args: ["render", "P"] },
  ],
  [
    "a rendered message without text",
    postResponse(() =>
      jsonResponse({
        provider: "x",
        parameters: { messages: [{ role: "user", content: [{ type: "image" }] }] },
      }),
    ),
    /./,
    { args: ["render", "P"], code: 0 },
  ],
  [
    "a prompt to render without messages",
    listResponse("/prompts", [remotePrompt("p", "P", { messages: null })]),
    /./,
    { args: ["render", "P"] },
  ],
];

async function runCase(...[, respond, , { args = ["plan"] } = {}]: Case): Promise<CliResult> {
  const fetch: Fetch = async (url, init) => respond(url, init);
  await using fixture = createFixture({ "prompts/x.yaml": [prompt("P"), tool("t", 0)] }, fetch);
  return await fixture.run(args);
}

describe("a service that answers with", () => {
  for (const testCase of cases) {
    const [title, , message, { code = 1 } = {}] = testCase;
    it(title, async () => {
      const { code: exitCode, out, err } = await runCase(...testCase);
      expect([exitCode, findUnsafe(out), findUnsafe(err)]).toEqual([code, [], []]);
      if (!message.test(`${out}\n${err}`)) expect.fail(`${out}\n${err}`.slice(0, 500));
    });
  }
});

it("a long error message of the service is truncated", async () => {
  const respond = (): Response => errorResponse("x".repeat(10_000_000));
  const { err } = await runCase("", respond, /./);
  expect(err.length).toBeLessThan(10_000);
});

/** Checks the path of each request with an id: update and delete. */
describe("a resource to update and delete whose id is", () => {
  const path = "/sdk/v1/prompts/";
  const ids: readonly (readonly [string, string])[] = [
    ["a relative path", "a/b/../../c"],
    ["a query", "a?b=c&d"],
    ["a fragment", "a#b"],
    ["an escaped slash", "%2e%2e%2fa"],
    ["a line break and a header", "a\r\nx-evil: 1"],
    ["a URL", "https://evil.example/a"],
    ["a space", " "],
    ["a backslash", "..\\..\\a"],
    ["a color escape", "\x1b[31m"],
    ["an emoji", "👩‍💻"],
    ["100 kB long", "x".repeat(100_000)],
  ];
  it.each(ids)("%s: the id is escaped in the path", async (_, id) => {
    const requests: string[] = [];
    const prompts = [
      remotePrompt(id, "P", { messages: [] }),
      remotePrompt(`${id}2`, "Q", { messages: [] }),
    ];
    const fetch: Fetch = async (url, init) => {
      if (init.method === "GET") return readOnlyService({ prompts })(url, init);
      requests.push(`${init.method} ${url}`);
      return init.method === "PUT"
        ? jsonResponse({ ...prompts[0], ...(JSON.parse(String(init.body)) as object), tools: [] })
        : jsonResponse({ success: true });
    };
    await using fixture = createFixture(
      {
        "promptctl.yaml": [{ scope: ["prompt/Q"] }], // no history
        "prompts/x.yaml": [prompt("P", withMessage("a"))],
      },
      fetch,
    );
    const { code, out, err } = await fixture.run([
      "apply",
      "--auto-approve",
      "--prune",
      "--allow-mass-delete",
    ]);
    expect([findUnsafe(out), findUnsafe(err)]).toEqual([[], []]);
    expect(requests).toEqual([
      `PUT https://prompts.example.com${path}${encodeURIComponent(id)}`,
      `DELETE https://prompts.example.com${path}${encodeURIComponent(`${id}2`)}`,
    ]);
    expect(code).toBe(0);
  });

  for (const [title, id] of [
    ["a dot", "."],
    ["two dots", ".."],
    ["half of a surrogate pair", "a\ud800"],
  ] as const)
    it(`${title}: no request is sent`, async () => {
      const requests: string[] = [];
      const fetch: Fetch = async (url, init) => {
        if (init.method !== "GET") requests.push(url);
        return readOnlyService({ prompts: [remotePrompt(id, "P", { messages: [] })] })(url, init);
      };
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] }, fetch);
      const { code, err } = await fixture.run(["apply", "--auto-approve"]);
      expect([code, requests, err]).toEqual([1, [], expect.stringContaining("is not a valid id")]);
    });
});

it.each(Object.entries(unstorableTexts))(
  "a remote resource whose name has %s is listed",
  async (_, text) => {
    const fetch = readOnlyService({ prompts: [remotePrompt("p", text)] });
    await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] }, fetch);
    const { code, out } = await fixture.run(["plan", "--unmanaged"]);
    expect([code, findUnsafe(out)]).toEqual([0, []]);
  },
);

it("ids of all categories in create responses: apply completes, and the next plan is empty", async () => {
  const texts = hostileTexts("controlCharacters", "lineCommands", "forgedLines", "syntax");
  let created = 0;
  const prompts: Body[] = [];
  const fetch: Fetch = async (url, init) => {
    if (init.method === "GET") return readOnlyService({ prompts })(url, init);
    const body = JSON.parse(String(init.body)) as Body;
    const resource = { ...body, id: `${texts[created++]}`, tools: [] };
    prompts.push(resource);
    return jsonResponse(resource);
  };
  const project = texts.map((_text, index) => prompt(`P${index}`));
  await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
  const applied = await fixture.run(["apply", "--auto-approve"]);
  expect([applied.code, findUnsafe(applied.out), findUnsafe(applied.err)]).toEqual([0, [], []]);
  expect((await fixture.run(["plan"])).out).toContain("No changes.");
});
