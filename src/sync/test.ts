// Runs the evaluations of definitions: make cases → select → estimate → run → judge. Nothing
// here can write to a service.
import type { TestRun } from "../engine/evaluate/test-run.ts";
import type { Case, Prepared } from "../engine/evaluate/cases/case.ts";
import { type CaseSide, makeCases } from "../engine/evaluate/cases/cases.ts";
import { applyGate, type GateSettings } from "../engine/evaluate/gate.ts";
import { looseningsOf } from "../engine/evaluate/loosened.ts";
import { leastAsks, mostReplies } from "../engine/evaluate/rule/prompt-rule.ts";
import { type CaseInput, renderCase } from "../engine/evaluate/cases/render-case.ts";
import type { RuleSettings } from "../engine/evaluate/rule/rule-state.ts";
import {
  type CasePatterns,
  type CaseSelection,
  isSelectedPrompt,
  isSelectedTest,
  matchingCases,
  selectCases,
} from "../engine/evaluate/cases/select-cases.ts";
import { once } from "../engine/model/collections.ts";
import { createCallLimit } from "../engine/model/call-limit.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type {
  PromptCalls,
  RunEstimate,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { Definition } from "../engine/model/resource.ts";
import type { CommandSources } from "./command-sources.ts";
import type { FindDeployed } from "./deployed-prompts.ts";
import { loadLibraries, openReplyJudge } from "./judge-replies.ts";
import type { ReplyJudge } from "./reply-judge.ts";
import { type CaseRequest, promptCases, type PromptCases } from "./prompt-cases.ts";
import { type PromptResult, runPrompt, trialRequests } from "./run-prompt.ts";

export interface TestSources {
  readonly kinds: Kinds;
  /** The proposed definitions. They have no errors. */
  readonly head: readonly Definition[];
  /** The definitions to compare with; undefined without a base. */
  readonly base: readonly Definition[] | undefined;
  readonly calls: PromptCalls;
  /** The proposed definitions without the values that are tried out: judges keep theirs. */
  readonly judges?: readonly Definition[];
  /** Equal for requests whose replies can be equal: to the same provider, or to the same application. */
  digest(this: void, request: CaseRequest, side: CaseSide): string;
  /** Finds the deployed prompt that runs a case; only for calls through the service. */
  readonly findDeployed?: FindDeployed | undefined;
  /** Programs of the project; undefined if commands are not allowed. */
  readonly commands?: CommandSources | undefined;
}

export interface TestOptions
  extends CasePatterns, CaseSelection, GateSettings, Pick<RuleSettings, "runs" | "compare"> {
  /** The number of calls to a provider that may be in progress at once. */
  readonly concurrency: number;
  /** Called before the first call. Throws a Failure to refuse the run. */
  beforeCalls(this: void, estimate: RunEstimate, cases: readonly Case[]): void;
  /** Called when the result of a case is decided. */
  afterCase(this: void): void;
}

/** Runs the selected cases, and judges them. */
export async function runTests(sources: TestSources, options: TestOptions): Promise<TestRun> {
  const [run] = await runHeads([sources], options);
  return run!;
}

/** Runs the cases of each head, one after another: with one estimate, and shared calls of the base. */
export async function runHeads(
  heads: readonly TestSources[],
  options: TestOptions,
): Promise<TestRun[]> {
  const prepared: PreparedRun[] = [];
  for (const sources of heads) prepared.push(await prepareRun(sources, options));
  const requests = prepared.flatMap((each) => each.requests);
  const estimate = await heads[0]!.calls.estimate(requests);
  const most = prepared.reduce((sum, each) => sum + each.mostCalls, 0);
  const mostCalls = Math.max(estimate.calls, most);
  options.beforeCalls(
    { ...estimate, mostCalls },
    prepared.flatMap(({ selected }) => selected),
  );
  const runs: TestRun[] = [];
  for (const { run } of prepared) runs.push(await run());
  return runs;
}

/** A run before its first call. */
interface PreparedRun {
  readonly selected: readonly Case[];
  /** Those of a run in which every reply passes, and of their judges. */
  readonly requests: readonly TrialRequest[];
  /** The largest number of calls. */
  readonly mostCalls: number;
  run(this: void): Promise<TestRun>;
}

/** Makes the cases, and selects those that run. */
async function prepareRun(sources: TestSources, options: TestOptions): Promise<PreparedRun> {
  const { kinds, head, base, judges = head, digest, commands } = sources;
  const libraries = await loadLibraries([...head, ...(base ?? [])].map(({ spec }) => spec));
  const { compilePattern } = libraries;
  const prepare = preparer(sources);
  const list = makeCases({
    kinds,
    head,
    judges,
    base,
    prepare,
    compilePattern,
    digest,
    sidesDiffer: commands?.application?.sidesDiffer ?? false,
    hasBaseCode: commands?.hasBaseCode ?? false,
  });
  const named = matchingCases(list.cases, options);
  const selected = selectCases(named, options);
  const prompts = promptCases(selected, { ...options, digest });
  const first = prompts.flatMap((prompt) =>
    leastAsks(prompt.ruleCases(), prompt.settings).flatMap((ask) =>
      trialRequests(prompt, ask).map((request, at) => ({
        checks: prompt.runnable[ask.cases[at]!]!,
        request,
      })),
    ),
  );
  const judge = await openReplyJudge(sources, selected, libraries);
  const judgements = await judge.expected(first);
  const requests = [...first.map(({ request }) => request), ...judgements];
  const mostCalls = prompts.reduce((sum, prompt) => sum + mostCallsOf(prompt, judge), 0);
  const run = async (): Promise<TestRun> => {
    const { results, suites } = await runPrompts({ ...sources, judge }, prompts, options);
    const loosened = base ? looseningsOf(kinds, judges, base, compilePattern) : [];
    const inOrder = selected.map((each) => results.get(each)!);
    const { removed, basePrompts } = list;
    const untested = list.untested.filter(({ prompt }) => isSelectedPrompt(prompt, options));
    const parents = new Map(
      [...(base ?? []), ...head].map(({ address, parent }) => [address, parent]),
    );
    const ofSelected = loosened.filter(({ test: address }) =>
      isSelectedTest({ address, prompt: parents.get(address) ?? address }, options),
    );
    const gate = applyGate({ results: inOrder, suites, untested, loosened: ofSelected }, options);
    const unchanged = named.length - selected.length;
    return { results: inOrder, unchanged, removed, untested, loosened, gate, suites, basePrompts };
  };
  return { selected, requests, mostCalls, run };
}

/** The largest number of calls for a prompt, those to judges included. */
function mostCallsOf({ runnable, settings, ruleCases }: PromptCases, judge: ReplyJudge): number {
  const judgements = runnable.reduce((most, each) => Math.max(most, judge.mostCalls(each)), 0);
  const { calls, trials } = mostReplies(ruleCases(), settings);
  return calls + trials * judgements;
}

/** Returns a function that makes the request of one side of a case. */
function preparer({ findDeployed, commands }: TestSources) {
  return (input: CaseInput, side: CaseSide): Prepared<CaseRequest> => {
    const problem = commands?.application?.problemOf(side);
    if (problem !== undefined) return { problem };
    const rendering = renderCase(input);
    if ("problem" in rendering) {
      const { problem, isExternal } = rendering;
      return { problem: isExternal ? `${problem} ${externalAdvice(findDeployed)}` : problem };
    }
    const { rendered } = rendering;
    const line = commands && once(() => commands.lineOf({ ...input, rendered }, side));
    if (!findDeployed) return { request: { rendered, ...(line && { line }) } };
    const deployed = findDeployed(input);
    if ("problem" in deployed) return deployed;
    return { request: { rendered, deployed, ...(line && { line }) } };
  };
}

function externalAdvice(findDeployed: TestSources["findDeployed"]): string {
  return findDeployed
    ? "The service does not have it either."
    : "Use --on service to run the deployed prompt.";
}

/**
 * Trials in progress for each call that may be in progress: enough for several providers, and few,
 * because each takes memory (docs/performance.md, row "memory of 10,000 cases").
 */
const casesPerCall = 16;

/** Runs all prompts. Their calls share the limit. */
async function runPrompts(
  { calls, judge }: Pick<TestSources, "calls"> & { readonly judge: ReplyJudge },
  prompts: readonly PromptCases[],
  { concurrency, afterCase }: TestOptions,
): Promise<PromptResult> {
  const inLimit = createCallLimit(casesPerCall * concurrency);
  const call: PromptCalls["call"] = (request) => calls.call(request);
  const all = await Promise.all(
    prompts.map((prompt) => runPrompt(prompt, { call, judge, inLimit }, afterCase)),
  );
  return {
    results: new Map(all.flatMap(({ results }) => [...results])),
    suites: all.flatMap(({ suites }) => suites),
  };
}
