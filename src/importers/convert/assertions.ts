// Assertions and evaluations in the form of definitions, for importers of test data.
import { canonicalJson, type JsonObject, withoutKeys } from "../../engine/model/json.ts";
import type { Variables } from "../../engine/render/template.ts";

/** What all assertions about text can have. */
export interface AssertionOptions {
  readonly ignoreCase?: boolean;
  readonly negate?: boolean;
  readonly jsonPath?: string;
  readonly weight?: number;
  /** Its name in the source, kept as a note. */
  readonly name?: string | undefined;
}

/** An assertion about a text; `value` is one text, or the texts of CONTAINS_ALL and CONTAINS_ANY. */
export function textAssertion(
  type: "EXACT_MATCH" | "STARTS_WITH" | "CONTAINS_ALL" | "CONTAINS_ANY",
  value: string | readonly string[],
  { ignoreCase = false, negate = false, jsonPath, weight = 1, name }: AssertionOptions = {},
): JsonObject {
  return {
    type,
    ...noteOf(name),
    ...(typeof value === "string" ? { targetValue: value } : { targetValues: value }),
    ...(jsonPath !== undefined && { jsonPath }),
    ...(ignoreCase && { ignoreCase }),
    ...(negate && { negate }),
    ...(weight !== 1 && { weight }),
  };
}

/** An assertion about the reply as a whole: COST, LATENCY or TOOL_CALLED. */
export function limitAssertion(
  type: "COST" | "LATENCY" | "TOOL_CALLED",
  target: number | string,
  { weight = 1, name }: Pick<AssertionOptions, "weight" | "name"> = {},
): JsonObject {
  const field = typeof target === "string" ? "toolName" : "targetThreshold";
  return { type, ...noteOf(name), [field]: target, ...(weight !== 1 && { weight }) };
}

function noteOf(name: string | undefined): JsonObject {
  return name === undefined || name === "" ? {} : { metadata: { name } };
}

/** A case of test data. */
export interface ImportedTestCase {
  /** Its name, which other cases may have too; undefined for "case" and its number. */
  readonly name: string | undefined;
  readonly variables: Variables;
  readonly assertions: readonly JsonObject[];
  readonly checks?: readonly JsonObject[];
  readonly threshold?: number | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** The name of a case without one. */
const caseNumber = /^case \d+$/;

/** A name that no other evaluation has: a case without a name of its own gets the next number. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  const base = caseNumber.test(name) ? "case" : name;
  let unique = name;
  for (let number = 2; isTaken(unique); number++) unique = `${base} ${number}`;
  return unique;
}

/**
 * The name of an evaluation beside others: its own if an existing one has it, because that has changed;
 * otherwise one that is free.
 */
export function adjustedName(
  name: string,
  taken: ReadonlySet<string>,
  existing: ReadonlySet<string>,
): string {
  const isChanged = existing.has(name) && !caseNumber.test(name);
  return isChanged ? name : freeName(name, (each) => taken.has(each));
}

/** The evaluations with those of `more` that have another content, under names of their own. */
export function joinedEvaluations(
  evaluations: readonly JsonObject[],
  more: readonly JsonObject[],
): JsonObject[] {
  const contents = new Set(evaluations.map(contentKey));
  const names = new Set(evaluations.map(({ name }) => String(name)));
  const added = more.filter((each) => !contents.has(contentKey(each)));
  const renamed = added.map((each) => {
    const name = freeName(String(each["name"]), (taken) => names.has(taken));
    names.add(name);
    return { ...each, name };
  });
  return [...evaluations, ...renamed];
}

function contentKey(evaluation: JsonObject): string {
  return canonicalJson(withoutKeys(evaluation, ["name"]));
}

/** The evaluations of the cases, with unique names without `/`. */
export function evaluationsOf(cases: readonly ImportedTestCase[]): JsonObject[] {
  const used = new Set<string>();
  return cases.map(({ name, variables, assertions, checks = [], threshold, metadata }, index) => {
    const base = (name ?? "")
      .replace(/\s*\/\s*|\s+/g, " ")
      .trim()
      .replace(/^(?:id: ?)+/, "");
    const wanted = base === "" ? `case ${index + 1}` : base;
    const unique = freeName(wanted, (taken) => used.has(taken));
    used.add(unique);
    return {
      name: unique,
      ...(metadata && { metadata }),
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(threshold !== undefined && threshold !== 1 && { threshold }),
      assertions,
      ...(checks.length > 0 && { checks }),
    };
  });
}

/** The name of the evaluation with the values of a request. */
const asSent = "as sent";

/** The evaluation that restores an imported request; none if the request has no values. */
export function evaluationAsSent(values: ReadonlyMap<string, string>): JsonObject[] {
  if (values.size === 0) return [];
  return evaluationsOf([{ name: asSent, variables: Object.fromEntries(values), assertions: [] }]);
}
