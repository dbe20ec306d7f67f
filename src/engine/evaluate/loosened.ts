// Changes of tests that could make them easier: lower thresholds and weights, removed assertions,
// inverted ones, higher limits, targets that are not stricter, and other variables, patterns, schemas
// and judges. promptctl test compares the definitions of head and base, a plan the definitions and the
// service.
import {
  canonicalJson,
  type Json,
  jsonEquals,
  type JsonObject,
  objectOf,
  type Path,
  toPointer,
  valueAt,
} from "../model/json.ts";
import { kindNamed, type Kinds } from "../model/kind.ts";
import { type Address, type Definition, nameOf } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { pairItems } from "../history/pair-by-keys.ts";
import { valueChangeText } from "../text/value-change.ts";
import { assertionType } from "./assertions/assertion-types.ts";
import { pairTests } from "./cases/pair-definitions.ts";
import { type TestDefinitions, testDefinitions } from "./cases/test-definitions.ts";

/** A change that could make a test easier. */
export interface Loosening {
  /**
   * The address of the evaluation, the assertion or the judge, on the head; of what was removed, on
   * the base.
   */
  readonly address: Address;
  /** `threshold 1 → 0.5` */
  readonly message: string;
  /** A JSON pointer; empty for the whole assertion. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** An evaluation or an assertion. */
export interface TestPart {
  readonly address: Address;
  readonly spec: JsonObject;
}

/** An evaluation with its assertions. */
export interface Test extends TestPart {
  readonly assertions: readonly TestPart[];
}

/** Compares the evaluations that both sides have. Removed evaluations are results of their own. */
export function looseningsOf(
  kinds: Kinds,
  headDefinitions: readonly Definition[],
  baseDefinitions: readonly Definition[],
): Loosening[] {
  const head = testDefinitions(kinds, headDefinitions);
  const base = testDefinitions(kinds, baseDefinitions);
  const { prompts, evaluations } = pairTests(head, base);
  const tests = head.evaluations.flatMap((evaluation) => {
    const before = evaluations.get(evaluation.address);
    if (!before) return [];
    return testLoosenings({ head: testOf(head, evaluation), base: testOf(base, before) });
  });
  return [...tests, ...changedJudges(head, prompts)];
}

/** The prompts that judge replies, if the base has another version of them. */
function changedJudges(
  head: TestDefinitions,
  prompts: ReadonlyMap<Address, Definition>,
): Loosening[] {
  const checks = head.evaluations.flatMap(head.childrenOf);
  const judges = new Set(checks.flatMap((check) => head.judgeOf(check) ?? []));
  const content = ({ spec }: Definition): string =>
    canonicalJson(canonicalForm(head.kinds.prompt.shape, spec));
  return [...judges].flatMap((judge) => {
    const before = prompts.get(judge.address);
    if (!before || content(before) === content(judge)) return [];
    const count = checks.filter((check) => head.judgeOf(check) === judge).length;
    const asked = count === 1 ? "1 check" : `${count} checks`;
    return [{ address: judge.address, message: `the judge of ${asked} changed`, path: "" }];
  });
}

function testOf({ kinds, childrenOf }: TestDefinitions, definition: Definition): Test {
  const { evaluation, assertions } = kinds;
  return {
    address: definition.address,
    spec: canonicalForm(evaluation.shape, definition.spec),
    assertions: childrenOf(definition).map(({ address, kind, spec }) => ({
      address,
      spec: canonicalForm(kindNamed(assertions, kind).shape, spec),
    })),
  };
}

/** Compares two versions of an evaluation, all in canonical form. */
export function testLoosenings({
  head,
  base,
}: {
  readonly head: Test;
  readonly base: Test;
}): Loosening[] {
  const pairs = pairAssertions(head.assertions, base.assertions);
  const kept = new Set(pairs.values());
  const threshold = Number(head.spec["threshold"]);
  const removed = base.assertions
    .filter((each) => !kept.has(each) && each.spec["weight"] !== 0)
    .map(({ address, spec }) => ({
      address,
      message: `${String(spec["type"])} removed`,
      path: "",
      before: spec,
    }));
  const others = head.assertions.flatMap((each) => {
    const other = pairs.get(each);
    if (other) return assertionLoosenings(each, other.spec, threshold);
    return added(each, threshold);
  });
  return [...evaluationLoosenings(head, base.spec), ...others, ...removed];
}

/** Equal ones first, then those that differ in what can be loosened, then by type and position. */
function pairAssertions(
  head: readonly TestPart[],
  base: readonly TestPart[],
): ReadonlyMap<TestPart, TestPart> {
  const canonical = ({ name: _name, ...content }: JsonObject): string => canonicalJson(content);
  const position = ({ address }: TestPart): string => nameOf(address).split("/").at(-1)!;
  const keys: ((each: TestPart) => string)[] = [
    ({ spec }) => canonical(spec),
    ({ spec }) => canonical({ ...spec, weight: 1, negate: false }),
    (each) => `${String(each.spec["type"])} ${position(each)}`,
    ({ spec }) => String(spec["type"]),
  ];
  return pairItems(
    head,
    base,
    keys.map((key) => [(each) => [key(each)], key]),
  );
}

function evaluationLoosenings(head: TestPart, base: JsonObject): Loosening[] {
  const { spec } = head;
  const fields = [
    ...(Number(spec["threshold"]) < Number(base["threshold"]) ? ["threshold"] : []),
    ...(Number(spec["weight"]) < Number(base["weight"]) ? ["weight"] : []),
    ...changed(spec, base, "appendedMessages"),
  ].map((field) => loosening(head, base, [field]));
  return [...fields, ...changedVariables(head, base)];
}

/** Each variable on its own. */
function changedVariables(head: TestPart, base: JsonObject): Loosening[] {
  const [now, before] = [objectOf(head.spec["variables"]), objectOf(base["variables"])];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => changed(now, before, name).length > 0)
    .map((name) => loosening(head, base, ["variables", name]));
}

/** Fields whose values can be compared, and the name, which decides nothing. */
const comparedFields: ReadonlySet<string> = new Set([
  "name",
  "weight",
  "negate",
  "targetThreshold",
  "targetValues",
  "targetValue",
  "ignoreCase",
]);

/**
 * A lower weight; with a threshold below 1 a higher one too, because then it makes up for others. The
 * assertion can become easier in several ways.
 */
function assertionLoosenings(head: TestPart, base: JsonObject, threshold: number): Loosening[] {
  const { spec } = head;
  const [weight, old] = [Number(spec["weight"]), Number(base["weight"])];
  return [
    ...(weight < old || (weight > old && threshold < 1) ? ["weight"] : []),
    ...changed(spec, base, "negate"),
    ...(isRaised(spec, base) ? ["targetThreshold"] : []),
    ...(areTargetsStricter(spec, base) ? [] : changed(spec, base, targetField(spec))),
    ...(isCaseEasier(spec, base) ? ["ignoreCase"] : []),
    // No comparison says whether another pattern, schema or tool is easier.
    ...[...new Set([...Object.keys(base), ...Object.keys(spec)])]
      .filter((field) => !comparedFields.has(field))
      .flatMap((field) => changed(spec, base, field)),
  ].map((field) => loosening(head, base, [field]));
}

/** With a threshold below 1, another assertion makes up for those that fail. */
function added({ address, spec }: TestPart, threshold: number): Loosening[] {
  if (threshold >= 1 || spec["weight"] === 0) return [];
  const message = `${String(spec["type"])} added with the weight ${String(spec["weight"])}`;
  return [{ address, message, path: "", after: spec }];
}

function loosening({ address, spec }: TestPart, base: JsonObject, path: Path): Loosening {
  const [before, after] = [valueAt(base, path), valueAt(spec, path)];
  return {
    address,
    message: valueChangeText({ path, before, after }),
    path: toPointer(path),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

function changed(head: JsonObject, base: JsonObject, field: string): string[] {
  return jsonEquals(head[field], base[field]) ? [] : [field];
}

function isRaised(head: JsonObject, base: JsonObject): boolean {
  const type = assertionType(head["type"]);
  const isLimit = type !== undefined && "limit" in type;
  return isLimit && Number(head["targetThreshold"]) > Number(base["targetThreshold"]);
}

function targetField(spec: JsonObject): string {
  return "targetValues" in spec ? "targetValues" : "targetValue";
}

/** Whether every text that meets the new targets meets the old ones; with `negate` the reverse. */
function areTargetsStricter(head: JsonObject, base: JsonObject): boolean {
  const type = assertionType(head["type"]);
  if (!type || !("targets" in type)) return false;
  const [now, before] = [targetsOf(head), targetsOf(base)];
  const [strict, other] = head["negate"] === true ? [before, now] : [now, before];
  return type.targets === "any"
    ? strict.every((text) => other.some((each) => type.holds(text, each)))
    : other.every((each) => strict.some((text) => type.holds(text, each)));
}

function targetsOf(spec: JsonObject): readonly string[] {
  const value = spec[targetField(spec)] ?? [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Ignoring case meets more targets, and with `negate` the other way round. */
function isCaseEasier(head: JsonObject, base: JsonObject): boolean {
  const [now, before] = [head["ignoreCase"] === true, base["ignoreCase"] === true];
  return now !== before && now !== (head["negate"] === true);
}
