// Whether an assertion and a case can fail. One that cannot says nothing about a reply.
import { once } from "../../model/collections.ts";
import type { JsonObject } from "../../model/json.ts";
import type { CompilePattern } from "../../text/linear-pattern.ts";
import { assertionType } from "../assertions/assertion-types.ts";
import { tolerance } from "../rule/statistics.ts";

/** The threshold of an evaluation and the contents of its assertions and checks. */
interface Requirements {
  readonly threshold: number;
  readonly assertions: readonly JsonObject[];
}

/**
 * Why no reply makes a case fail, in one sentence; undefined if one can. Without `compilePattern`, each
 * pattern can fail.
 */
export function whyCannotFail(
  { threshold, assertions }: Requirements,
  compilePattern?: CompilePattern,
): string | undefined {
  if (assertions.length === 0) return "It cannot fail: it has no assertions.";
  if (threshold <= tolerance) return "It cannot fail: its threshold is 0.";
  const total = weightOf(assertions);
  if (total === 0) return "It cannot fail: the weights of its assertions are 0.";
  const constant = assertions.filter(
    (spec) => spec["weight"] !== 0 && alwaysPasses(spec, compilePattern),
  );
  if (weightOf(constant) / total < threshold - tolerance) return undefined;
  const types = [...new Set(constant.map(({ type }) => String(type)))].join(", ");
  return `It cannot fail: every text meets the targets of ${types}, and that suffices.`;
}

function weightOf(assertions: readonly JsonObject[]): number {
  return assertions.reduce((sum, { weight = 1 }) => sum + Number(weight), 0);
}

/** Whether every reply satisfies an assertion or a check. With a path, a reply that is not JSON fails. */
export function alwaysPasses(spec: JsonObject, compilePattern?: CompilePattern): boolean {
  const { type: name, jsonPath = "$", negate, pattern } = spec;
  if (jsonPath !== "$") return false;
  if (typeof pattern === "string") return negate !== true && matchesAll(spec, compilePattern);
  const type = assertionType(name);
  if (!type || !("holds" in type)) return false;
  const values = spec["targetValues"] ?? [spec["targetValue"] ?? null];
  const targets = Array.isArray(values) ? values.map(String) : [];
  if (negate === true) return type.targets === "any" && targets.length === 0;
  const isInAll = (target: string): boolean =>
    ["", "any text"].every((text) => type.holds(text, target));
  return type.targets === "any" ? targets.some(isInAll) : targets.every(isInAll);
}

/** Every character but the line feed, of those that UTF-16 has in one unit. */
const characters = once(() =>
  Array.from({ length: 0xffff }, (_item, code) => String.fromCharCode(code))
    .filter((each) => each !== "\n" && each.isWellFormed())
    .join(""),
);

/**
 * Texts that patterns with a forbidden character, a maximum length or a number of lines do not match. The
 * longest is last, because it takes the most time.
 */
const samples: readonly (() => string)[] = [
  () => "",
  () => "\n",
  () => "a\nb",
  () => characters().slice(0, 0x7f).repeat(20),
  characters,
];

/** Whether a pattern matches every text. */
export function matchesAll(
  { pattern, ignoreCase }: JsonObject,
  compilePattern: CompilePattern | undefined,
): boolean {
  const compiled = compilePattern?.(String(pattern), { ignoreCase: ignoreCase === true });
  if (!compiled || "problem" in compiled) return false;
  return samples.every((text) => compiled.matches(text()));
}
