// Answers of a hostile service: forms, sizes, depths, ids and keys. Whatever it says, the program
// ends with a failure in words or does its work; it never ends with a stack.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { CliResult } from "../../cli/fake-host.ts";
import { flaws } from "./oracle.ts";
import {
  type Body,
  json,
  listing,
  prompt,
  remotePrompt,
  saysNo,
  sceneOf,
  tool,
} from "./fixture.ts";
import { textsOf, unholdable } from "./texts.ts";

/** Declares these tests. */
export function answersTests(): void {
  interface Case {
    readonly what: string;
    /** What every call is answered with. */
    readonly answer: (url: string, init: RequestInit) => Response | Promise<Response>;
    readonly words?: readonly string[];
    readonly code: number;
    readonly says?: RegExp;
  }

  const reading: Fetch = listing({});
  const lists =
    (path: string, body: unknown): Case["answer"] =>
    (url, init) =>
      init.method === "GET" && url.endsWith(path) ? json(body) : reading(url, init);

  const deep = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
  const remoteTool = (parameters: string): string =>
    `[{"id":"t","name":"t0","description":"Does it.","parameters":${parameters}}]`;
  const shape = (text: string): Response => new Response(text);

  const cases: readonly Case[] = [
    { what: "nothing", answer: () => shape(""), code: 1, says: /the response is not a list/ },
    { what: "null", answer: () => shape("null"), code: 1, says: /the response is not a list/ },
    { what: "a number", answer: () => shape("1e999"), code: 1, says: /the response is not a list/ },
    { what: "a list of nulls", answer: () => shape("[null]"), code: 1, says: /a list of objects/ },
    { what: "a list of lists", answer: () => shape("[[]]"), code: 1, says: /a list of objects/ },
    {
      what: "prototypes in place of fields",
      answer: () => shape('[{"__proto__":{"id":"x","name":"y","tools":[]}}]'),
      code: 1,
      says: /"id" is not a non-empty string/,
    },
    {
      what: "an error in the prototype",
      answer: () => new Response('{"__proto__":{"error":"x"}}', { status: 400 }),
      code: 1,
      says: /^Error: 400 from GET \/sdk\/v1\/tools$/m,
    },
    {
      what: "an error that is no text",
      answer: () => new Response('{"error":{"toString":1},"message":[1]}', { status: 400 }),
      code: 1,
      says: /^Error: 400 from GET \/sdk\/v1\/tools$/m,
    },
    {
      what: "a status text with an escape",
      answer: () => new Response("{}", { status: 418, statusText: "\x9b31m teapot" }),
      code: 1,
      says: /^Error: 418 from GET \/sdk\/v1\/tools$/m,
    },
    {
      what: "JSON that is none, with hostile text",
      answer: () => shape(`[${textsOf("characters", "forgeries").join("")}`),
      code: 1,
      says: /is not JSON/,
    },
    {
      what: "ids and names that are no texts",
      answer: lists("/tools", [{ id: 1, name: {}, parameters: null }]),
      code: 1,
      says: /"id" is not a non-empty string/,
    },
    {
      what: "references that are none",
      answer: lists("/prompts", [remotePrompt("p", "P", { tools: [{ id: null }, "x"] })]),
      code: 1,
      says: /an item of "tools" has no "id"/,
    },
    {
      what: "things without their fields",
      answer: lists("/prompts", [{ id: "p", name: "P", tools: [] }]),
      code: 0,
      says: /Plan: /,
    },
    {
      what: "things of other forms",
      answer: lists("/prompts", [
        remotePrompt("p", "P", { messages: { 0: 1 }, parameters: [[]] }),
        remotePrompt("q", "Q", { messages: [null, 1, { content: 5 }], parameters: "x" }),
      ]),
      code: 0,
      says: /Refused: /,
    },
    {
      what: "one id for several things",
      answer: lists("/prompts", [remotePrompt("p", "P"), remotePrompt("p", "Q")]),
      words: ["plan", "--unmanaged"],
      code: 0,
      says: /Plan: /,
    },
    {
      what: "lists nested by the thousand",
      answer: lists("/tools", remoteTool(`{"a":${deep(1000)}}`)),
      code: 0,
      says: /Plan: /,
    },
    {
      what: "lists nested beyond any stack",
      answer: lists("/tools", remoteTool(`{"a":${deep(100_000)}}`)),
      code: 1,
    },
    {
      what: "keys by the hundred thousand",
      answer: lists(
        "/tools",
        remoteTool(
          JSON.stringify(Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [i, i]))),
        ),
      ),
      code: 0,
    },
    {
      what: "an error of ten megabytes",
      answer: () => saysNo("x".repeat(10_000_000)),
      code: 1,
      says: /^Error: 400 from GET \/sdk\/v1\/tools: x+/m,
    },
    {
      what: "a body of ten megabytes that is no JSON",
      answer: () => shape("x".repeat(10_000_000)),
      words: ["plan", "--retries", "0"],
      code: 1,
      says: /is not JSON/,
    },
    {
      what: "a wait without end",
      answer: () =>
        new Response("{}", { status: 429, headers: { "retry-after": "9".repeat(400) } }),
      code: 1,
      says: /429 from GET/,
    },
    {
      what: "a wait that is no number",
      answer: () => new Response("{}", { status: 429, headers: { "retry-after": "::error::x" } }),
      code: 1,
      says: /waiting: retry 1 of 4 in 0\.\d s \(429\)/,
    },
    {
      what: "a redirect to a hostile address",
      answer: () =>
        new Response(null, { status: 302, headers: { location: "https://x/\x9b31m/::error::y" } }),
      code: 1,
      says: /was redirected to https:\/\/x\/\\u\{9b\}31m/,
    },
    {
      what: "a redirect to a script",
      answer: () =>
        new Response(null, { status: 301, headers: { location: "javascript:alert(1)" } }),
      code: 1,
      says: /Redirects are not followed/,
    },
    {
      what: "a completion without a message",
      answer: (url, init) =>
        init.method === "POST"
          ? shape("{}")
          : listing({ prompts: [remotePrompt("p", "P")] })(url, init),
      words: ["run", "P"],
      code: 1,
    },
    {
      what: "a rendered prompt that is null",
      answer: (url, init) =>
        init.method === "POST"
          ? shape("null")
          : listing({ prompts: [remotePrompt("p", "P")] })(url, init),
      words: ["render", "P"],
      code: 1,
    },
    {
      what: "a rendered message of another form",
      answer: (url, init) =>
        init.method === "POST"
          ? json({
              provider: "x",
              parameters: { messages: [{ role: "user", content: [{ type: "image" }] }] },
            })
          : listing({ prompts: [remotePrompt("p", "P")] })(url, init),
      words: ["render", "P"],
      code: 0,
    },
    {
      what: "a prompt to render whose messages are none",
      answer: lists("/prompts", [remotePrompt("p", "P", { messages: null })]),
      words: ["render", "P"],
      code: 1,
    },
  ];

  async function outcomeOf({ answer, words = ["plan"] }: Case): Promise<CliResult> {
    const fetch: Fetch = async (url, init) => answer(url, init);
    await using scene = sceneOf({ "prompts/x.yaml": [prompt("P"), tool("t", 0)] }, fetch);
    return await scene.run(words);
  }

  describe("a service that answers with", () => {
    for (const each of cases) {
      const { what, code, says = /./ } = each;
      it(what, async () => {
        const { code: ended, out, err } = await outcomeOf(each);
        expect([ended, flaws(out), flaws(err)]).toEqual([code, [], []]);
        if (!says.test(`${out}\n${err}`)) expect.fail(`${out}\n${err}`.slice(0, 500));
      });
    }
  });

  it("words of the service are cut", async () => {
    const answer = (): Response => saysNo("x".repeat(10_000_000));
    const { err } = await outcomeOf({ what: "", answer, code: 1 });
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
        if (init.method === "GET") return listing({ prompts })(url, init);
        asked.push(`${init.method} ${url}`);
        return init.method === "PUT"
          ? json({ ...prompts[0], messages: [] })
          : json({ success: true });
      };
      await using scene = sceneOf(
        { "prompts/x.yaml": [prompt("P", { messages: [{ role: "user", content: "a" }] })] },
        fetch,
      );
      const { code, out, err } = await scene.run([
        "apply",
        "--auto-approve",
        "--prune",
        "--allow-mass-delete",
      ]);
      expect([flaws(out), flaws(err)]).toEqual([[], []]);
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
          return listing({ prompts: [remotePrompt(id, "P", { messages: [] })] })(url, init);
        };
        await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] }, fetch);
        const { code, err } = await scene.run(["apply", "--auto-approve"]);
        expect([code, asked, err]).toEqual([1, [], expect.stringContaining("is not a valid id")]);
      });
  });

  it.each(Object.entries(unholdable))(
    "a name of the service with %s is listed",
    async (_what, text) => {
      const fetch = listing({ prompts: [remotePrompt("p", text)] });
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] }, fetch);
      const { code, out } = await scene.run(["plan", "--unmanaged"]);
      expect([code, flaws(out)]).toEqual([0, []]);
    },
  );

  it("a create is answered with ids of every sort, and all that follows goes on", async () => {
    const texts = textsOf("characters", "commands", "forgeries", "words");
    let made = 0;
    const held: Body[] = [];
    const fetch: Fetch = async (url, init) => {
      if (init.method === "GET") return listing({ prompts: held })(url, init);
      const body = JSON.parse(String(init.body)) as Body;
      const thing = { ...body, id: `${texts[made++]}`, tools: [] };
      held.push(thing);
      return json(thing);
    };
    const project = texts.map((_text, index) => prompt(`P${index}`));
    await using scene = sceneOf({ "prompts/x.yaml": project }, fetch);
    const applied = await scene.run(["apply", "--auto-approve"]);
    expect([applied.code, flaws(applied.out), flaws(applied.err)]).toEqual([0, [], []]);
    expect((await scene.run(["plan"])).out).toContain("No changes.");
  });
}
