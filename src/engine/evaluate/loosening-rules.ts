// What a change does to a test: the one table of it. A looser test certainly asks for less, or with
// another `negate` for the opposite. Where no comparison can say it, the effect is unclear.
import { groupBy } from "../model/collections.ts";
import {
  canonicalJson,
  isObject,
  jsonEquals,
  type JsonObject,
  listOf,
  parseJson,
} from "../model/json.ts";
import type { CompilePattern } from "../text/linear-pattern.ts";
import { assertionType } from "./assertions/assertion-types.ts";
import { comparableText } from "./assertions/judge-calls.ts";
import { includesArguments } from "./assertions/wanted-arguments.ts";
import { alwaysPasses } from "./cases/cannot-fail.ts";

export type Effect = "looser" | "unclear" | "stricter";

/** An evaluation, an assertion or a check on both sides, in canonical form. */
export interface Versions {
  readonly head: JsonObject;
  readonly base: JsonObject;
}

/** What decides about an effect besides the field. */
export interface EffectContext {
  /** That of the evaluation on the head. */
  readonly threshold: number;
  /** Undefined: each pattern can fail. */
  readonly compilePattern?: CompilePattern | undefined;
}

interface Rules {
  readonly [field: string]: (versions: Versions, context: EffectContext) => Effect;
}

const evaluationRules: Rules = {
  name: () => "stricter", // it decides nothing
  threshold: ({ head, base }) => (isLower("threshold", head, base) ? "looser" : "stricter"),
  // In the score of the prompt, a higher one makes up for other evaluations.
  weight: ({ head, base }) => (isLower("weight", head, base) ? "looser" : "unclear"),
};

const assertionRules: Rules = {
  name: () => "stricter", // it decides nothing
  weight: ({ head, base }, context) => {
    if (!isLower("weight", head, base)) return addedEffect(head, context);
    return canFail(base, context) ? "looser" : "stricter";
  },
  negate: () => "looser",
  targetThreshold: ({ head, base }) =>
    isLower("targetThreshold", base, head) ? "looser" : "stricter",
  targetValue: targetsEffect,
  targetValues: targetsEffect,
  ignoreCase: ({ head }) =>
    (head["ignoreCase"] === true) === (head["negate"] === true) ? "stricter" : "looser",
  pattern: ({ head }, context) => (canFail(head, context) ? "unclear" : "looser"),
  arguments: (versions) => argumentsEffect(versions),
  argumentsSchema: ({ head, base }) => {
    if (base["argumentsSchema"] === undefined) return isNegated(head) ? "looser" : "stricter";
    if (head["argumentsSchema"] === undefined) return isNegated(head) ? "stricter" : "looser";
    return !isNegated(head) && acceptsAll(head["argumentsSchema"]) ? "looser" : "unclear";
  },
  schema: ({ head }) =>
    head["negate"] !== true && acceptsAll(head["schema"]) ? "looser" : "unclear",
};

/** The effect of a changed field of an evaluation; fields without a rule have an unclear one. */
export function evaluationEffect(field: string, versions: Versions): Effect {
  return evaluationRules[field]?.(versions, { threshold: 1 }) ?? "unclear";
}

/** The effect of a changed field of an assertion or a check. */
export function assertionEffect(field: string, versions: Versions, context: EffectContext): Effect {
  return assertionRules[field]?.(versions, context) ?? "unclear";
}

/** The effect of an added assertion: with a threshold below 1, it makes up for others that fail. */
export function addedEffect(spec: JsonObject, context: EffectContext): Effect {
  if (context.threshold >= 1 || spec["weight"] === 0) return "stricter";
  return canFail(spec, context) ? "unclear" : "looser";
}

/** Whether the assertions of the head, if all must pass, ask for all that one of the base asked for. */
export function isKept(
  base: JsonObject,
  head: readonly JsonObject[],
  context: EffectContext,
): boolean {
  if (context.threshold < 1) return false;
  const counting = head
    .filter(({ weight }) => weight !== 0)
    .map((each) => ({ ...each, weight: base["weight"] ?? 1 }));
  return [...counting, ...joinedTargets(counting)].some((each) => isAsStrict(each, base, context));
}

/**
 * Several lists of targets all of which must hold, or none of which may, are one. If `jsonPath` selects several
 * texts, one of them must hold a whole list.
 */
function joinedTargets(specs: readonly JsonObject[]): JsonObject[] {
  const lists = specs.filter(({ type, negate, jsonPath }) => {
    const row = assertionType(type);
    if (!row || !("targets" in row)) return false;
    return negate === true ? row.targets === "any" : row.targets === "all" && jsonPath === "$";
  });
  const others = ({ targetValues: _targets, name: _name, ...rest }: JsonObject): string =>
    canonicalJson(rest);
  return [...groupBy(lists, others).values()].map((some) => ({
    ...some[0]!,
    targetValues: some.flatMap(({ targetValues }) => listOf(targetValues)),
  }));
}

function isAsStrict(head: JsonObject, base: JsonObject, context: EffectContext): boolean {
  const fields = new Set([base, head].flatMap((spec) => Object.keys(spec)));
  return [...fields].every(
    (field) =>
      jsonEquals(head[field], base[field]) ||
      assertionEffect(field, { head, base }, context) === "stricter",
  );
}

/** The effect of a removed assertion, which one of those that were added can replace. */
export function removedEffect(
  spec: JsonObject,
  added: readonly JsonObject[],
  context: EffectContext,
): Effect {
  if (spec["weight"] === 0 || !canFail(spec, context)) return "stricter";
  return added.some((each) => each["weight"] !== 0 && canFail(each, context))
    ? "unclear"
    : "looser";
}

function canFail(spec: JsonObject, { compilePattern }: EffectContext): boolean {
  return !alwaysPasses(spec, compilePattern);
}

function isLower(field: string, one: JsonObject, other: JsonObject): boolean {
  return Number(one[field]) < Number(other[field]);
}

/** Whether every text that meets the targets of one version meets those of the other. */
function targetsEffect({ head, base }: Versions): Effect {
  const type = assertionType(head["type"]);
  if (!type || !("targets" in type) || head["negate"] !== base["negate"]) return "unclear";
  const ignoresCase = head["ignoreCase"] === true && base["ignoreCase"] === true;
  const [now, before] = [head, base].map((spec) => targetsOf(spec, ignoresCase));
  const imply = (some: readonly string[], others: readonly string[]): boolean =>
    type.targets === "any"
      ? some.every((text) => others.some((each) => type.holds(text, each)))
      : others.every((each) => some.some((text) => type.holds(text, each)));
  const [strict, loose] = head["negate"] === true ? [before!, now!] : [now!, before!];
  if (imply(strict, loose)) return "stricter";
  return imply(loose, strict) ? "looser" : "unclear";
}

function targetsOf(spec: JsonObject, ignoresCase: boolean): readonly string[] {
  const value = spec["targetValues"] ?? spec["targetValue"] ?? [];
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  return texts.map((text) => comparableText(text, ignoresCase));
}

/** A call that has all of more arguments has all of fewer. Negated, the more are the looser test. */
function argumentsEffect({ head, base }: Versions): Effect {
  if (isNegated(head) !== isNegated(base)) return "unclear";
  const [now, before] = [head, base].map((spec) => String(spec["arguments"] ?? "{}"));
  const isMore = includesArguments(now!, before!);
  if (!isMore && !includesArguments(before!, now!)) return "unclear";
  return isMore === isNegated(head) ? "looser" : "stricter";
}

function isNegated(spec: JsonObject): boolean {
  return spec["negate"] === true;
}

/** Whether a schema, as JSON text, accepts every value. */
function acceptsAll(schema: JsonObject[string] | undefined): boolean {
  const value = parseJson(String(schema));
  return value === true || (isObject(value) && Object.keys(value).length === 0);
}
