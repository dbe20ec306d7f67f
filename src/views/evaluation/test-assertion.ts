// An assertion and its verdict as data: its values on one line, what it expects and what it found.
import {
  assertionTypes,
  type CheckType,
  type LimitSpec,
} from "../../engine/evaluate/assertions/assertion-types.ts";
import type {
  AssertionSpec,
  AssertionVerdict,
  Compared,
} from "../../engine/evaluate/trials/trial.ts";
import type { TestAssertion, TestLocation } from "../../generated/types.ts";

/**
 * The assertion in the result; `expected` and `actual` only if it failed. What a judge replied is `actual`
 * also if that cannot be read.
 */
export function assertionJson(
  { address, assertion, verdict, reason, compared, unanswered, output }: AssertionVerdict,
  location: TestLocation | undefined,
): TestAssertion {
  const isMissed = verdict === "fail";
  const isUnread =
    unanswered !== undefined && compared.form === "found" && compared.actual.length > 0;
  const actual = isMissed || isUnread ? actualTexts(assertion, compared) : undefined;
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
    ...(output !== undefined && { output }),
    weight: assertion.weight,
    ...(location && { location }),
  };
}

/** `not CONTAINS_ANY ["refund"] at $.label, ignoring case`, after the name that a check can have. */
function assertionSummary(spec: AssertionSpec): string {
  const name = "name" in spec && spec.name !== undefined ? `${spec.name}: ` : "";
  const negation = "negate" in spec && spec.negate ? "not " : "";
  const note = "ignoreCase" in spec && spec.ignoreCase ? ", ignoring case" : "";
  return `${name}${negation}${spec.type} ${targetText(spec)}${note}`;
}

/** `The reply must not contain any of "refund", ignoring case`, for people who do not write definitions. */
export function assertionWords(spec: AssertionSpec): string {
  const must = "negate" in spec && spec.negate ? "must not" : "must";
  const note = "ignoreCase" in spec && spec.ignoreCase ? ", ignoring case" : "";
  if ("targetThreshold" in spec)
    return `The ${assertionTypes[spec.type].limit} must be ${limitText(spec, spec.targetThreshold)}`;
  if ("toolName" in spec) {
    return `The reply ${must} call ${spec.toolName}${argumentWords(spec)}`;
  }
  if (!("targetValue" in spec || "targetValues" in spec)) return assertionSummary(spec);
  const place = spec.jsonPath === "$" ? "The reply" : `The value at ${spec.jsonPath}`;
  const targets = "targetValue" in spec ? [spec.targetValue] : spec.targetValues;
  const texts = targets.map((each) => JSON.stringify(each)).join(", ");
  const verb = assertionTypes[spec.type].verb.replace(/ the (target|texts)$/, "");
  return `${place} ${must} ${verb} ${texts}${note}`;
}

type CalledSpec = Extract<AssertionSpec, { readonly toolName: string }>;

/** ` with the arguments {"city":"Berlin"}`; empty if any call will do. */
function argumentWords(spec: CalledSpec): string {
  if ("argKeyName" in spec) return ` with the argument ${spec.argKeyName}`;
  const { values, schema } = wantedOf(spec);
  const texts = [
    ...(values === undefined ? [] : [`the arguments ${shortened(values)}`]),
    ...(schema === undefined ? [] : [`arguments that match the schema ${shortened(schema)}`]),
  ];
  return texts.length === 0 ? "" : ` with ${texts.join(" and ")}`;
}

/** What a check wants of the arguments of a call, as JSON text on one line. */
function wantedOf(spec: CalledSpec): { readonly values?: string; readonly schema?: string } {
  const { values, schema } = {
    values: "arguments" in spec ? spec.arguments : undefined,
    schema: "argumentsSchema" in spec ? spec.argumentsSchema : undefined,
  };
  const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
  return {
    ...(values !== undefined && { values: oneLine(values) }),
    ...(schema !== undefined && { schema: oneLine(schema) }),
  };
}

function targetText(spec: AssertionSpec): string {
  if ("targetThreshold" in spec) return limitText(spec, spec.targetThreshold);
  if ("argKeyName" in spec) return `${spec.toolName}(${spec.argKeyName})`;
  if ("toolName" in spec) {
    const { values, schema } = wantedOf(spec);
    const wanted = [values, schema && `schema ${schema}`].filter((each) => each !== undefined);
    return `${spec.toolName}${wanted.length > 0 ? `(${shortened(wanted.join(", "))})` : ""}`;
  }
  const place = "jsonPath" in spec && spec.jsonPath !== "$" ? ` at ${spec.jsonPath}` : "";
  return `${comparedText(spec)}${place}`;
}

function comparedText(
  spec: Exclude<AssertionSpec, LimitSpec | { readonly toolName: string }>,
): string {
  if ("targetValue" in spec) return JSON.stringify(spec.targetValue);
  if ("targetValues" in spec) return JSON.stringify(spec.targetValues);
  const type: CheckType = assertionTypes[spec.type];
  return shortened(type.target(spec));
}

/** The longest value of a check in its summary, in UTF-16 units: a schema can be long. */
const maxTarget = 120;

function shortened(text: string): string {
  return text.length > maxTarget ? `${text.slice(0, maxTarget)}…`.toWellFormed() : text;
}

function limitText({ type }: LimitSpec, limit: number): string {
  return `at most ${assertionTypes[type].text(limit)}`;
}

function expectedTexts(spec: AssertionSpec, compared: Compared): string[] {
  switch (compared.form) {
    case "texts":
    case "found":
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
    case "found":
      return [...compared.actual];
    case "texts":
      return "jsonPath" in spec && spec.jsonPath !== "$" ? [...compared.actual] : undefined;
    case "number":
      if (compared.actual === null) return undefined;
      return [assertionTypes[(spec as LimitSpec).type].text(compared.actual)];
    case "calls":
      return compared.actual.map((call) => `${call.name} ${call.arguments}`);
  }
}
