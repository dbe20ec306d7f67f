// Changes of tests that could make them easier, those that certainly do marked. promptctl test compares
// the definitions of head and base, a plan the definitions and the service.
import {
  canonicalJson,
  type Json,
  jsonEquals,
  type JsonObject,
  listOf,
  objectOf,
  type Path,
  toPointer,
  valueAt,
} from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import { type Address, type Definition, nameOf } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { pairItems } from "../history/pair-by-keys.ts";
import type { CompilePattern } from "../text/linear-pattern.ts";
import { someOf } from "../text/word-lists.ts";
import { valueChangeText } from "../json/value-change.ts";
import { withReplySchema } from "./cases/case-checks.ts";
import { jsonFields } from "./trials/trial.ts";
import { pairByInput, pairTests, type TestPairs } from "./cases/pair-definitions.ts";
import { type TestDefinitions, testDefinitions } from "./cases/test-definitions.ts";
import {
  addedEffect,
  assertionEffect,
  type Effect,
  type EffectContext,
  evaluationEffect,
  isKept,
  removedEffect,
} from "./loosening-rules.ts";

/** A change that could make a test easier. */
export interface Loosening {
  /**
   * The address of the evaluation, the assertion or the judge, on the head; of what was removed, on
   * the base.
   */
  readonly address: Address;
  /** The evaluation or the judge that it is about. */
  readonly test: Address;
  /** `threshold 1 → 0.5` */
  readonly message: string;
  /** Whether it certainly makes the test easier. */
  readonly looser: boolean;
  /** A JSON pointer; empty for the whole assertion. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** Where a reader finds the change in the files of the head: a removed assertion in its evaluation. */
export function placeOf({ address, test, path, after }: Loosening): Address {
  return path === "" && after === undefined ? test : address;
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

/** Compares all evaluations of head and base, also removed ones, and their judges. Looser ones first. */
export function looseningsOf(
  kinds: Kinds,
  headDefinitions: readonly Definition[],
  baseDefinitions: readonly Definition[],
  compilePattern?: CompilePattern,
): Loosening[] {
  const head = testDefinitions(kinds, headDefinitions);
  const base = testDefinitions(kinds, baseDefinitions);
  const named = pairTests(head, base);
  const others = pairByInput(head, base, named);
  const pairs = { ...named, evaluations: new Map([...named.evaluations, ...others]) };
  const tests = head.evaluations.flatMap((evaluation) => {
    const before = pairs.evaluations.get(evaluation.address);
    if (!before) return [];
    const sides = { head: testOf(head, evaluation), base: testOf(base, before) };
    return testLoosenings(sides, compilePattern);
  });
  return looserFirst([...removedTests(base, pairs), ...tests, ...changedJudges(head, base, pairs)]);
}

/** Those that certainly make a test easier come first. */
export function looserFirst(loosenings: readonly Loosening[]): Loosening[] {
  return loosenings.toSorted((a, b) => Number(b.looser) - Number(a.looser));
}

/** The evaluations that only the base has. */
function removedTests(base: TestDefinitions, { prompts, evaluations }: TestPairs): Loosening[] {
  const kept = new Set(evaluations.values());
  const keptPrompts = new Set([...prompts.values()].map(({ address }) => address));
  return base.evaluations
    .filter((each) => !kept.has(each))
    .map(({ address, parent }) => {
      const looser = keptPrompts.has(parent!);
      const message = looser ? "removed" : `removed with ${parent!}`;
      return { address, test: address, message, looser, path: "" };
    });
}

/** The prompts that judge replies, if the base has another version of them. */
function changedJudges(
  head: TestDefinitions,
  base: TestDefinitions,
  { prompts }: TestPairs,
): Loosening[] {
  const checks = head.evaluations.flatMap(head.childrenOf);
  const judges = new Set(checks.flatMap((check) => head.judgeOf(check) ?? []));
  const content = ({ spec }: Definition): string =>
    canonicalJson(canonicalForm(head.kinds.prompt.shape, spec));
  return [...judges].flatMap((judge) => {
    const { address } = judge;
    // Checks name judges by their address, so another prompt with this address is another judge.
    const before = base.find(address) ?? prompts.get(address);
    if (!before || content(before) === content(judge)) return [];
    const count = checks.filter((check) => head.judgeOf(check) === judge).length;
    const message = `the judge of ${count === 1 ? "1 check" : `${count} checks`} changed`;
    return [{ address, test: address, message, looser: false, path: "" }];
  });
}

function testOf({ find, childrenOf }: TestDefinitions, definition: Definition): Test {
  const prompt = find(definition.parent!)!;
  return {
    address: definition.address,
    spec: canonicalForm(definition.row.shape, definition.spec),
    assertions: childrenOf(definition).map(({ address, row, spec }) => ({
      address,
      spec: canonicalForm(row.shape, withReplySchema(spec, prompt)),
    })),
  };
}

/** Compares two versions of an evaluation, all in canonical form. */
export function testLoosenings(
  { head, base }: { readonly head: Test; readonly base: Test },
  compilePattern?: CompilePattern,
): Loosening[] {
  const context = { threshold: Number(head.spec["threshold"]), compilePattern };
  const pairs = pairAssertions(head.assertions, base.assertions);
  const kept = new Set(pairs.values());
  const added = head.assertions.filter((each) => !pairs.has(each));
  const specs = head.assertions.map(({ spec }) => spec);
  const isStillAsked = ({ spec }: TestPart): boolean => isKept(spec, specs, context);
  const removed = base.assertions.filter((each) => !kept.has(each) && !isStillAsked(each));
  const addedSpecs = added.map(({ spec }) => spec);
  const found = [
    ...evaluationLoosenings(head, base),
    ...head.assertions.flatMap((each) => {
      const other = pairs.get(each);
      return other && !isStillAsked(other) ? assertionLoosenings(each, other, context) : [];
    }),
    ...added.flatMap(({ address, spec }) => {
      const message = `${String(spec["type"])} added with the weight ${String(spec["weight"])}`;
      return listed({ address, message, path: "", after: spec }, addedEffect(spec, context));
    }),
    ...removed.flatMap(({ address, spec }) => {
      const change = {
        address,
        message: `${String(spec["type"])} removed`,
        path: "",
        before: spec,
      };
      return listed(change, removedEffect(spec, addedSpecs, context));
    }),
  ];
  return found.map((each) => ({ ...each, test: head.address }));
}

type Found = Omit<Loosening, "test">;

/** The change with its mark; nothing if the test is stricter. */
function listed(change: Omit<Found, "looser">, effect: Effect): Found[] {
  return effect === "stricter" ? [] : [{ ...change, looser: effect === "looser" }];
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

function evaluationLoosenings(head: TestPart, base: TestPart): Found[] {
  const versions = { head: head.spec, base: base.spec };
  const names = [base, head].flatMap(({ spec }) => Object.keys(objectOf(spec["variables"])));
  return [
    ["threshold"],
    ["weight"],
    ["appendedMessages"],
    ...[...new Set(names)].map((name) => ["variables", name]),
  ].flatMap((path) => changedField(head, base, path, () => evaluationEffect(path[0]!, versions)));
}

/** An assertion can become easier in several ways. */
function assertionLoosenings(head: TestPart, base: TestPart, context: EffectContext): Found[] {
  const versions = { head: head.spec, base: base.spec };
  const fields = new Set([base, head].flatMap(({ spec }) => Object.keys(spec)));
  return [...fields].flatMap((field) =>
    changedField(head, base, [field], () => assertionEffect(field, versions, context)),
  );
}

/** `checks/price.mjs changed`: the files that the command of both versions names; undefined without one. */
function filesChangeText(head: TestPart, base: TestPart): string | undefined {
  const [own, other] = [objectOf(head.spec["runFiles"]), objectOf(base.spec["runFiles"])];
  const [words, before] = [listOf(head.spec["run"]), listOf(base.spec["run"])];
  const paths = [...new Set([...Object.keys(other), ...Object.keys(own)])].filter(
    (path) => own[path] !== other[path] && words.includes(path) && before.includes(path),
  );
  return paths.length === 0 ? undefined : `${someOf(paths)} changed`;
}

/** `effectOf`: returns the effect if the field changed. */
function changedField(head: TestPart, base: TestPart, path: Path, effectOf: () => Effect): Found[] {
  const [before, after] = [valueAt(base.spec, path), valueAt(head.spec, path)];
  if (jsonEquals(before, after)) return [];
  const message =
    path[0] === "runFiles"
      ? filesChangeText(head, base)
      : valueChangeText({
          path,
          before,
          after,
          isJson: jsonFields.some((field) => field === path[0]),
        });
  if (message === undefined) return []; // other words name other files
  const change = {
    address: head.address,
    message,
    path: toPointer(path),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
  return listed(change, effectOf());
}
