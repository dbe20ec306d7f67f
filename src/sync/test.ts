// Runs the evaluations of definitions: make cases → select → estimate → run → judge. Nothing
// here can write to a service.
import { type Case, hasProblem, type Prepared } from "../engine/evaluate/case.ts";
import { type CaseResult, resultOf } from "../engine/evaluate/case-result.ts";
import { plannedTrials } from "../engine/evaluate/compare.ts";
import { type CaseList, makeCases } from "../engine/evaluate/cases.ts";
import { applyGate, type GateResult, type GateSettings } from "../engine/evaluate/gate.ts";
import { needsLatency } from "../engine/evaluate/judge-trial.ts";
import { type Loosening, looseningsOf } from "../engine/evaluate/loosened.ts";
import { type NextTrial, nextTrials } from "../engine/evaluate/next-trials.ts";
import { type CaseInput, renderCase } from "../engine/evaluate/render-case.ts";
import {
  type CasePatterns,
  type CaseSelection,
  matchingCases,
  selectCases,
} from "../engine/evaluate/select-cases.ts";
import type { JudgedTrial, TrialSettings } from "../engine/evaluate/trial.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type {
  DeployedPrompt,
  PromptCalls,
  RunEstimate,
  TrialRequest,
} from "../engine/evaluate/prompt-calls.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { Address, Definition } from "../engine/model/resource.ts";
import type { FindDeployed } from "./deployed-prompts.ts";
import { openReplyJudge } from "./judge-replies.ts";
import type { ReplyJudge } from "./reply-judge.ts";

export interface TestSources {
  readonly kinds: Kinds;
  /** The proposed definitions. They have no errors. */
  readonly head: readonly Definition[];
  /** The definitions to compare with; undefined without a base. */
  readonly base: readonly Definition[] | undefined;
  readonly calls: PromptCalls;
  /** The proposed definitions without the values that are tried out: judges keep theirs. */
  readonly judges?: readonly Definition[];
  /** The digest of the native request of a prompt. */
  digest(this: void, rendered: RenderedPrompt): string;
  /** Finds the deployed prompt that runs a case; only for calls through the service. */
  readonly findDeployed?: FindDeployed | undefined;
}

export interface TestOptions
  extends CasePatterns, CaseSelection, TrialSettings, Omit<GateSettings, "hasBase"> {
  /** The number of calls to a provider that may be in progress at once. */
  readonly concurrency: number;
  /** Called before the first call. Throws a Failure to refuse the run. */
  beforeCalls(this: void, estimate: RunEstimate, cases: readonly Case[]): void;
  /** Called when the result of a case is decided. */
  afterCase(this: void): void;
}

/** The result of a run, as data. */
export interface TestRun {
  /** The cases that ran, or were selected and could not run, in the order of the definitions. */
  readonly results: readonly CaseResult[];
  /** The number of cases that the change does not affect, and that did not run. */
  readonly unchanged: number;
  /** The evaluations that only the base has. */
  readonly removed: readonly Address[];
  readonly loosened: readonly Loosening[];
  readonly gate: GateResult;
  /** The prompts of the base by the addresses of the head. */
  readonly basePrompts: ReadonlyMap<Address, Definition>;
}

/** Runs the selected cases, and judges them. */
export async function runTests(sources: TestSources, options: TestOptions): Promise<TestRun> {
  const { kinds, head, base } = sources;
  const digest = ({ rendered }: CaseRequest): string => sources.digest(rendered);
  const list = makeCases({ kinds, head, base, prepare: preparer(sources), digest });
  const named = matchingCases(list.cases, options);
  const selected = selectCases(named, options);
  const first = selected.flatMap((each) =>
    nextTrials(each, noTrials, options).map((next) => ({
      checks: each,
      request: trialRequest(each, next),
    })),
  );
  const judge = await openReplyJudge({ judges: head, ...sources }, selected);
  const judgements = await judge.expected(first);
  const trials = first.map(({ request }) => request);
  const estimate = await sources.calls.estimate([...trials, ...judgements]);
  const further = mostCalls(selected, options, judge) - first.length - judgements.length;
  options.beforeCalls({ ...estimate, mostCalls: estimate.calls + further }, selected);
  const results = await runCases({ ...sources, judge }, selected, options);
  const loosened = base ? looseningsOf(kinds, head, base) : [];
  const gate = applyGate(results, { ...options, hasBase: base !== undefined });
  const unchanged = named.length - selected.length;
  const { removed, basePrompts } = list;
  return { results, unchanged, removed, loosened, gate, basePrompts };
}

/** The number of calls if each case needs all confirmations and all its judges. */
function mostCalls(cases: readonly Case[], settings: TrialSettings, judge: ReplyJudge): number {
  const planned = plannedTrials(settings);
  return cases.reduce((sum, each) => {
    const { head, base, informational } = each;
    if (hasProblem(head)) return sum;
    const trials = informational ? 1 : base ? 2 * planned : planned;
    return sum + trials * (1 + judge.mostCalls(each));
  }, 0);
}

const noTrials = { head: [], base: [] };

/** What a trial of a case sends. */
interface CaseRequest {
  readonly rendered: RenderedPrompt;
  readonly deployed?: DeployedPrompt;
}

type RunnableCase = CaseList<CaseRequest>["cases"][number];

/** Returns a function that makes the request of one side of a case. */
function preparer({ findDeployed }: TestSources) {
  return (input: CaseInput): Prepared<CaseRequest> => {
    const rendering = renderCase(input);
    if ("problem" in rendering) {
      const { problem, isExternal } = rendering;
      return { problem: isExternal ? `${problem} ${externalAdvice(findDeployed)}` : problem };
    }
    const { rendered } = rendering;
    if (!findDeployed) return { request: { rendered } };
    const deployed = findDeployed(input);
    if ("problem" in deployed) return deployed;
    return { request: { rendered, deployed } };
  };
}

function externalAdvice(findDeployed: TestSources["findDeployed"]): string {
  return findDeployed
    ? "The service does not have it either."
    : "Use --on service to run the deployed prompt.";
}

/**
 * Cases in progress for each call that may be in progress: enough for several providers, and few,
 * because each takes memory (docs/performance.md, row "memory of 10,000 cases").
 */
const casesPerCall = 16;

type RunSources = Pick<TestSources, "calls"> & { readonly judge: ReplyJudge };

async function runCases(
  sources: RunSources,
  cases: readonly RunnableCase[],
  options: TestOptions,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const waiting = cases.entries();
  const runWaiting = async (): Promise<void> => {
    for (const [index, each] of waiting) {
      results[index] = await runCase(sources, each, options);
      options.afterCase();
    }
  };
  await Promise.all(Array.from({ length: casesPerCall * options.concurrency }, runWaiting));
  return results;
}

/** Makes the trials of a case until its result is decided. */
async function runCase(
  { calls, judge }: RunSources,
  each: RunnableCase,
  settings: TrialSettings,
): Promise<CaseResult> {
  const trials: { head: JudgedTrial[]; base: JudgedTrial[] } = { head: [], base: [] };
  for (;;) {
    const next = nextTrials(each, trials, settings);
    if (next.length === 0) return resultOf(each, trials, settings);
    const judged = await Promise.all(
      next.map(async (trial) => {
        const request = trialRequest(each, trial);
        return judge.judge(each, request, await calls.call(request));
      }),
    );
    for (const [index, { side }] of next.entries()) trials[side].push(judged[index]!);
  }
}

function trialRequest(each: RunnableCase, { side, trial }: NextTrial): TrialRequest {
  const prepared = each[side];
  if (!prepared || hasProblem(prepared)) throw new Error(`${each.address} has no ${side} request`);
  return {
    evaluation: each.address,
    side,
    trial,
    ...prepared.request,
    needsLatency: needsLatency(each),
  };
}
