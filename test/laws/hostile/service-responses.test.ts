// Answers of a hostile service: forms, sizes, depths, ids and keys. Whatever it says, the program
// ends with a failure in words or does its work; it never ends with a stack.
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
} from "./fixture.ts";
import { hostileTexts, unstorableTexts } from "./hostile-texts.ts";

interface Case {
  readonly title: string;
  /** What every call is answered with. */
  readonly respond: (url: string, init: RequestInit) => Response | Promise<Response>;
  readonly args?: readonly string[];
  readonly code: number;
  readonly message?: RegExp;
}

const emptyService: Fetch = readOnlyService({});
const listResponse =
  (path: string, body: unknown): Case["respond"] =>
  (url, init) =>
    init.method === "GET" && url.endsWith(path) ? jsonResponse(body) : emptyService(url, init);

const nestedLists = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const remoteTool = (parameters: string): string =>
  `[{"id":"t","name":"t0","description":"Does it.","parameters":${parameters}}]`;
const bodyResponse = (text: string): Response => new Response(text);

const cases: readonly Case[] = [
  {
    title: "nothing",
    respond: () => bodyResponse(""),
    code: 1,
    message: /the response is not a list/,
  },
  {
    title: "null",
    respond: () => bodyResponse("null"),
    code: 1,
    message: /the response is not a list/,
  },
  {
    title: "a number",
    respond: () => bodyResponse("1e999"),
    code: 1,
    message: /the response is not a list/,
  },
  {
    title: "a list of nulls",
    respond: () => bodyResponse("[null]"),
    code: 1,
    message: /a list of objects/,
  },
  {
    title: "a list of lists",
    respond: () => bodyResponse("[[]]"),
    code: 1,
    message: /a list of objects/,
  },
  {
    title: "prototypes in place of fields",
    respond: () => bodyResponse('[{"__proto__":{"id":"x","name":"y","tools":[]}}]'),
    code: 1,
    message: /"id" is not a non-empty string/,
  },
  {
    title: "an error in the prototype",
    respond: () => new Response('{"__proto__":{"error":"x"}}', { status: 400 }),
    code: 1,
    message: /^Error: 400 from GET \/sdk\/v1\/tools$/m,
  },
  {
    title: "an error that is no text",
    respond: () => new Response('{"error":{"toString":1},"message":[1]}', { status: 400 }),
    code: 1,
    message: /^Error: 400 from GET \/sdk\/v1\/tools$/m,
  },
  {
    title: "a status text with an escape",
    respond: () => new Response("{}", { status: 418, statusText: "\x9b31m teapot" }),
    code: 1,
    message: /^Error: 418 from GET \/sdk\/v1\/tools$/m,
  },
  {
    title: "JSON that is none, with hostile text",
    respond: () => bodyResponse(`[${hostileTexts("controlCharacters", "forgedLines").join("")}`),
    code: 1,
    message: /is not JSON/,
  },
  {
    title: "ids and names that are no texts",
    respond: listResponse("/tools", [{ id: 1, name: {}, parameters: null }]),
    code: 1,
    message: /"id" is not a non-empty string/,
  },
  {
    title: "references that are none",
    respond: listResponse("/prompts", [remotePrompt("p", "P", { tools: [{ id: null }, "x"] })]),
    code: 1,
    message: /an item of "tools" has no "id"/,
  },
  {
    title: "things without their fields",
    respond: listResponse("/prompts", [{ id: "p", name: "P", tools: [] }]),
    code: 0,
    message: /Plan: /,
  },
  {
    title: "things of other forms",
    respond: listResponse("/prompts", [
      remotePrompt("p", "P", { messages: { 0: 1 }, parameters: [[]] }),
      remotePrompt("q", "Q", { messages: [null, 1, { content: 5 }], parameters: "x" }),
    ]),
    code: 0,
    message: /Refused: /,
  },
  {
    title: "one id for several things",
    respond: listResponse("/prompts", [remotePrompt("p", "P"), remotePrompt("p", "Q")]),
    args: ["plan", "--unmanaged"],
    code: 0,
    message: /Plan: /,
  },
  {
    title: "lists nested by the thousand",
    respond: listResponse("/tools", remoteTool(`{"a":${nestedLists(1000)}}`)),
    code: 0,
    message: /Plan: /,
  },
  {
    title: "lists nested beyond any stack",
    respond: listResponse("/tools", remoteTool(`{"a":${nestedLists(100_000)}}`)),
    code: 1,
  },
  {
    title: "keys by the hundred thousand",
    respond: listResponse(
      "/tools",
      remoteTool(
        JSON.stringify(Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [i, i]))),
      ),
    ),
    code: 0,
  },
  {
    title: "an error of ten megabytes",
    respond: () => errorResponse("x".repeat(10_000_000)),
    code: 1,
    message: /^Error: 400 from GET \/sdk\/v1\/tools: x+/m,
  },
  {
    title: "a body of ten megabytes that is no JSON",
    respond: () => bodyResponse("x".repeat(10_000_000)),
    args: ["plan", "--retries", "0"],
    code: 1,
    message: /is not JSON/,
  },
  {
    title: "a wait without end",
    respond: () => new Response("{}", { status: 429, headers: { "retry-after": "9".repeat(400) } }),
    code: 1,
    message: /429 from GET/,
  },
  {
    title: "a wait that is no number",
    respond: () => new Response("{}", { status: 429, headers: { "retry-after": "::error::x" } }),
    code: 1,
    message: /waiting: retry 1 of 4 in 0\.\d s \(429\)/,
  },
  {
    title: "a redirect to a hostile address",
    respond: () =>
      new Response(null, { status: 302, headers: { location: "https://x/\x9b31m/::error::y" } }),
    code: 1,
    message: /was redirected to https:\/\/x\/\\u\{9b\}31m/,
  },
  {
    title: "a redirect to a script",
    respond: () =>
      new Response(null, { status: 301, headers: { location: "javascript:alert(1)" } }),
    code: 1,
    message: /Redirects are not followed/,
  },
  {
    title: "a completion without a message",
    respond: (url, init) =>
      init.method === "POST"
        ? bodyResponse("{}")
        : readOnlyService({ prompts: [remotePrompt("p", "P")] })(url, init),
    args: ["run", "P"],
    code: 1,
  },
  {
    title: "a rendered prompt that is null",
    respond: (url, init) =>
      init.method === "POST"
        ? bodyResponse("null")
        : readOnlyService({ prompts: [remotePrompt("p", "P")] })(url, init),
    args: ["render", "P"],
    code: 1,
  },
  {
    title: "a rendered message of another form",
    respond: (url, init) =>
      init.method === "POST"
        ? jsonResponse({
            provider: "x",
            parameters: { messages: [{ role: "user", content: [{ type: "image" }] }] },
          })
        : readOnlyService({ prompts: [remotePrompt("p", "P")] })(url, init),
    args: ["render", "P"],
    code: 0,
  },
  {
    title: "a prompt to render whose messages are none",
    respond: listResponse("/prompts", [remotePrompt("p", "P", { messages: null })]),
    args: ["render", "P"],
    code: 1,
  },
];

async function runCase({ respond: answer, args: words = ["plan"] }: Case): Promise<CliResult> {
  const fetch: Fetch = async (url, init) => answer(url, init);
  await using fixture = createFixture({ "prompts/x.yaml": [prompt("P"), tool("t", 0)] }, fetch);
  return await fixture.run(words);
}

describe("a service that answers with", () => {
  for (const each of cases) {
    const { title: what, code, message: says = /./ } = each;
    it(what, async () => {
      const { code: ended, out, err } = await runCase(each);
      expect([ended, findUnsafe(out), findUnsafe(err)]).toEqual([code, [], []]);
      if (!says.test(`${out}\n${err}`)) expect.fail(`${out}\n${err}`.slice(0, 500));
    });
  }
});

it("words of the service are cut", async () => {
  const answer = (): Response => errorResponse("x".repeat(10_000_000));
  const { err } = await runCase({ title: "", respond: answer, code: 1 });
  expect(err.length).toBeLessThan(10_000);
});

/** An id in each call that has one in its path: update, delete, and what is asked for by id. */
describe("a thing to update and delete whose id is", () => {
  const path = "/sdk/v1/prompts/";
  const ids: readonly (readonly [string, string])[] = [
    ["another path", "a/b/../../c"],
    ["a query", "a?b=c&d"],
    ["a fragment", "a#b"],
    ["an escaped slash", "%2e%2e%2fa"],
    ["a line and a header", "a\r\nx-evil: 1"],
    ["an address", "https://evil.example/a"],
    ["a blank", " "],
    ["a backslash", "..\\..\\a"],
    ["a colour", "\x1b[31m"],
    ["an emoji", "👩‍💻"],
    ["one of 100 kB", "x".repeat(100_000)],
  ];
  it.each(ids)("%s, it is called for by its path, escaped", async (_what, id) => {
    const asked: string[] = [];
    const prompts = [
      remotePrompt(id, "P", { messages: [] }),
      remotePrompt(`${id}2`, "Q", { messages: [] }),
    ];
    const fetch: Fetch = async (url, init) => {
      if (init.method === "GET") return readOnlyService({ prompts })(url, init);
      asked.push(`${init.method} ${url}`);
      return init.method === "PUT"
        ? jsonResponse({ ...prompts[0], messages: [] })
        : jsonResponse({ success: true });
    };
    await using fixture = createFixture(
      { "prompts/x.yaml": [prompt("P", { messages: [{ role: "user", content: "a" }] })] },
      fetch,
    );
    const { code, out, err } = await fixture.run([
      "apply",
      "--auto-approve",
      "--prune",
      "--allow-mass-delete",
    ]);
    expect([findUnsafe(out), findUnsafe(err)]).toEqual([[], []]);
    expect(asked).toEqual([
      `PUT https://prompts.example.com${path}${encodeURIComponent(id)}`,
      `DELETE https://prompts.example.com${path}${encodeURIComponent(`${id}2`)}`,
    ]);
    expect(code).toBe(0);
  });

  for (const [what, id] of [
    ["a dot", "."],
    ["two dots", ".."],
    ["half of a pair", "a\ud800"],
  ] as const)
    it(`${what}, it is not called for at all`, async () => {
      const asked: string[] = [];
      const fetch: Fetch = async (url, init) => {
        if (init.method !== "GET") asked.push(url);
        return readOnlyService({ prompts: [remotePrompt(id, "P", { messages: [] })] })(url, init);
      };
      await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] }, fetch);
      const { code, err } = await fixture.run(["apply", "--auto-approve"]);
      expect([code, asked, err]).toEqual([1, [], expect.stringContaining("is not a valid id")]);
    });
});

it.each(Object.entries(unstorableTexts))(
  "a name of the service with %s is listed",
  async (_what, text) => {
    const fetch = readOnlyService({ prompts: [remotePrompt("p", text)] });
    await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] }, fetch);
    const { code, out } = await fixture.run(["plan", "--unmanaged"]);
    expect([code, findUnsafe(out)]).toEqual([0, []]);
  },
);

it("a create is answered with ids of every sort, and all that follows goes on", async () => {
  const texts = hostileTexts("controlCharacters", "lineCommands", "forgedLines", "syntax");
  let made = 0;
  const held: Body[] = [];
  const fetch: Fetch = async (url, init) => {
    if (init.method === "GET") return readOnlyService({ prompts: held })(url, init);
    const body = JSON.parse(String(init.body)) as Body;
    const thing = { ...body, id: `${texts[made++]}`, tools: [] };
    held.push(thing);
    return jsonResponse(thing);
  };
  const project = texts.map((_text, index) => prompt(`P${index}`));
  await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
  const applied = await fixture.run(["apply", "--auto-approve"]);
  expect([applied.code, findUnsafe(applied.out), findUnsafe(applied.err)]).toEqual([0, [], []]);
  expect((await fixture.run(["plan"])).out).toContain("No changes.");
});
