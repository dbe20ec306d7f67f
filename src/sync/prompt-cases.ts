// The selected cases of each prompt of a run, and what the rule of the gate knows about them.
import {
  type Case,
  hasProblem,
  hasQuestions,
  checkVersions,
} from "../engine/evaluate/cases/case.ts";
import type { Gate } from "../engine/evaluate/gate.ts";
import type { CommandLine } from "../engine/evaluate/trials/command-lines.ts";
import type { RuleCase, RuleSettings, RuleTrial } from "../engine/evaluate/rule/rule-state.ts";
import type { DeployedPrompt } from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import type { CaseSide } from "../engine/evaluate/cases/cases.ts";
import { unmeasuredCause } from "../engine/evaluate/unmeasured-cause.ts";
import { groupBy } from "../engine/model/collections.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";

/** What a trial of a case sends. */
export interface CaseRequest {
  readonly rendered: RenderedPrompt;
  readonly deployed?: DeployedPrompt;
  readonly line?: () => CommandLine;
}

type PromptCase = Case<CaseRequest>;

/** The trials of a case; of a reply that was asked for twice, the second one. */
interface MadeTrials {
  readonly head: MadeTrial[];
  readonly base: MadeTrial[];
}

/** A judged trial of a run. */
export interface MadeTrial {
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
  digest(this: void, request: CaseRequest, side: CaseSide): string;
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
    side && "request" in side ? side.request : undefined,
  );
  return {
    requests: { head: digest(head!, "head"), base: base && digest(base, "base") },
    isCompared: isCompared(each),
    mustPass: mustPass(each, gate),
    isSteady:
      !checkVersions(each).some(hasQuestions) && // a judge can answer otherwise about an equal reply
      [head, base].some((side) => side && hasNoRandomness(side.rendered.prompt.parameters)),
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
