// What programs read: every JSON output parses, holds each text unchanged, and makes nothing of
// keys like __proto__. Saved plans, notes, traces and logs are among them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { planDigest } from "../../../src/engine/saved-plan/plan-document.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { fakeHost, type CliResult } from "../../cli/fake-host.ts";
import { hostileDefinitions } from "./hostile-definitions.ts";
import { findUnsafe } from "./oracle.ts";
import {
  type Body,
  evaluation,
  jsonResponse,
  readOnlyService,
  prompt,
  remotePrompt,
  errorResponse,
  type Fixture,
  createFixture,
  embeddedService,
  tool,
} from "./fixture.ts";
import { hostileTexts } from "./hostile-texts.ts";

const texts = hostileTexts("controlCharacters", "forgedLines", "syntax");
const approve = ["apply", "--auto-approve"];

/** Every text and key of a value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)]);
}

const parseLines = (out: string): unknown[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** The texts that stand nowhere in the documents, alone or as a part. */
function missingTexts(documents: readonly unknown[], wanted: readonly string[] = texts): string[] {
  const held = new Set(documents.flatMap(stringsIn));
  const joined = [...held].join("\0");
  return wanted.filter((text) => !held.has(text) && !joined.includes(text));
}

async function createServiceFixture(): Promise<Fixture> {
  const fixture = createFixture({ "prompts/x.yaml": [] }, await embeddedService(texts));
  fixture.write({ "prompts/x.yaml": hostileDefinitions(texts) });
  return fixture;
}

const changedDefinitions = (): Body[] =>
  texts.flatMap((text, index) => [
    prompt(`${text}${index}`, {
      messages: [{ role: "user", content: `${text}!` }],
      evaluations: [evaluation(text, { variables: { [text]: `${text}!` } })],
    }),
  ]);

describe("every text stands in the documents as it is", () => {
  it("of plan, with --json", async () => {
    await using fixture = await createServiceFixture();
    const first = await fixture.run(["plan", "--json"]);
    expect([first.code, missingTexts([JSON.parse(first.out)])]).toEqual([0, []]);
    await fixture.run(approve);
    fixture.write({ "prompts/x.yaml": changedDefinitions() });
    const second = JSON.parse((await fixture.run(["plan", "--json", "--prune"])).out) as Body;
    expect(missingTexts([second["changes"]])).toEqual([]);
    expect(missingTexts([second["steps"]])).toEqual([]);
  });

  it("of apply, one a line, with --json", async () => {
    await using fixture = await createServiceFixture();
    const { code, out, err } = await fixture.run([...approve, "--json"]);
    const [plan, ...events] = parseLines(out);
    expect([code, err, missingTexts([plan]), missingTexts(events)]).toEqual([0, "", [], []]);
    const ids = (events.at(-1) as { ids: object }).ids;
    expect(missingTexts([Object.keys(ids)])).toEqual([]);
    expect(missingTexts([Object.values(ids)])).toEqual([]);
  });

  it("of an apply that fails with words of the service", async () => {
    let count = 0;
    const fetch: Fetch = async (url, init) =>
      init.method === "GET"
        ? readOnlyService({})(url, init)
        : errorResponse(texts[count++ % texts.length]!, 400);
    const project = texts.map((text, index) => prompt(`${text}${index}`));
    await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
    const { code, out } = await fixture.run([...approve, "--json"]);
    const failed = parseLines(out).filter((each) => (each as Body)["type"] === "failed");
    expect([code, failed.length, missingTexts(failed)]).toEqual([1, texts.length, []]);
  });

  it("of errors: refusals, mistakes, usage", async () => {
    const said = async (outcome: Promise<CliResult>): Promise<unknown[]> =>
      parseLines((await outcome).out.replaceAll(/\n\s*/g, " "));
    const documents: unknown[] = [];
    await using fixture = createFixture({});
    for (const text of texts) {
      fixture.write({ "prompts/x.yaml": [{ kind: text, [text]: 1 }] });
      documents.push(
        await said(fixture.run(["plan", "--json"])),
        await said(fixture.run([...approve, "--json"])),
      );
      fixture.write({ "prompts/x.yaml": [prompt("P")] });
      documents.push(await said(fixture.run(["plan", "--json", `--target=${text}`])));
    }
    expect(missingTexts(documents)).toEqual([]);
  });

  it("of validate, with --format json", async () => {
    await using fixture = createFixture({
      "prompts/x.yaml": texts.map((text, index) => ({ ...tool(`k${index}`, index), [text]: 1 })),
    });
    const { code, out } = await fixture.run(["validate", "--format", "json"]);
    expect([code, missingTexts([JSON.parse(out)])]).toEqual([3, []]);
  });

  it("of render and run, with --json", async () => {
    const answer = { parameters: { [texts[0]!]: texts }, message: { content: texts } };
    const fetch: Fetch = (url, init) =>
      init.method === "POST"
        ? Promise.resolve(jsonResponse(answer))
        : readOnlyService({ prompts: [remotePrompt("p", "P")] })(url, init);
    await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] }, fetch);
    for (const command of ["render", "run"]) {
      const { code, out } = await fixture.run([command, "P", "--json"]);
      expect([code, missingTexts([JSON.parse(out)])]).toEqual([0, []]);
    }
  });

  it("of a saved plan, which then does what it says", async () => {
    await using fixture = await createServiceFixture();
    await fixture.run(["plan", "--out", "plan.json"]);
    const saved = readFileSync(fixture.folder.at("plan.json"), "utf8");
    expect(missingTexts([JSON.parse(saved)])).toEqual([]);
    expect((await fixture.run(["apply", "plan.json"])).code).toBe(0);
    expect((await fixture.run(["plan", "--detailed-exitcode"])).code).toBe(0);
  });

  it("of the notes of a replace that is cut short, which the next run takes up", async () => {
    const held = texts.map((text) => text.replaceAll("/", "-"));
    const service = await embeddedService(texts);
    await using fixture = createFixture({}, service);
    const evaluated = (said: string): Body[] =>
      texts.map((text, index) =>
        prompt(`${text}${index}`, {
          evaluations: [
            evaluation(text, {
              variables: { [text]: said },
              assertions: [{ type: "COST", targetThreshold: 1 }],
            }),
          ],
        }),
      );
    fixture.write({ "prompts/x.yaml": evaluated("a") });
    await fixture.run(approve);
    fixture.write({ "prompts/x.yaml": evaluated("b") });
    const dies: Fetch = (url, init) =>
      init.method === "DELETE" ? Promise.resolve(errorResponse("no")) : service(url, init);
    expect((await fixture.run(approve, { fetch: dies })).code).toBe(1);
    const notes = readFileSync(fixture.folder.at(".promptctl/unfinished.json"), "utf8");
    expect(missingTexts([JSON.parse(notes)], held)).toEqual([]);
    expect((await fixture.run(approve)).code).toBe(0);
    expect((await fixture.run(["plan"])).out).toContain("No changes.");
  });
});

describe("notes of calls", () => {
  it("a trace is a document a line, whose paths hold no text as it is", async () => {
    await using fixture = await createServiceFixture();
    await fixture.run([...approve, "--trace", "trace.jsonl"]);
    fixture.write({ "prompts/x.yaml": [prompt("P")] });
    await fixture.run([...approve, "--prune", "--allow-mass-delete", "--trace", "trace.jsonl"]);
    const trace = readFileSync(fixture.folder.at("trace.jsonl"), "utf8");
    expect(parseLines(trace).length).toBeGreaterThan(texts.length * 5);
    expect(findUnsafe(trace)).toEqual([]);
  });

  it("the log of serve is a document a line, whatever is asked for", async () => {
    await using fixture = createFixture({});
    const { host, seen } = fakeHost(["serve", "--port", "0", "--store", "x.sqlite"], {
      cwd: fixture.folder.path,
      env: {},
    });
    const ask = async (): Promise<void> => {
      const [, url] = /Serving at (\S+)/.exec(seen.out)!;
      for (const text of texts)
        for (const method of ["GET", "POST", "DELETE"])
          await fetch(
            `${url}/sdk/v1/tools/${encodeURIComponent(text)}?${encodeURIComponent(text)}`,
            {
              method,
              headers: { "user-agent": "x", "content-type": "application/json" },
              ...(method === "POST" && { body: JSON.stringify({ [text]: text }) }),
            },
          );
    };
    expect(await runProgram({ ...host, untilAsked: ask })).toBe(0);
    expect(findUnsafe(seen.out + seen.err)).toEqual([]);
    const [first, ...lines] = seen.err.trimEnd().split("\n");
    expect([first, lines.length]).toEqual([
      "No API key is set: every program on this machine has access.",
      texts.length * 3,
    ]);
    for (const line of lines) expect(Object.keys(JSON.parse(line) as object)).toHaveLength(5);
  });
});

it("keys like __proto__ are keys like any other, there and back", async () => {
  const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "toJSON"];
  const held = Object.fromEntries(keys.map((key) => [key, { [key]: key }]));
  const project = [
    { kind: "tool", name: "t", description: "t", parameters: { properties: held } },
    ...keys.flatMap((key) => [
      prompt(key, {
        key: `k/${key}`,
        evaluations: [
          evaluation(key, { variables: Object.fromEntries(keys.map((each) => [each, each])) }),
        ],
      }),
    ]),
  ];
  await using fixture = createFixture({ "prompts/x.yaml": project }, await embeddedService(keys));
  expect((await fixture.run(approve)).code).toBe(0);
  const again = await fixture.run(["plan", "--detailed-exitcode"]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("No changes.")]);
  const ids = JSON.parse((await fixture.run(["ids"])).out) as object;
  expect(Object.keys(ids)).toHaveLength(1 + keys.length * 2);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it("a configuration with the key __proto__ pins nothing else by it", async () => {
  const pins =
    '{ "__proto__": { "prompt/P": "p" }, "https://prompts.example.com": { "__proto__": "p" } }';
  await using fixture = createFixture({
    "promptctl.yaml": `definitions: prompts\npins: ${pins}\n`,
    "prompts/x.yaml": [prompt("P")],
  });
  const { code, err } = await fixture.run(["plan"]);
  expect([code, err]).toEqual([3, expect.stringContaining('"__proto__" cannot be pinned.')]);
});

describe("a saved plan that somebody else made, whole by its digest, ends in words", () => {
  interface Plan {
    baseUrl: string;
    createdAt: string;
    project: string;
    changes: Record<string, unknown>[];
    steps: Record<string, unknown>[];
    names: Record<string, unknown>;
  }
  const rows: readonly (readonly [string, (plan: Plan) => void])[] = [
    ["with changes of an unknown kind", (plan) => void (plan.changes[0]!["address"] = "a\x1b/b")],
    ["with steps of an unknown kind", (plan) => void (plan.steps[0]!["address"] = "a\x1b/b")],
    [
      "with steps of what no change is about",
      (plan) => void (plan.steps[0]!["address"] = "prompt/\x1b"),
    ],
    ["with a body that is missing", (plan) => delete plan.changes[0]!["body"]],
    ["with a body of another form", (plan) => void (plan.changes[0]!["body"] = { "\x1b": 1 })],
    ["with an update of nothing", (plan) => void (plan.changes[0]!["action"] = "update")],
    ["with a deletion of nothing", (plan) => void (plan.changes[0]!["action"] = "delete")],
    ["with needs that go round", (plan) => void (plan.steps[0]!["needs"] = [plan.steps[1]!["id"]])],
    ["with a date that is none", (plan) => void (plan.createdAt = "\n::error::x")],
    ["with a project elsewhere", (plan) => void (plan.project = "../../../../../../../etc\x1b")],
    ["with names of what is not there", (plan) => void (plan.names["prompt/P"] = "\x1b")],
  ];
  for (const [what, change] of rows)
    it(what, async () => {
      await using fixture = createFixture(
        { "prompts/x.yaml": [prompt("P"), tool("t", 0)] },
        await embeddedService(),
      );
      await fixture.run(["plan", "--out", "plan.json"]);
      const plan = JSON.parse(readFileSync(fixture.folder.at("plan.json"), "utf8")) as Plan;
      change(plan);
      fixture.write({ "plan.json": JSON.stringify({ ...plan, digest: planDigest(plan) }) });
      const { code, out, err } = await fixture.run(["apply", "plan.json", "--retries", "0"]);
      expect([[0, 1, 3, 4].includes(code), findUnsafe(out), findUnsafe(err)]).toEqual([
        true,
        [],
        [],
      ]);
    });
});
