// What programs read: every JSON output parses, holds each text unchanged, and makes nothing of
// keys like __proto__. Saved plans, notes, traces and logs are among them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { planDigest } from "../../../src/engine/saved-plan/plan-document.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { fakeHost, type CliResult } from "../../cli/fake-host.ts";
import { definitions } from "./definitions.ts";
import { flaws } from "./oracle.ts";
import {
  type Body,
  evaluation,
  json,
  listing,
  prompt,
  remotePrompt,
  saysNo,
  type Scene,
  sceneOf,
  serviceWith,
  tool,
} from "./fixture.ts";
import { textsOf } from "./texts.ts";

/** Declares these tests. */
export function documentsTests(): void {
  const texts = textsOf("characters", "forgeries", "words");
  const approve = ["apply", "--auto-approve"];

  /** Every text and key of a value. */
  function within(value: unknown): string[] {
    if (typeof value === "string") return [value];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, each]) => [key, ...within(each)]);
  }

  const linesOf = (out: string): unknown[] =>
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);

  /** The texts that stand nowhere in the documents, alone or as a part. */
  function missingIn(documents: readonly unknown[], wanted: readonly string[] = texts): string[] {
    const held = new Set(documents.flatMap(within));
    const joined = [...held].join("\0");
    return wanted.filter((text) => !held.has(text) && !joined.includes(text));
  }

  async function sceneApplied(): Promise<Scene> {
    const scene = sceneOf({ "prompts/x.yaml": [] }, await serviceWith(texts));
    scene.write({ "prompts/x.yaml": definitions(texts) });
    return scene;
  }

  const changed = (): Body[] =>
    texts.flatMap((text, index) => [
      prompt(`${text}${index}`, {
        messages: [{ role: "user", content: `${text}!` }],
        evaluations: [evaluation(text, { variables: { [text]: `${text}!` } })],
      }),
    ]);

  describe("every text stands in the documents as it is", () => {
    it("of plan, with --json", async () => {
      await using scene = await sceneApplied();
      const first = await scene.run(["plan", "--json"]);
      expect([first.code, missingIn([JSON.parse(first.out)])]).toEqual([0, []]);
      await scene.run(approve);
      scene.write({ "prompts/x.yaml": changed() });
      const second = JSON.parse((await scene.run(["plan", "--json", "--prune"])).out) as Body;
      expect(missingIn([second["changes"]])).toEqual([]);
      expect(missingIn([second["steps"]])).toEqual([]);
    });

    it("of apply, one a line, with --json", async () => {
      await using scene = await sceneApplied();
      const { code, out, err } = await scene.run([...approve, "--json"]);
      const [plan, ...events] = linesOf(out);
      expect([code, err, missingIn([plan]), missingIn(events)]).toEqual([0, "", [], []]);
      const ids = (events.at(-1) as { ids: object }).ids;
      expect(missingIn([Object.keys(ids)])).toEqual([]);
      expect(missingIn([Object.values(ids)])).toEqual([]);
    });

    it("of an apply that fails with words of the service", async () => {
      let count = 0;
      const fetch: Fetch = async (url, init) =>
        init.method === "GET"
          ? listing({})(url, init)
          : saysNo(texts[count++ % texts.length]!, 400);
      const project = texts.map((text, index) => prompt(`${text}${index}`));
      await using scene = sceneOf({ "prompts/x.yaml": project }, fetch);
      const { code, out } = await scene.run([...approve, "--json"]);
      const failed = linesOf(out).filter((each) => (each as Body)["type"] === "failed");
      expect([code, failed.length, missingIn(failed)]).toEqual([1, texts.length, []]);
    });

    it("of errors: refusals, mistakes, usage", async () => {
      const said = async (outcome: Promise<CliResult>): Promise<unknown[]> =>
        linesOf((await outcome).out.replaceAll(/\n\s*/g, " "));
      const documents: unknown[] = [];
      await using scene = sceneOf({});
      for (const text of texts) {
        scene.write({ "prompts/x.yaml": [{ kind: text, [text]: 1 }] });
        documents.push(
          await said(scene.run(["plan", "--json"])),
          await said(scene.run([...approve, "--json"])),
        );
        scene.write({ "prompts/x.yaml": [prompt("P")] });
        documents.push(await said(scene.run(["plan", "--json", `--target=${text}`])));
      }
      expect(missingIn(documents)).toEqual([]);
    });

    it("of validate, with --format json", async () => {
      await using scene = sceneOf({
        "prompts/x.yaml": texts.map((text, index) => ({ ...tool(`k${index}`, index), [text]: 1 })),
      });
      const { code, out } = await scene.run(["validate", "--format", "json"]);
      expect([code, missingIn([JSON.parse(out)])]).toEqual([3, []]);
    });

    it("of render and run, with --json", async () => {
      const answer = { parameters: { [texts[0]!]: texts }, message: { content: texts } };
      const fetch: Fetch = (url, init) =>
        init.method === "POST"
          ? Promise.resolve(json(answer))
          : listing({ prompts: [remotePrompt("p", "P")] })(url, init);
      await using scene = sceneOf({ "prompts/x.yaml": [prompt("P")] }, fetch);
      for (const command of ["render", "run"]) {
        const { code, out } = await scene.run([command, "P", "--json"]);
        expect([code, missingIn([JSON.parse(out)])]).toEqual([0, []]);
      }
    });

    it("of a saved plan, which then does what it says", async () => {
      await using scene = await sceneApplied();
      await scene.run(["plan", "--out", "plan.json"]);
      const saved = readFileSync(scene.folder.at("plan.json"), "utf8");
      expect(missingIn([JSON.parse(saved)])).toEqual([]);
      expect((await scene.run(["apply", "plan.json"])).code).toBe(0);
      expect((await scene.run(["plan", "--detailed-exitcode"])).code).toBe(0);
    });

    it("of the notes of a replace that is cut short, which the next run takes up", async () => {
      const held = texts.map((text) => text.replaceAll("/", "-"));
      const service = await serviceWith(texts);
      await using scene = sceneOf({}, service);
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
      scene.write({ "prompts/x.yaml": evaluated("a") });
      await scene.run(approve);
      scene.write({ "prompts/x.yaml": evaluated("b") });
      const dies: Fetch = (url, init) =>
        init.method === "DELETE" ? Promise.resolve(saysNo("no")) : service(url, init);
      expect((await scene.run(approve, { fetch: dies })).code).toBe(1);
      const notes = readFileSync(scene.folder.at(".promptctl/unfinished.json"), "utf8");
      expect(missingIn([JSON.parse(notes)], held)).toEqual([]);
      expect((await scene.run(approve)).code).toBe(0);
      expect((await scene.run(["plan"])).out).toContain("No changes.");
    });
  });

  describe("notes of calls", () => {
    it("a trace is a document a line, whose paths hold no text as it is", async () => {
      await using scene = await sceneApplied();
      await scene.run([...approve, "--trace", "trace.jsonl"]);
      scene.write({ "prompts/x.yaml": [prompt("P")] });
      await scene.run([...approve, "--prune", "--allow-mass-delete", "--trace", "trace.jsonl"]);
      const trace = readFileSync(scene.folder.at("trace.jsonl"), "utf8");
      expect(linesOf(trace).length).toBeGreaterThan(texts.length * 5);
      expect(flaws(trace)).toEqual([]);
    });

    it("the log of serve is a document a line, whatever is asked for", async () => {
      await using scene = sceneOf({});
      const { host, seen } = fakeHost(["serve", "--port", "0", "--store", "x.sqlite"], {
        cwd: scene.folder.path,
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
      expect(flaws(seen.out + seen.err)).toEqual([]);
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
    await using scene = sceneOf({ "prompts/x.yaml": project }, await serviceWith(keys));
    expect((await scene.run(approve)).code).toBe(0);
    const again = await scene.run(["plan", "--detailed-exitcode"]);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("No changes.")]);
    const ids = JSON.parse((await scene.run(["ids"])).out) as object;
    expect(Object.keys(ids)).toHaveLength(1 + keys.length * 2);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("a configuration with the key __proto__ pins nothing else by it", async () => {
    const pins =
      '{ "__proto__": { "prompt/P": "p" }, "https://prompts.example.com": { "__proto__": "p" } }';
    await using scene = sceneOf({
      "promptctl.yaml": `definitions: prompts\npins: ${pins}\n`,
      "prompts/x.yaml": [prompt("P")],
    });
    const { code, err } = await scene.run(["plan"]);
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
      [
        "with needs that go round",
        (plan) => void (plan.steps[0]!["needs"] = [plan.steps[1]!["id"]]),
      ],
      ["with a date that is none", (plan) => void (plan.createdAt = "\n::error::x")],
      ["with a project elsewhere", (plan) => void (plan.project = "../../../../../../../etc\x1b")],
      ["with names of what is not there", (plan) => void (plan.names["prompt/P"] = "\x1b")],
    ];
    for (const [what, change] of rows)
      it(what, async () => {
        await using scene = sceneOf(
          { "prompts/x.yaml": [prompt("P"), tool("t", 0)] },
          await serviceWith(),
        );
        await scene.run(["plan", "--out", "plan.json"]);
        const plan = JSON.parse(readFileSync(scene.folder.at("plan.json"), "utf8")) as Plan;
        change(plan);
        scene.write({ "plan.json": JSON.stringify({ ...plan, digest: planDigest(plan) }) });
        const { code, out, err } = await scene.run(["apply", "plan.json", "--retries", "0"]);
        expect([[0, 1, 3, 4].includes(code), flaws(out), flaws(err)]).toEqual([true, [], []]);
      });
  });
}
