// Runs the cases of one prompt: asks for the replies that the rule wants until it wants no more, and
// judges them.
import { type Case, hasProblem, checkVersions } from "../engine/evaluate/cases/case.ts";
import { type CaseResult, resultOf } from "../engine/evaluate/case-result.ts";
import type { PromptSuite } from "../engine/evaluate/gate.ts";
import { needsLatency } from "../engine/evaluate/judge-trial.ts";
import type { Ask } from "../engine/evaluate/rule/asks.ts";
import {
  type CaseDecision,
  nextStep,
  type PromptDecision,
} from "../engine/evaluate/rule/prompt-rule.ts";
import { unitsOf } from "../engine/evaluate/rule/units.ts";
import type { PromptCalls, TrialRequest } from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import type { MadeTrial, PromptCases } from "./prompt-cases.ts";
import type { ReplyJudge } from "./reply-judge.ts";

/** The results of cases, and what the rule says about all cases of a prompt. */
export interface PromptResult {
  readonly results: ReadonlyMap<Case, CaseResult>;
  readonly suites: readonly PromptSuite[];
}

/** What makes and judges the trials of a run. */
interface TrialMaker {
  readonly call: PromptCalls["call"];
  readonly judge: ReplyJudge;
  /** Runs the calls for one reply as soon as the limit permits. */
  inLimit<Result>(this: void, calls: () => Promise<Result>): Promise<Result>;
}

/** Makes the trials of a prompt. `afterCase` is called once for each case. */
export async function runPrompt(
  prompt: PromptCases,
  maker: TrialMaker,
  afterCase: () => void,
): Promise<PromptResult> {
  const { runnable, others, settings, ruleCases } = prompt;
  const finished = new Set<Case>(others);
  for (const _other of others) afterCase();
  for (;;) {
    const step = nextStep(ruleCases(), settings);
    const asks = "asks" in step ? step.asks : [];
    const running = new Set(asks.flatMap(({ cases }) => cases.map((index) => runnable[index]!)));
    for (const each of runnable)
      if (!running.has(each) && !finished.has(each)) {
        finished.add(each);
        afterCase();
      }
    if ("decision" in step) return resultOfPrompt(prompt, step.decision);
    await Promise.all(asks.map((ask) => makeTrials(maker, prompt, ask)));
  }
}

/**
 * Asks for one reply, and judges it for each case that shares it. All of them call, because scripted
 * replies differ between evaluations; equal calls are made once.
 */
async function makeTrials(maker: TrialMaker, prompt: PromptCases, ask: Ask): Promise<void> {
  const requests = trialRequests(prompt, ask);
  const outcomes = await maker.inLimit(() => Promise.all(requests.map(maker.call)));
  const judged = await Promise.all(
    requests.map(async (request, at): Promise<JudgedTrial> => {
      return maker.judge.judge(prompt.runnable[ask.cases[at]!]!, request, outcomes[at]!);
    }),
  );
  for (const [at, index] of ask.cases.entries()) {
    const made = prompt.trials[index]![ask.side];
    const earlier = made[ask.trial - 1];
    // A reply that was not asked for again says less than the one there is.
    const isLost = earlier !== undefined && judged[at]!.outcome === "not run";
    made[ask.trial - 1] = {
      judged: isLost ? earlier.judged : judged[at]!,
      isRepeat: earlier !== undefined,
    };
  }
}

function resultOfPrompt(cases: PromptCases, decision: PromptDecision): PromptResult {
  const { prompt, runnable, others, trials, ruleCases } = cases;
  const known = ruleCases();
  const units = unitsOf(known);
  const unitOf = new Map(units.flatMap((unit, at) => unit.map((index) => [index, at])));
  const judgedOf = (made: readonly MadeTrial[]): JudgedTrial[] => made.map(({ judged }) => judged);
  const results = runnable.map((each, index): [Case, CaseResult] => {
    const { head, base } = trials[index]!;
    return [
      each,
      resultOf(each, {
        ...decision.cases[index]!,
        trials: { head: judgedOf(head), base: judgedOf(base) },
        unit: `${prompt} ${unitOf.get(index)}`,
        requests: known[index]!.requests,
      }),
    ];
  });
  const unmade = (each: Case): CaseResult =>
    resultOf(each, {
      trials: { head: [], base: [] },
      firstTrials: 0,
      decision: "clear" satisfies CaseDecision,
      hasBrokenBase: false,
      unit: each.address,
      requests: { head: each.address },
    });
  return {
    results: new Map([
      ...results,
      ...others.map((each): [Case, CaseResult] => [each, unmade(each)]),
    ]),
    suites: decision.suite ? [{ prompt, ...decision.suite }] : [],
  };
}

/** The requests for a reply: one for each case that shares it. */
export function trialRequests(
  { runnable }: PromptCases,
  { cases, side, trial, isNew }: Ask,
): TrialRequest[] {
  const sharing = cases.map((index) => runnable[index]!);
  const isTimed = sharing.flatMap(checkVersions).some(needsLatency);
  return sharing.map((each) => {
    const prepared = each[side];
    if (!prepared || hasProblem(prepared))
      throw new Error(`${each.address} has no ${side} request`);
    return {
      evaluation: each.address,
      side,
      trial,
      ...prepared.request,
      needsLatency: isTimed,
      needsNew: isNew,
    };
  });
}
