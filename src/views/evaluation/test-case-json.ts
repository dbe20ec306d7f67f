// A case and its trials in the result of promptctl test.
import type { CaseResult } from "../../engine/evaluate/case-result.ts";
import { passCount } from "../../engine/evaluate/compare.ts";
import { textOf } from "../../engine/evaluate/assertions/judge-assertion.ts";
import type { JudgedTrial } from "../../engine/evaluate/trials/trial.ts";
import { objectOf } from "../../engine/model/json.ts";
import type { CallReply } from "../../engine/evaluate/trials/trial-calls.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import type {
  TestAssertion,
  TestCase,
  TestLocation,
  TestOtherVersion,
  TestReply,
  TestSide,
  TestTrial,
} from "../../generated/types.ts";
import { assertionJson } from "./test-assertion.ts";

/** The definitions of the head by their addresses. */
export interface DefinitionLookup {
  /** The definition of the head with an address. */
  readonly definitionOf: (address: Address) => Definition;
  /** The location of a definition in the files. */
  readonly locationOf: (address: Address) => TestLocation | undefined;
}

/** The case in the result. */
export function caseJson(result: CaseResult, lookup: DefinitionLookup): TestCase {
  const { address, prompt, verdict, comparison, reason, weight, threshold, trials } = result;
  return {
    address,
    prompt,
    ...locationField(lookup, address),
    verdict,
    ...(comparison && { comparison }),
    ...(reason !== undefined && { reason }),
    weight,
    threshold,
    variables: variablesOf(lookup.definitionOf(address)),
    head: sideJson(trials.head, lookup),
    ...(trials.base.length > 0 && { base: sideJson(trials.base, lookup) }),
  };
}

function variablesOf({ spec }: Definition): TestCase["variables"] {
  return objectOf(spec["variables"]) as TestCase["variables"];
}

function sideJson(trials: readonly JudgedTrial[], lookup: DefinitionLookup): TestSide {
  return {
    ...passCount(trials.map(({ outcome }) => outcome)),
    trials: trials.map((trial, index) => trialJson(trial, index + 1, lookup)),
  };
}

function trialJson(trial: JudgedTrial, number: number, lookup: DefinitionLookup): TestTrial {
  const { call, outcome, score, verdicts } = trial;
  const head = { number, outcome, score };
  if ("problem" in call) return { ...head, cached: false, problem: call.problem, assertions: [] };
  return {
    ...head,
    cached: call.cached,
    date: call.date,
    reply: replyJson(call),
    assertions: assertionsJson(verdicts, lookup),
    ...(trial.prior && { otherVersion: versionJson("base", trial.prior, lookup) }),
    ...(trial.own && { otherVersion: versionJson("head", trial.own, lookup) }),
  };
}

function versionJson(
  side: TestOtherVersion["side"],
  { outcome, score, verdicts }: JudgedTrial,
  lookup: DefinitionLookup,
): TestOtherVersion {
  return { side, outcome, score, assertions: assertionsJson(verdicts, lookup) };
}

function assertionsJson(
  verdicts: JudgedTrial["verdicts"],
  { locationOf }: DefinitionLookup,
): TestAssertion[] {
  return verdicts.map((each) => assertionJson(each, locationOf(each.address)));
}

function replyJson({ run, cached }: CallReply): TestReply {
  const { stats, message, stopReason, stopExplanation } = run;
  return {
    text: textOf(message.content),
    toolCalls: message.content.flatMap((block) =>
      block.type === "TOOL_CALL"
        ? [{ name: block.toolCall.function.name, arguments: block.toolCall.function.arguments }]
        : [],
    ),
    stopReason,
    ...(stopExplanation !== undefined && { stopExplanation }),
    inputTokenCount: stats.inputTokenCount,
    outputTokenCount: stats.outputTokenCount,
    latency: cached ? null : stats.latency,
    cost: stats.cost,
  };
}

/** The field `location`, if the location is known. */
export function locationField(
  { locationOf }: DefinitionLookup,
  address: Address,
): { readonly location?: TestLocation } {
  const location = locationOf(address);
  return location ? { location } : {};
}
