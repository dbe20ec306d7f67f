// Whether a case can fail. One that cannot says nothing about a reply.
import type { JsonObject } from "../model/json.ts";
import { assertionType } from "./assertion-types.ts";
import { tolerance } from "./statistics.ts";

/** The threshold of an evaluation and the contents of its assertions and checks. */
interface Requirements {
  readonly threshold: number;
  readonly assertions: readonly JsonObject[];
}

/** Why no reply makes a case fail, in one sentence; undefined if one can. */
export function whyCannotFail({ threshold, assertions }: Requirements): string | undefined {
  if (assertions.length === 0) return "It cannot fail: it has no assertions.";
  if (threshold <= tolerance) return "It cannot fail: its threshold is 0.";
  const total = weightOf(assertions);
  if (total === 0) return "It cannot fail: the weights of its assertions are 0.";
  const constant = assertions.filter((spec) => spec["weight"] !== 0 && alwaysPasses(spec));
  if (weightOf(constant) / total < threshold - tolerance) return undefined;
  const types = [...new Set(constant.map(({ type }) => String(type)))].join(", ");
  return `It cannot fail: every text meets the targets of ${types}, and that suffices.`;
}

function weightOf(assertions: readonly JsonObject[]): number {
  return assertions.reduce((sum, { weight = 1 }) => sum + Number(weight), 0);
}

/** With a path, a reply that is not JSON fails. */
function alwaysPasses({ type: name, jsonPath = "$", negate, ...spec }: JsonObject): boolean {
  const type = assertionType(name);
  if (!type || !("holds" in type) || jsonPath !== "$") return false;
  const values = spec["targetValues"] ?? [spec["targetValue"] ?? null];
  const targets = Array.isArray(values) ? values.map(String) : [];
  if (negate === true) return type.targets === "any" && targets.length === 0;
  const isInAll = (target: string): boolean =>
    ["", "any text"].every((text) => type.holds(text, target));
  return type.targets === "any" ? targets.some(isInAll) : targets.every(isInAll);
}
