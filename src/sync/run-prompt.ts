// Runs the cases of one prompt: makes the trials that the rule asks for until it asks for no more, then
// decides.
import { type Case, hasProblem } from "../engine/evaluate/cases/case.ts";
import { type CaseResult, resultOf } from "../engine/evaluate/case-result.ts";
import type { Gate, PromptSuite } from "../engine/evaluate/gate.ts";
import { needsLatency } from "../engine/evaluate/judge-trial.ts";
import type {
  DeployedPrompt,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import { decidePrompt, type NextTrial, nextTrials } from "../engine/evaluate/rule/prompt-rule.ts";
import {
  firstTrials,
  type RuleCase,
  type RuleSettings,
  type RuleTrial,
} from "../engine/evaluate/rule/rule-state.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import { groupBy } from "../engine/model/collections.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ReplyJudge } from "./reply-judge.ts";

/** What a trial of a case sends. */
export interface CaseRequest {
  readonly rendered: RenderedPrompt;
  readonly deployed?: DeployedPrompt;
}

type PromptCase = Case<CaseRequest>;

interface MadeTrials {
  readonly head: JudgedTrial[];
  readonly base: JudgedTrial[];
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

/** Groups the cases by their prompts. */
export function promptCases(
  cases: readonly PromptCase[],
  options: Pick<RuleSettings, "runs" | "compare"> & { readonly gate: Gate },
): PromptCases[] {
  const groups = [...groupBy(cases, ({ prompt }) => prompt)];
  const prompts = groups.filter(([, all]) => all.some(isCompared)).length;
  const { runs, compare, gate } = options;
  return groups.map(([prompt, all]) => {
    const runnable = all.filter(({ head }) => !hasProblem(head));
    const trials = runnable.map((): MadeTrials => ({ head: [], base: [] }));
    return {
      prompt,
      runnable,
      others: all.filter(({ head }) => hasProblem(head)),
      trials,
      settings: { runs, compare, prompts: Math.max(1, prompts) },
      ruleCases: () => runnable.map((each, index) => ruleCase(each, trials[index]!, gate)),
    };
  });
}

/** If the head's version cannot fail, the base's version still decides about a regression. */
function isCompared({ base, head, informational, prior }: PromptCase): boolean {
  return base !== undefined && (!informational || prior !== undefined) && !hasProblem(head);
}

function ruleCase(each: PromptCase, { head, base }: MadeTrials, gate: Gate): RuleCase {
  const { informational, basis, prior } = each;
  const isSteady = [each.head, each.base].some(
    (side) =>
      side !== undefined &&
      "request" in side &&
      hasNoRandomness(side.request.rendered.prompt.parameters),
  );
  const toRule = (trial: JudgedTrial): RuleTrial => ruleTrial(trial, isSteady);
  const isAlone = basis === "new" || basis === "no-base" || prior !== undefined;
  return {
    head: head.map(toRule),
    base: base.map(toRule),
    isCompared: isCompared(each),
    mustPass: !informational && (isAlone || gate === "all"),
    isSteady,
  };
}

/** Whether replies with these parameters repeat themselves. */
export function hasNoRandomness({
  temperature,
  seed,
}: Readonly<Record<"temperature" | "seed", unknown>>): boolean {
  return temperature === 0 || typeof seed === "number";
}

function ruleTrial({ call, outcome, prior }: JudgedTrial, isSteady: boolean): RuleTrial {
  return {
    outcome: prior?.outcome ?? outcome,
    ownOutcome: outcome,
    isRecent: "run" in call && call.isRecent,
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
}

/** Makes the trials of a prompt. `afterCase` is called once for each case. */
export async function runPrompt(
  prompt: PromptCases,
  maker: TrialMaker,
  afterCase: () => void,
): Promise<PromptResult> {
  const { runnable, others, trials, settings, ruleCases } = prompt;
  const finished = new Set<Case>(others);
  for (const _other of others) afterCase();
  for (;;) {
    const next = nextTrials(ruleCases(), settings);
    const running = new Set(next.map(({ index }) => runnable[index]!));
    for (const each of runnable)
      if (!running.has(each) && !finished.has(each)) {
        finished.add(each);
        afterCase();
      }
    if (next.length === 0) return resultOfPrompt(prompt);
    const made = await Promise.all(
      next.map((trial) => makeTrial(maker, runnable[trial.index]!, trialRequest(prompt, trial))),
    );
    for (const [at, { index, side }] of next.entries()) trials[index]![side].push(made[at]!);
  }
}

/** Calls, and judges the reply; by the version of the base too where the evaluation changed. */
async function makeTrial(
  { call, judge }: TrialMaker,
  each: PromptCase,
  request: TrialRequest,
): Promise<JudgedTrial> {
  const outcome = await call(request);
  const own = await judge.judge(each, request, outcome);
  if (!each.prior) return own;
  return { ...own, prior: await judge.judge(each.prior, request, outcome) };
}

function resultOfPrompt(cases: PromptCases): PromptResult {
  const { prompt, runnable, others, trials, settings, ruleCases } = cases;
  const known = ruleCases();
  const { cases: decisions, suite } = decidePrompt(known, settings);
  const compared = known.filter((each) => each.isCompared).length;
  const first = firstTrials(compared, settings.runs);
  const results = runnable.map((each, index): [Case, CaseResult] => {
    const { compared: ofCompared, others: ofOthers } = first;
    const outcome = {
      trials: trials[index]!,
      firstTrials: known[index]!.isCompared ? ofCompared : ofOthers,
      decision: decisions[index]!,
    };
    return [each, resultOf(each, outcome)];
  });
  const noTrials = { trials: { head: [], base: [] }, firstTrials: 0, decision: "clear" } as const;
  return {
    results: new Map([
      ...results,
      ...others.map((each): [Case, CaseResult] => [each, resultOf(each, noTrials)]),
    ]),
    suites: suite ? [{ prompt, ...suite }] : [],
  };
}

/** The request of a trial. */
export function trialRequest(
  { runnable }: PromptCases,
  { index, side, trial, isFresh }: NextTrial,
): TrialRequest {
  const each = runnable[index]!;
  const prepared = each[side];
  if (!prepared || hasProblem(prepared)) throw new Error(`${each.address} has no ${side} request`);
  return {
    evaluation: each.address,
    side,
    trial,
    ...prepared.request,
    needsLatency: needsLatency(each) || (each.prior !== undefined && needsLatency(each.prior)),
    needsRecent: isFresh,
  };
}
