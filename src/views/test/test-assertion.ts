// An assertion and its verdict as data: its values on one line, what it expects and what it found.
import { assertionTypes, type LimitSpec } from "../../engine/evaluate/assertion-types.ts";
import type { AssertionSpec, AssertionVerdict, Compared } from "../../engine/evaluate/trial.ts";
import type { TestAssertion, TestLocation } from "../../generated/types.ts";

/** The assertion in the result; `expected` and `actual` only if it failed. */
export function assertionJson(
  { address, assertion, verdict, reason, compared }: AssertionVerdict,
  location: TestLocation | undefined,
): TestAssertion {
  const isMissed = verdict === "fail";
  const actual = isMissed ? actualTexts(assertion, compared) : undefined;
  return {
    address,
    summary: assertionSummary(assertion),
    type: assertion.type,
    ...("negate" in assertion && { negate: assertion.negate }),
    ...("targetValues" in assertion && { targets: assertion.targetValues.length }),
    verdict,
    ...(reason !== undefined && { reason }),
    ...(isMissed && { expected: expectedTexts(assertion, compared) }),
    ...(actual && { actual }),
    weight: assertion.weight,
    ...(location && { location }),
  };
}

/** `not CONTAINS_ANY ["refund"] at $.label, ignoring case`. */
export function assertionSummary(spec: AssertionSpec): string {
  const negation = "negate" in spec && spec.negate ? "not " : "";
  const note = "ignoreCase" in spec && spec.ignoreCase ? ", ignoring case" : "";
  return `${negation}${spec.type} ${targetText(spec)}${note}`;
}

function targetText(spec: AssertionSpec): string {
  if ("targetThreshold" in spec) return limitText(spec, spec.targetThreshold);
  if ("toolName" in spec)
    return "argKeyName" in spec ? `${spec.toolName}(${spec.argKeyName})` : spec.toolName;
  const target = "targetValue" in spec ? spec.targetValue : spec.targetValues;
  return `${JSON.stringify(target)}${spec.jsonPath === "$" ? "" : ` at ${spec.jsonPath}`}`;
}

function limitText({ type }: LimitSpec, limit: number): string {
  return `at most ${assertionTypes[type].text(limit)}`;
}

function expectedTexts(spec: AssertionSpec, compared: Compared): string[] {
  switch (compared.form) {
    case "texts":
      return [...compared.expected];
    case "number":
      return [limitText(spec as LimitSpec, compared.limit)];
    case "calls":
      return [assertionSummary(spec)];
  }
}

/** What was compared; undefined for the whole text of the reply, which the trial has. */
function actualTexts(spec: AssertionSpec, compared: Compared): string[] | undefined {
  switch (compared.form) {
    case "texts":
      return "jsonPath" in spec && spec.jsonPath !== "$" ? [...compared.actual] : undefined;
    case "number":
      if (compared.actual === null) return undefined;
      return [assertionTypes[(spec as LimitSpec).type].text(compared.actual)];
    case "calls":
      return compared.actual.map((call) => `${call.name} ${call.arguments}`);
  }
}
