// Tests that a change makes easier: lower thresholds, removed assertions, weights of 0, inverted
// assertions, higher limits, and lists of targets that are easier to satisfy.
import type { JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import type { Address, Definition } from "../model/resource.ts";
import { localName, pairByKeys } from "../history/pair-by-keys.ts";
import { assertionType } from "./assertion-types.ts";
import { pairTests } from "./pair-definitions.ts";
import { canonicalAssertion, type TestDefinitions, testDefinitions } from "./test-definitions.ts";

/** One way in which a test became easier. */
export interface Loosening {
  /**
   * The address of the evaluation or the assertion, on the head; of what was removed, on the base.
   */
  readonly address: Address;
  /** What changed, in one sentence. */
  readonly message: string;
}

/** Compares the evaluations that both sides have. Removed evaluations are results of their own. */
export function looseningsOf(
  kinds: Kinds,
  headDefinitions: readonly Definition[],
  baseDefinitions: readonly Definition[],
): Loosening[] {
  const head = testDefinitions(kinds, headDefinitions);
  const base = testDefinitions(kinds, baseDefinitions);
  const { evaluations } = pairTests(head, base);
  return head.evaluations.flatMap((evaluation) => {
    const before = evaluations.get(evaluation.address);
    return before ? evaluationLoosenings({ head, base }, evaluation, before) : [];
  });
}

interface Sides {
  readonly head: TestDefinitions;
  readonly base: TestDefinitions;
}

function evaluationLoosenings(
  { head, base }: Sides,
  evaluation: Definition,
  before: Definition,
): Loosening[] {
  const pairs = pairAssertions(head, head.childrenOf(evaluation), base.childrenOf(before));
  const kept = new Set(pairs.values());
  const removed = base
    .childrenOf(before)
    .filter((each) => !kept.has(each) && each.spec["weight"] !== 0)
    .map(({ address, spec }) => ({
      address,
      message: `The assertion ${String(spec["type"])} was removed.`,
    }));
  const changed = head.childrenOf(evaluation).flatMap((assertion) => {
    const other = pairs.get(assertion.address);
    return other ? locate(assertion.address, assertionLoosenings(assertion.spec, other.spec)) : [];
  });
  const own = locate(evaluation.address, [
    ...lowered(evaluation.spec, before.spec),
    ...zeroed(evaluation.spec, before.spec),
  ]);
  return [...own, ...changed, ...removed];
}

function locate(address: Address, messages: readonly string[]): Loosening[] {
  return messages.map((message) => ({ address, message }));
}

/** Equal ones first, then those that differ in what can be loosened, then by type and position. */
function pairAssertions(
  side: TestDefinitions,
  head: readonly Definition[],
  base: readonly Definition[],
): Map<Address, Definition> {
  const keys: ((each: Definition) => string)[] = [
    (each) => canonicalAssertion(side, each),
    ({ kind, spec }) =>
      canonicalAssertion(side, { kind, spec: { ...spec, weight: 1, negate: false } }),
    (each) => `${String(each.spec["type"])} ${localName(each)}`,
    ({ spec }) => String(spec["type"]),
  ];
  return pairByKeys(
    head,
    base,
    keys.map((key) => [(each) => [key(each)], key]),
  );
}

function assertionLoosenings(head: JsonObject, base: JsonObject): string[] {
  return [
    ...zeroed(head, base),
    ...flipped(head, base),
    ...raised(head, base),
    ...retargeted(head, base),
  ];
}

function lowered({ threshold }: JsonObject, { threshold: before }: JsonObject): string[] {
  if (!(Number(threshold) < Number(before))) return [];
  const message = `The threshold was lowered from ${String(before)} to ${String(threshold)}.`;
  return [message];
}

function zeroed({ weight }: JsonObject, { weight: before }: JsonObject): string[] {
  if (weight !== 0 || before === 0) return [];
  return [`The weight was changed from ${String(before)} to 0.`];
}

function flipped({ negate }: JsonObject, { negate: before }: JsonObject): string[] {
  if (negate === before) return [];
  const message = `negate was changed from ${String(before)} to ${String(negate)}.`;
  return [message];
}

function raised(head: JsonObject, base: JsonObject): string[] {
  const [limit, before] = [Number(head["targetThreshold"]), Number(base["targetThreshold"])];
  const type = assertionType(head["type"]);
  if (!(limit > before) || !type || !("limit" in type)) return [];
  const message = `The ${type.limit} limit was raised from ${before} to ${limit} ${type.unit}.`;
  return [message];
}

/** More targets are easier to pass if any suffices, or with `negate` if all are needed. */
function retargeted(head: JsonObject, base: JsonObject): string[] {
  const [targets, before] = [head["targetValues"], base["targetValues"]];
  if (!Array.isArray(targets) || !Array.isArray(before)) return [];
  const counts = `from ${before.length} to ${targets.length}`;
  const type = assertionType(head["type"]);
  const needsAll = type !== undefined && "targets" in type && type.targets === "all";
  if (needsAll !== head["negate"]) {
    if (targets.length >= before.length) return [];
    return [`The list of texts was shortened ${counts}.`];
  }
  const isExtended =
    targets.length > before.length && before.every((text) => targets.includes(text));
  if (!isExtended) return [];
  return [`The list of texts was extended ${counts}.`];
}
