// The result of a run as a document: its order, its sentences and its figures.
import { describe, expect, it } from "vitest";
import { type CaseResult, resultOf } from "../../../src/engine/evaluate/case-result.ts";
import { applyGate } from "../../../src/engine/evaluate/gate.ts";
import { judgeTrial } from "../../../src/engine/evaluate/judge-trial.ts";
import { testResult as isValid } from "../../../src/generated/test-result-validator.js";
import type { TestResult, TestSettings } from "../../../src/generated/types.ts";
import { testDocument, type TestFacts } from "../../../src/views/evaluation/test-json.ts";
import { callReply, caseWith, judged, resultFrom } from "../../fixtures/trials.ts";

const settings: TestSettings = {
  gate: "regressions",
  runs: 1,
  compare: false,
  with: [],
};

/**
 * A case by its trials: `head` or `head|base`, a letter each: P, F, U or N. One that fails and passes
 * on the base regressed.
 */
function rowOf(name: string, trials: string): CaseResult {
  const [head = "", base] = trials.split("|");
  const isRegressed = /^F+\|P+$/.test(trials);
  const each = caseWith({ address: `evaluation/Greet/${name}` });
  return resultFrom(each, { head, base }, isRegressed ? "regressed" : "clear");
}

/** The document of cases: name → trials. */
function documentOf(
  rows: Readonly<Record<string, string>>,
  changes: Partial<TestFacts> = {},
): TestResult {
  const run = changes.settings ?? settings;
  const results = Object.entries(rows).map(([name, trials]) => rowOf(name, trials));
  return testDocument({
    promptctl: "1.2.3",
    createdAt: new Date("2026-11-22T12:00:00Z"),
    milliseconds: 12.4,
    project: ".",
    route: "provider",
    base: { type: "ref", name: "main", commit: "a".repeat(40) },
    settings: run,
    results,
    unchanged: 0,
    removed: [],
    loosened: [],
    untested: [],
    gate: applyGate(
      { results, suites: [], untested: [], loosened: [] },
      { gate: run.gate, minScore: run.minScore },
    ),
    suites: [],
    calls: {
      live: 7,
      cached: 2,
      failed: 0,
      cost: 0.5,
      unpriced: 1,
      oldest: undefined,
    },
    isInterrupted: false,
    warnings: [],
    definitionOf: (address) =>
      ({
        kind: "prompt",
        address,
        name: "Greet",
        spec: { parameters: { provider: "OPENAI", name: "gpt-4.1" }, messages: [], tools: [] },
        external: false,
        renamedFrom: [],
      }) as never,
    basePrompts: new Map(),
    locationOf: () => undefined,
    ...changes,
  });
}

const names = ({ cases }: TestResult): string[] => cases.map(({ address }) => address.slice(17));

it("follows its schema", () => {
  const document = documentOf({ a: "P", b: "FFF|PPP", c: "U", d: "N" });
  expect([isValid(JSON.parse(JSON.stringify(document))), document.format]).toEqual([
    true,
    "promptctl.test/1",
  ]);
});

it("the cases that block come first, the others in the order of the files", () => {
  const document = documentOf({ a: "P", b: "FFF|F", c: "FFF|PPP", d: "U", e: "FFF|PPP" });
  expect(names(document)).toEqual(["c", "e", "a", "b", "d"]);
});

it("an assertion has its type beside its text", () => {
  const [each] = documentOf({ a: "F" }).cases;
  expect(each!.head.trials[0]!.assertions).toEqual([
    expect.objectContaining({ summary: 'EXACT_MATCH "yes"', type: "EXACT_MATCH", negate: false }),
  ]);
});

describe("the verdict", () => {
  it.each<[string, Readonly<Record<string, string>>, Partial<TestFacts>, unknown[]]>([
    ["passed", { a: "P" }, {}, ["passed", 0, []]],
    ["failed", { a: "FFF|PPP" }, {}, ["failed", 5, ["1 case regressed."]]],
    [
      "not measured",
      { a: "U", b: "N" },
      {},
      ["incomplete", 1, ["2 cases not measured or not run."]],
    ],
    [
      "the base alone not measured",
      { a: "U", b: "FFF|N" },
      {},
      [
        "incomplete",
        1,
        [
          "1 case not measured or not run.",
          "1 case not compared with the base: replies are missing.",
        ],
      ],
    ],
    [
      "nothing selected",
      {},
      { emptyBecause: "Every case of the last run passed." },
      ["passed", 0, ["Every case of the last run passed."]],
    ],
    [
      "interrupted",
      { a: "P" },
      { isInterrupted: true },
      ["incomplete", 130, ["The run was interrupted."]],
    ],
    [
      "--gate report",
      { a: "FFF|PPP" },
      { settings: { ...settings, gate: "report" } },
      [
        "failed",
        0,
        [
          "1 case regressed.",
          "--gate report does not block; --gate regressions would have blocked.",
        ],
      ],
    ],
    [
      "--gate report without a regression",
      { a: "P" },
      { settings: { ...settings, gate: "report" } },
      ["passed", 0, ["--gate report does not block; --gate regressions would not have blocked."]],
    ],
  ])("%s", (_, rows, changes, expected) => {
    const { verdict, exitCode, reasons } = documentOf(rows, changes);
    expect([verdict, exitCode, reasons]).toEqual(expected);
  });
});

it("a case whose base could not run says why", () => {
  const [each] = documentOf({ a: "FFF|N" }).cases;
  expect([each!.comparison, each!.reason]).toEqual([
    "not compared",
    "The base was not measured: The limit of --max-calls is reached.",
  ]);
});

describe("the sentence about all cases, with --compare", () => {
  const compare = { settings: { ...settings, compare: true } };
  it.each([
    ["nothing changed", { a: "P|P", b: "P|P" }, "No case got worse or better."],
    ["few changes", { a: "FPF|PPP" }, "1 got worse, 0 better: may be chance (100 %)."],
    [
      "confirmed regressions are no chance",
      { a: "FFF|PPP", b: "FFF|PPP" },
      "2 got worse, 0 better.",
    ],
    [
      "many changes",
      Object.fromEntries([..."abcdefgh"].map((name) => [name, "FFF|PPP"])),
      "8 got worse, 0 better: unlikely to be chance (less than 1 %).",
    ],
  ])("%s", (_, rows, text) => {
    expect(documentOf(rows, compare).suite?.text).toBe(text);
  });
});

describe("cost and time are compared over the first replies of the same cases", () => {
  /** The result of a case by the costs of its replies; null for a call without a reply. */
  const costing = (
    [head, base = []]: readonly (readonly (number | null)[])[],
    index: number,
    basis: CaseResult["basis"] = "affected",
  ): CaseResult => {
    const each = caseWith({ address: `evaluation/Greet/${index}`, basis });
    const [own, prior] = [head!, base].map((costs) =>
      costs.map((cost) =>
        cost === null
          ? judged("U")
          : judgeTrial(each, callReply({ text: "yes", cost, latency: 100 * cost })),
      ),
    );
    const trials = { head: own!, base: prior! };
    const { address: unit } = each;
    const requests = { head: unit, base: unit };
    const decided = { decision: "clear", hasBrokenBase: false, unit, requests } as const;
    return resultOf(each, { trials, firstTrials: 1, ...decided });
  };

  it.each<[string, (readonly (number | null)[])[][], unknown]>([
    ["one trial a side", [[[1], [3]]], [1, 1, 3]],
    ["more trials on the head than on the base", [[[1, 9, 9], [3]]], [1, 1, 3]],
    [
      "more trials on the base",
      [
        [[1], [3, 9]],
        [[3, 9, 9, 9], [5]],
      ],
      [2, 2, 4],
    ],
    [
      "a case without a reply on one side",
      [
        [[1], [3]],
        [[7], [null]],
        [[null], [7]],
      ],
      [1, 1, 3],
    ],
    ["a base that ran for the failed cases only", [[[1], [3]], [[7]]], undefined],
    ["no base", [[[1]]], undefined],
  ])("%s", (_name, rows, expected) => {
    const results = rows.map((row, index) => costing(row, index));
    const { difference, prompts } = documentOf({}, { results });
    const { cases, headCost, baseCost, headLatency, baseLatency } = difference ?? {};
    expect(difference && [cases, headCost, baseCost]).toEqual(expected);
    expect([headLatency, baseLatency]).toEqual(
      difference ? [100 * headCost!, 100 * baseCost!] : [undefined, undefined],
    );
    expect(prompts[0]!.difference).toEqual(difference);
  });

  it("a new case has no part in it", () => {
    const results = [costing([[1], [3]], 1), costing([[7]], 2, "new")];
    expect(documentOf({}, { results }).difference).toMatchObject({ cases: 1, headCost: 1 });
  });
});
