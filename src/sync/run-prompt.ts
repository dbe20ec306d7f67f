// Runs the cases of one prompt: asks for the replies that the rule wants until it wants no more, and
// judges them.
import { type Case, hasProblem } from "../engine/evaluate/cases/case.ts";
import { type CaseResult, resultOf } from "../engine/evaluate/case-result.ts";
import type { Gate, PromptSuite } from "../engine/evaluate/gate.ts";
import { needsLatency } from "../engine/evaluate/judge-trial.ts";
import type { Ask } from "../engine/evaluate/rule/asks.ts";
import {
  type CaseDecision,
  nextStep,
  type PromptDecision,
} from "../engine/evaluate/rule/prompt-rule.ts";
import type { RuleCase, RuleSettings, RuleTrial } from "../engine/evaluate/rule/rule-state.ts";
import { unitsOf } from "../engine/evaluate/rule/units.ts";
import type {
  DeployedPrompt,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import { unmeasuredCause } from "../engine/evaluate/unmeasured-cause.ts";
import { groupBy } from "../engine/model/collections.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ReplyJudge } from "./reply-judge.ts";

/** What a trial of a case sends. */
export interface CaseRequest {
  readonly rendered: RenderedPrompt;
  readonly deployed?: DeployedPrompt;
}

type PromptCase = Case<CaseRequest>;

/** The trials of a case; of a reply that was asked for twice, the second one. */
interface MadeTrials {
  readonly head: MadeTrial[];
  readonly base: MadeTrial[];
}

interface MadeTrial {
  readonly judged: JudgedTrial;
  readonly isRepeat: boolean;
}

/** The selected cases of a prompt, and their trials so far. */
export interface PromptCases {
  readonly prompt: string;
  /** Those that have a request, in the order of the rule. */
  readonly runnable: readonly PromptCase[];
  /** Those that have none. */
  readonly others: readonly PromptCase[];
  readonly trials: readonly MadeTrials[];
  readonly settings: RuleSettings;
  /** What the rule knows now. */
  ruleCases(this: void): RuleCase[];
}

interface PromptOptions extends Pick<RuleSettings, "runs" | "compare"> {
  readonly gate: Gate;
  /** Equal for equal requests to equal providers. */
  digest(this: void, rendered: RenderedPrompt): string;
}

/** Groups the cases by their prompts. */
export function promptCases(cases: readonly PromptCase[], options: PromptOptions): PromptCases[] {
  const { runs, compare, gate, digest } = options;
  const canBlock = (each: PromptCase): boolean => isCompared(each) || mustPass(each, gate);
  const groups = [...groupBy(cases, ({ prompt }) => prompt)];
  const prompts = groups.filter(([, all]) => all.some(canBlock)).length;
  return groups.map(([prompt, all]) => {
    const runnable = all.filter(({ head }) => !hasProblem(head));
    const trials = runnable.map((): MadeTrials => ({ head: [], base: [] }));
    const facts = runnable.map((each) => ruleFacts(each, { gate, digest }));
    return {
      prompt,
      runnable,
      others: all.filter(({ head }) => hasProblem(head)),
      trials,
      settings: { runs, compare, prompts: Math.max(1, prompts) },
      ruleCases: () => facts.map((each, index) => withTrials(each, trials[index]!)),
    };
  });
}

/** If the head's version cannot fail, the base's version still decides about a regression. */
function isCompared({ base, head, informational, prior }: PromptCase): boolean {
  return base !== undefined && (!informational || prior !== undefined) && !hasProblem(head);
}

function mustPass({ head, informational, basis, prior }: PromptCase, gate: Gate): boolean {
  const isAlone = basis === "new" || basis === "no-base" || prior !== undefined;
  return !hasProblem(head) && !informational && (isAlone || gate === "all");
}

type RuleFacts = Omit<RuleCase, "head" | "base">;

function ruleFacts(
  each: PromptCase,
  { gate, digest }: Pick<PromptOptions, "gate" | "digest">,
): RuleFacts {
  const [head, base] = [each.head, each.base].map((side) =>
    side && "request" in side ? side.request.rendered : undefined,
  );
  return {
    requests: { head: digest(head!), base: base && digest(base) },
    isCompared: isCompared(each),
    mustPass: mustPass(each, gate),
    isSteady: [head, base].some((side) => side && hasNoRandomness(side.prompt.parameters)),
  };
}

/** Whether replies with these parameters repeat themselves. */
export function hasNoRandomness({
  temperature,
  seed,
}: Readonly<Record<"temperature" | "seed", unknown>>): boolean {
  return temperature === 0 || typeof seed === "number";
}

function withTrials(facts: RuleFacts, { head, base }: MadeTrials): RuleCase {
  const toRule = (made: MadeTrial): RuleTrial => ruleTrial(made, facts.isSteady);
  return { ...facts, head: head.map(toRule), base: base.map(toRule) };
}

function ruleTrial({ judged, isRepeat }: MadeTrial, isSteady: boolean): RuleTrial {
  const { call, outcome, prior } = judged;
  return {
    outcome: prior?.outcome ?? outcome,
    ownOutcome: outcome,
    cause: (prior && unmeasuredCause(prior)) ?? unmeasuredCause(judged),
    isRepeat,
    isCached: "run" in call && call.cached,
    reply: isSteady && "run" in call ? replyText(call.run.message) : undefined,
  };
}

/** The content of a reply, without the ids of tool calls, which differ each time. */
function replyText(message: { readonly content: readonly object[] }): string {
  return JSON.stringify(message.content, (key, value: unknown) =>
    key === "toolCallId" ? undefined : value,
  );
}

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
      const each = prompt.runnable[ask.cases[at]!]!;
      const own = await maker.judge.judge(each, request, outcomes[at]!);
      if (!each.prior) return own;
      return { ...own, prior: await maker.judge.judge(each.prior, request, outcomes[at]!) };
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
  const units = unitsOf(ruleCases());
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
  const isTimed = sharing.some(
    (each) => needsLatency(each) || (each.prior !== undefined && needsLatency(each.prior)),
  );
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
