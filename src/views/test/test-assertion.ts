// An assertion and its verdict as data: its values on one line, what it expects and what it found.
import type { AssertionSpec, AssertionVerdict, Compared } from "../../engine/evaluate/trial.ts";
import { dollars } from "../../engine/text/quantities.ts";
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
  switch (spec.type) {
    case "COST":
      return `COST at most ${dollars(spec.targetThreshold)}`;
    case "LATENCY":
      return `LATENCY at most ${spec.targetThreshold} ms`;
    case "TOOL_CALLED":
      return `TOOL_CALLED ${spec.toolName}`;
    case "TOOL_CALLED_WITH":
      return `${negation(spec)}TOOL_CALLED_WITH ${spec.toolName}(${spec.argKeyName})${caseNote(spec)}`;
    case "EXACT_MATCH":
    case "STARTS_WITH":
      return textSummary(spec, JSON.stringify(spec.targetValue));
    case "CONTAINS_ALL":
    case "CONTAINS_ANY":
      return textSummary(spec, JSON.stringify(spec.targetValues));
  }
}

function textSummary(
  spec: Extract<AssertionSpec, { readonly jsonPath: unknown }>,
  target: string,
): string {
  const path = spec.jsonPath === "$" ? "" : ` at ${spec.jsonPath}`;
  return `${negation(spec)}${spec.type} ${target}${path}${caseNote(spec)}`;
}

function negation({ negate }: { readonly negate: boolean }): string {
  return negate ? "not " : "";
}

function caseNote({ ignoreCase }: { readonly ignoreCase: boolean }): string {
  return ignoreCase ? ", ignoring case" : "";
}

function expectedTexts(spec: AssertionSpec, compared: Compared): string[] {
  switch (compared.form) {
    case "texts":
      return [...compared.expected];
    case "number":
      return [`at most ${quantity(compared.limit, compared.unit)}`];
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
      return compared.actual === null ? undefined : [quantity(compared.actual, compared.unit)];
    case "calls":
      return compared.actual.map((call) => `${call.name} ${call.arguments}`);
  }
}

function quantity(value: number, unit: "USD" | "ms"): string {
  return unit === "USD" ? dollars(value) : `${Math.round(value)} ms`;
}
