// Promise 9: JSON for programs: --json outputs, saved plans, the replace journal, traces and logs.
// Each parses and has every text unchanged; keys such as __proto__ have no effect.
import { readFileSync } from "node:fs";
import type { Bundle } from "../../../src/generated/types.ts";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { planDigest } from "../../../src/engine/review/plan-document.ts";
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

/** Returns every string and key of a value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...stringsIn(child)]);
}

const parseLines = (out: string): unknown[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** Returns the texts that are in no string of the documents. */
function missingTexts(
  documents: readonly unknown[],
  expected: readonly string[] = texts,
): string[] {
  const strings = new Set(documents.flatMap(stringsIn));
  const joined = [...strings].join("\0");
  return expected.filter((text) => !strings.has(text) && !joined.includes(text));
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

describe("every text is in the document unchanged", () => {
  it("plan --json", async () => {
    await using fixture = await createServiceFixture();
    const first = await fixture.run(["plan", "--json"]);
    expect([first.code, missingTexts([JSON.parse(first.out)])]).toEqual([0, []]);
    await fixture.run(approve);
    fixture.write({ "prompts/x.yaml": changedDefinitions() });
    const second = JSON.parse((await fixture.run(["plan", "--json", "--prune"])).out) as Body;
    expect(missingTexts([second["changes"]])).toEqual([]);
    expect(missingTexts([second["steps"]])).toEqual([]);
  });

  it("apply --json, one document per line", async () => {
    await using fixture = await createServiceFixture();
    const { code, out, err } = await fixture.run([...approve, "--json"]);
    const [plan, ...events] = parseLines(out);
    expect([code, err, missingTexts([plan]), missingTexts(events)]).toEqual([0, "", [], []]);
    const ids = (events.at(-1) as { ids: object }).ids;
    expect(missingTexts([Object.keys(ids)])).toEqual([]);
    expect(missingTexts([Object.values(ids)])).toEqual([]);
  });

  it("apply --json that fails with error messages of the service", async () => {
    let count = 0;
    const fetch: Fetch = async (url, init) =>
      init.method === "GET"
        ? readOnlyService({})(url, init)
        : errorResponse(texts[count++ % texts.length]!, 400);
    const project = texts.map((text, index) => prompt(`${text}${index}`));
    await using fixture = createFixture({ "prompts/x.yaml": project }, fetch);
    const { code, out } = await fixture.run([...approve, "--json"]);
    const failed = parseLines(out).filter((event) => (event as Body)["type"] === "failed");
    expect([code, failed.length, missingTexts(failed)]).toEqual([1, texts.length, []]);
  });

  it("errors: refusals, diagnostics, usage", async () => {
    const parseOutput = async (outcome: Promise<CliResult>): Promise<unknown[]> =>
      parseLines((await outcome).out.replaceAll(/\n\s*/g, " "));
    const documents: unknown[] = [];
    await using fixture = createFixture({});
    for (const text of texts) {
      fixture.write({ "prompts/x.yaml": [{ kind: text, [text]: 1 }] });
      documents.push(
        await parseOutput(fixture.run(["plan", "--json"])),
        await parseOutput(fixture.run([...approve, "--json"])),
      );
      fixture.write({ "prompts/x.yaml": [prompt("P")] });
      documents.push(await parseOutput(fixture.run(["plan", "--json", `--target=${text}`])));
    }
    expect(missingTexts(documents)).toEqual([]);
  });

  it("validate --format json", async () => {
    await using fixture = createFixture({
      "prompts/x.yaml": texts.map((text, index) => ({ ...tool(`k${index}`, index), [text]: 1 })),
    });
    const { code, out } = await fixture.run(["validate", "--format", "json"]);
    expect([code, missingTexts([JSON.parse(out)])]).toEqual([3, []]);
  });

  it("render --json and run --json", async () => {
    const response = { parameters: { [texts[0]!]: texts }, message: { content: texts } };
    const fetch: Fetch = (url, init) =>
      init.method === "POST"
        ? Promise.resolve(jsonResponse(response))
        : readOnlyService({ prompts: [remotePrompt("p", "P")] })(url, init);
    await using fixture = createFixture({ "prompts/x.yaml": [prompt("P")] }, fetch);
    for (const command of ["render", "run"]) {
      const { code, out } = await fixture.run([command, "P", "--json"]);
      expect([code, missingTexts([JSON.parse(out)])]).toEqual([0, []]);
    }
  });

  it("a saved plan, which is then applied", async () => {
    await using fixture = await createServiceFixture();
    await fixture.run(["plan", "--out", "plan.json"]);
    const saved = readFileSync(fixture.folder.at("plan.json"), "utf8");
    expect(missingTexts([JSON.parse(saved)])).toEqual([]);
    expect((await fixture.run(["apply", "plan.json"])).code).toBe(0);
    expect((await fixture.run(["plan", "--detailed-exitcode"])).code).toBe(0);
  });

  it("the replace journal of an interrupted replace, which the next run resumes", async () => {
    const storedTexts = texts.map((text) => text.replaceAll("/", "-"));
    const service = await embeddedService(texts);
    await using fixture = createFixture({}, service);
    const evaluated = (value: string): Body[] =>
      texts.map((text, index) =>
        prompt(`${text}${index}`, {
          evaluations: [
            evaluation(text, {
              variables: { [text]: value },
              assertions: [{ type: "COST", targetThreshold: 1 }],
            }),
          ],
        }),
      );
    fixture.write({ "prompts/x.yaml": evaluated("a") });
    await fixture.run(approve);
    fixture.write({ "prompts/x.yaml": evaluated("b") });
    const failingDeletes: Fetch = (url, init) =>
      init.method === "DELETE" ? Promise.resolve(errorResponse("no")) : service(url, init);
    expect((await fixture.run(approve, { fetch: failingDeletes })).code).toBe(1);
    const journal = readFileSync(fixture.folder.at(".promptctl/unfinished.json"), "utf8");
    expect(missingTexts([JSON.parse(journal)], storedTexts)).toEqual([]);
    expect((await fixture.run(approve)).code).toBe(0);
    expect((await fixture.run(["plan"])).out).toContain("No changes.");
  });
});

describe("records of requests", () => {
  it("a trace has one document per line, without unescaped text in paths", async () => {
    await using fixture = await createServiceFixture();
    await fixture.run([...approve, "--trace", "trace.jsonl"]);
    const earlier = readFileSync(fixture.folder.at("prompts/x.yaml"), "utf8");
    fixture.write({ "prompts/x.yaml": [prompt("P")] });
    fixture.commitAfter({ "prompts/x.yaml": earlier });
    await fixture.run([...approve, "--prune", "--allow-mass-delete", "--trace", "trace.jsonl"]);
    const trace = readFileSync(fixture.folder.at("trace.jsonl"), "utf8");
    expect(parseLines(trace).length).toBeGreaterThan(texts.length * 5);
    expect(findUnsafe(trace)).toEqual([]);
  });

  it("the log of serve has one document per line for any request", async () => {
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
    expect(await runProgram({ ...host, untilInterrupted: ask })).toBe(0);
    expect(findUnsafe(seen.out + seen.err)).toEqual([]);
    const [first, ...lines] = seen.err.trimEnd().split("\n");
    expect([first, lines.length]).toEqual([
      "No API key is set: every program on this machine has access.",
      texts.length * 3,
    ]);
    const fields = ["time", "method", "path", "status", "milliseconds", "requestId", "client"];
    for (const line of lines) {
      const isRead = line.includes('"method":"GET"'); // not found, which is a reason
      const keys = Object.keys(JSON.parse(line) as object);
      expect(keys.filter((key) => isRead || key !== "reason")).toEqual(
        isRead ? [...fields, "reason"] : fields,
      );
    }
  });
});

it("keys such as __proto__ are written and read like any other key", async () => {
  const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "toJSON"];
  const properties = Object.fromEntries(keys.map((key) => [key, { [key]: key }]));
  const project = [
    { kind: "tool", name: "t", description: "t", parameters: { properties } },
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
  const codegen = await fixture.run(["codegen", "--out", "prompts.json", "--ids"]);
  expect([codegen.code, codegen.err]).toEqual([0, ""]);
  const { environments } = JSON.parse(fixture.folder.read("prompts.json")) as Bundle;
  const versions = Object.entries(environments["default"]!);
  expect(versions.map(([key, { id }]) => [key, typeof id])).toEqual(
    keys.map((key) => [`k/${key}`, "string"]),
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it("a configuration with the key __proto__ does not pin anything else", async () => {
  const pins =
    '{ "__proto__": { "prompt/P": "p" }, "https://prompts.example.com": { "__proto__": "p" } }';
  await using fixture = createFixture({
    "promptctl.yaml": `definitions: prompts\npins: ${pins}\n`,
    "prompts/x.yaml": [prompt("P")],
  });
  const { code, err } = await fixture.run(["plan"]);
  expect([code, err]).toEqual([3, expect.stringContaining('"__proto__" cannot be pinned.')]);
});

describe("a forged saved plan with a valid digest ends in an error message or is applied", () => {
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
    ["with steps without a change", (plan) => void (plan.steps[0]!["address"] = "prompt/\x1b")],
    ["with a body that is missing", (plan) => delete plan.changes[0]!["body"]],
    ["with a body of a wrong type", (plan) => void (plan.changes[0]!["body"] = { "\x1b": 1 })],
    ["with an update without an id", (plan) => void (plan.changes[0]!["action"] = "update")],
    ["with a delete without an id", (plan) => void (plan.changes[0]!["action"] = "delete")],
    ["with circular needs", (plan) => void (plan.steps[0]!["needs"] = [plan.steps[1]!["id"]])],
    ["with an invalid date", (plan) => void (plan.createdAt = "\n::error::x")],
    [
      "with a project in another folder",
      (plan) => void (plan.project = "../../../../../../../etc\x1b"),
    ],
    ["with names of missing resources", (plan) => void (plan.names["prompt/P"] = "\x1b")],
  ];
  for (const [title, change] of rows)
    it(title, async () => {
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
