// Results of promptctl test for the tests of their reports: one with every kind of case, and one made
// of any texts.
import type {
  TestAssertion,
  TestCase,
  TestReply,
  TestResult,
  TestSide,
  TestTrial,
} from "../../../src/generated/types.ts";

const file = "prompts/support.yaml";

export const replyOf = (text: string, more: Partial<TestReply> = {}): TestReply => ({
  text,
  toolCalls: [],
  stopReason: "complete",
  inputTokenCount: 120,
  outputTokenCount: 30,
  latency: 800,
  cost: 0.002,
  ...more,
});

export const assertionOf = (
  summary: string,
  reason?: string,
  more: Partial<TestAssertion> = {},
): TestAssertion => ({
  address: "assertion/Support/refund/1",
  summary,
  verdict: reason === undefined ? "pass" : "fail",
  ...(reason !== undefined && { reason }),
  weight: 1,
  location: { file, line: 12 },
  ...more,
});

export const trialOf = (
  outcome: TestTrial["outcome"],
  reply: TestReply | undefined,
  assertions: readonly TestAssertion[] = [],
): TestTrial => ({
  number: 1,
  outcome,
  score: outcome === "passed" ? 1 : outcome === "failed" ? 0 : null,
  cached: false,
  ...(reply && { date: "2026-11-20T09:00:00.000Z", reply }),
  assertions: [...assertions],
});

export const sideOf = (...trials: readonly TestTrial[]): TestSide => ({
  passed: trials.filter(({ outcome }) => outcome === "passed").length,
  measured: trials.filter(({ outcome }) => outcome === "passed" || outcome === "failed").length,
  trials: trials.map((trial, index) => ({ ...trial, number: index + 1 })),
});

export const caseOf = (name: string, more: Partial<TestCase>): TestCase => ({
  address: `evaluation/Support/${name}`,
  prompt: "prompt/Support",
  location: { file, line: 8 },
  verdict: "passed",
  weight: 1,
  threshold: 1,
  variables: {},
  head: sideOf(),
  ...more,
});

const asks = 'CONTAINS_ANY ["order number"]';
const misses = "The reply does not contain any of the texts.";
const good = trialOf("passed", replyOf("Tell me your order number."), [assertionOf(asks)]);
const bad = trialOf("failed", replyOf("Tell me your e-mail address."), [
  assertionOf(asks, misses, { expected: ["order number"] }),
]);

const failedCases: readonly TestCase[] = [
  caseOf("new tone", {
    verdict: "failed",
    comparison: "new",
    blocks: true,
    reason: "The evaluation changed, and the request did not.",
    head: sideOf(bad, bad),
  }),
  caseOf("refund", {
    verdict: "failed",
    comparison: "regressed",
    blocks: true,
    variables: { company: "Acme" },
    head: sideOf(bad, bad, bad),
    base: sideOf(good, good, good),
  }),
  caseOf("hopeless", {
    verdict: "failed",
    comparison: "still failing",
    head: sideOf(bad, bad, bad),
    base: sideOf(bad, bad),
  }),
  caseOf("greeting", {
    verdict: "failed",
    comparison: "suspect",
    head: sideOf(bad, good, bad),
    base: sideOf(good, good, good),
  }),
];

const passedCases: readonly TestCase[] = [
  caseOf("tone", { verdict: "unsteady", head: sideOf(bad, good, good) }),
  caseOf("label", { comparison: "fixed", head: sideOf(good), base: sideOf(bad, bad) }),
  caseOf("thanks", { head: sideOf(good) }),
  caseOf("hours", { comparison: "unchanged", head: sideOf(good) }),
];

const openCases: readonly TestCase[] = [
  caseOf("long", {
    verdict: "not measured",
    reason: "The provider is overloaded.",
    head: sideOf({
      ...trialOf("not measured", undefined),
      problem: { code: "unavailable", message: "The provider is overloaded." },
    }),
  }),
  caseOf("external", {
    verdict: "not run",
    reason: "The prompt is external. Use --on service.",
  }),
];

const difference = {
  cases: 4,
  baseCost: 0.002,
  headCost: 0.003,
  baseLatency: 800,
  headLatency: 760,
};

/** A result with every kind of case. */
export const everyCase: TestResult = {
  format: "promptctl.test/1",
  promptctl: "1.2.3",
  createdAt: "2026-11-22T09:00:00.000Z",
  project: ".",
  route: "provider",
  base: { type: "ref", name: "main", commit: "3f2a91c0000000000000000000000000000000aa" },
  settings: { gate: "regressions", runs: 1, compare: true, with: [] },
  verdict: "failed",
  exitCode: 5,
  reasons: [
    "1 case regressed.",
    "1 new case failed.",
    "prompt/Support has the score 0.50, less than 0.9.",
    "2 cases not measured or not run.",
  ],
  counts: {
    cases: 10,
    affected: 10,
    passed: 3,
    failed: 4,
    unsteady: 1,
    notMeasured: 1,
    notRun: 1,
    regressed: 1,
    suspect: 1,
    fixed: 1,
    stillFailing: 1,
    new: 1,
    unchanged: 31,
    removed: 1,
  },
  passRange: { passed: 4, measured: 8, low: 0.215, high: 0.785 },
  suite: { worse: 2, better: 1, p: 1, text: "2 got worse, 1 better: may be chance (100 %)." },
  prompts: [
    {
      address: "prompt/Support",
      location: { file, line: 1 },
      score: 0.5,
      difference,
      base: {
        model: "ANTHROPIC/claude-test",
        parameters: { temperature: 0.2, maxTokens: null },
        tools: ["lookup_order"],
        messages: [{ role: "system", text: "Ask for the order number." }],
      },
      head: {
        model: "ANTHROPIC/claude-test",
        parameters: { temperature: 0.7, maxTokens: null },
        tools: ["lookup_order"],
        messages: [{ role: "system", text: "Ask for the e-mail address." }],
      },
    },
  ],
  cases: [...failedCases, ...passedCases, ...openCases],
  removed: ["evaluation/Support/old"],
  loosened: [
    {
      address: "evaluation/Support/tone",
      message: "threshold 1 → 0.5",
      looser: true,
      location: { file, line: 30 },
    },
    { address: "evaluation/Support/old", message: "removed", looser: true },
    { address: "prompt/Tone judge", message: "the judge of 2 checks changed", looser: false },
  ],
  warnings: ["Trials are not independent with temperature 0 or a seed."],
  calls: {
    live: 22,
    cached: 3,
    oldest: "2026-11-20T09:00:00.000Z",
    cost: 0.044,
    unpriced: 1,
    milliseconds: 12_400,
  },
  difference,
};

/** The result with these cases only. */
export const resultWith = (
  cases: readonly TestCase[],
  more: Partial<TestResult> = {},
): TestResult => ({
  ...everyCase,
  cases: [...cases],
  removed: [],
  loosened: [],
  warnings: [],
  ...more,
});

/** A case whose head failed with a reply, and whose base passed with another. */
export const failedWith = (
  reply: TestReply,
  assertions: readonly TestAssertion[],
  base?: TestReply,
): TestCase =>
  caseOf("refund", {
    verdict: "failed",
    blocks: true,
    ...(base && { comparison: "regressed", base: sideOf(trialOf("passed", base)) }),
    head: sideOf(trialOf("failed", reply, assertions)),
  });

/** A result with a text in every field that files, models or providers can fill. */
export function hostileResult(text: string): TestResult {
  const location = { file: text, line: 3 };
  const assertion = (verdict: TestAssertion["verdict"]): TestAssertion =>
    assertionOf(`not CONTAINS_ANY ${JSON.stringify([text])} at ${text}`, text, {
      address: text,
      type: text,
      negate: true,
      targets: 3,
      verdict,
      location,
      expected: [text, "other"],
      actual: [text, text],
    });
  const reply = (prefix: string): TestReply =>
    replyOf(`${prefix}\n${text}\n${prefix}`, {
      toolCalls: [{ name: text, arguments: text }],
      stopReason: text,
      stopExplanation: text,
    });
  const failed: TestTrial = {
    ...trialOf("failed", reply("a"), [assertion("fail"), assertion("not measured")]),
    otherVersion: {
      side: "head",
      outcome: "passed",
      score: 1,
      assertions: [assertion("pass"), assertion("not measured")],
    },
  };
  const problem: TestTrial = {
    ...trialOf("not measured", undefined),
    problem: { code: text, message: text },
  };
  const common = {
    address: text,
    prompt: text,
    location,
    reason: text,
    variables: { [text]: text },
  };
  const promptText = (prefix: string): TestResult["prompts"][number]["head"] => ({
    model: text,
    parameters: { [text]: text, nested: { [text]: [text] } },
    tools: [text],
    messages: [{ role: text, text: `${prefix}\n${text}` }],
  });
  return resultWith(
    [
      caseOf("", { ...common, verdict: "failed", blocks: true, head: sideOf(failed, problem) }),
      caseOf("", {
        ...common,
        verdict: "failed",
        blocks: true,
        comparison: "regressed",
        head: sideOf(failed),
        base: sideOf(trialOf("passed", reply("b"), [assertion("pass")])),
      }),
      caseOf("", { ...common, verdict: "unsteady", head: sideOf(failed) }),
      caseOf("", {
        ...common,
        verdict: "not measured",
        head: sideOf(problem, trialOf("not measured", reply("a"), [assertion("not measured")])),
      }),
      caseOf("", { ...common, verdict: "not run" }),
    ],
    {
      promptctl: text,
      createdAt: text,
      project: text,
      base: { type: "ref", name: text, commit: text },
      reasons: [`prompt/${text}. ${text} has the score 0.50.`],
      suite: { worse: 0, better: 0, p: 1, text: `${text}/x` },
      prompts: [
        { address: text, location, score: 1, head: promptText("a"), base: promptText("b") },
        { address: `${text}2`, score: null, head: promptText("a") },
      ],
      removed: [text],
      loosened: [{ address: text, message: text, looser: true, location }],
      warnings: [text],
    },
  );
}
