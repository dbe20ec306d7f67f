// The tests of a configuration of promptfoo: their values, their assertions, and the rows of tables.
import { isNamed } from "../../engine/model/failure.ts";
import { isObject, jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import { missingIn, render, type Variables, variablesOf } from "../../engine/render/template.ts";
import { evaluationsOf } from "../convert/assertions.ts";
import type { CaseValue } from "../convert/case-values.ts";
import { RefusedPart } from "../convert/imported.ts";
import { assertionOf, textsIn } from "./promptfoo-assertions.ts";
import { itemsInFiles, type PromptfooFiles } from "./promptfoo-files.ts";
import { checksIn, templateOf, testParts, type TestParts } from "./promptfoo-test-parts.ts";
import { type Choice, choicesIn, combined, maxCombinations } from "./promptfoo-vars.ts";
import {
  nodeAt,
  carry,
  isCarried,
  itemsOf,
  leave,
  numberAt,
  type SourceNode,
} from "../convert/source-node.ts";
import { templateLogic, tooLongWith } from "../convert/template-syntax.ts";

/** A test with one value for each variable. */
export interface PromptfooCase {
  /** The test. */
  readonly source: SourceNode;
  /** The prompts and the providers that it runs with; undefined for all. */
  readonly prompts: readonly string[] | undefined;
  readonly providers: readonly string[] | undefined;
  readonly name: string | undefined;
  readonly values: readonly CaseValue[];
  /** The values, with those of other variables in place of their placeholders. */
  readonly variables: Variables;
  readonly assertions: readonly JsonObject[];
  readonly checks: readonly JsonObject[];
  /** The expected texts with their placeholders. */
  readonly texts: readonly string[];
  readonly threshold: number | undefined;
  readonly metadata: JsonObject | undefined;
}

/** All tests of a configuration. */
export function casesOf(config: SourceNode, files: PromptfooFiles): PromptfooCase[] {
  const standard = defaultTestOf(config, files);
  const inherited = choicesIn(nodeAt(standard, "vars"), files);
  const threshold = numberAt(standard, "threshold", 0, 1);
  const used = new Set<string>();
  const context: TestContext = { config, standard, inherited, threshold, used, files };
  const tests = testsOf(config, standard, files);
  const cases = tests.flatMap((test): PromptfooCase[] => {
    try {
      return testCases(test, context);
    } catch (problem) {
      if (!isNamed<RefusedPart>(problem, "RefusedPart")) throw problem;
      leave(test, problem.message);
      return [];
    }
  });
  leaveReplaced(context, cases.length > 0);
  return cases;
}

/** Lists what `defaultTest` has, but no test takes from it. */
function leaveReplaced({ standard, inherited, used }: TestContext, hasCases: boolean): void {
  const values = inherited
    .filter(([name]) => !used.has(`vars.${name}`))
    .flatMap(([, each]) => each.map(({ node }) => node));
  const threshold = nodeAt(standard, "threshold");
  const isReplaced = isCarried(threshold) && !used.has("threshold");
  const nodes = isReplaced ? [...values, threshold] : values;
  for (const node of nodes)
    leave(node, hasCases ? "Every test has another value for it." : "No test is imported.");
}

/** `defaultTest`, in the configuration or in a file. */
function defaultTestOf(config: SourceNode, files: PromptfooFiles): SourceNode {
  const standard = nodeAt(config, "defaultTest");
  if (typeof standard.value !== "string") return standard;
  return itemsInFiles(standard, files)[0] ?? { ...standard, value: undefined };
}

/**
 * The tests of the list, and those of the files that it names. Without tests, promptfoo runs the
 * prompts once, with `defaultTest`.
 */
function testsOf(config: SourceNode, standard: SourceNode, files: PromptfooFiles): SourceNode[] {
  const tests = nodeAt(config, "tests");
  if (typeof tests.value === "string") return itemsInFiles(tests, files);
  const isNone = tests.value === undefined || jsonEquals(tests.value, []);
  const isRun =
    isNone && isObject(standard.value) && nodeAt(config, "scenarios").value === undefined;
  if (isRun && Object.keys(standard.value).length > 0) return [{ ...tests, value: {} }];
  return itemsOf(tests).flatMap((item) => {
    const path = isObject(item.value) ? nodeAt(item, "path") : item;
    return typeof path.value === "string" ? itemsInFiles(path, files) : [item];
  });
}

interface TestContext {
  readonly config: SourceNode;
  readonly standard: SourceNode;
  /** What `defaultTest` has for tests that do not have it. */
  readonly inherited: readonly Choice[];
  readonly threshold: number | undefined;
  /** What of that a test has: `vars.NAME`, `threshold`. */
  readonly used: Set<string>;
  readonly files: PromptfooFiles;
}

/** The cases of a test. Throws a RefusedPart if it is none. */
function testCases(entry: SourceNode, context: TestContext): PromptfooCase[] {
  const { config, standard, used } = context;
  const test = templateOf(entry, config);
  if (!isObject(test.value)) throw new RefusedPart(test, "It has no vars and no assertions.");
  if (nodeAt(test, "$ref").value !== undefined)
    throw new RefusedPart(test, "Only references to parts of the configuration are imported.");
  const isTransformed = [standard, test].some((each) =>
    ["transform", "postprocess"].some((key) => nodeAt(each, "options", key).value !== undefined),
  );
  const own = testParts(test, context, isTransformed);
  const names = new Set(own.choices.map(([name]) => name));
  const inherited = context.inherited.filter(([name]) => !names.has(name));
  const combinations = combined([...inherited, ...own.choices]);
  if (combinations.length > maxCombinations) {
    leave(nodeAt(test, "vars"), `The lists give more than ${maxCombinations} tests.`);
    return [];
  }
  const checks = [...checksIn(standard, config, isTransformed), ...own.checks];
  for (const [name] of inherited) used.add(`vars.${name}`);
  if (own.threshold === undefined) used.add("threshold");
  const threshold = own.threshold ?? context.threshold;
  return combinations.map((values) => caseOf(entry, values, { ...own, checks, threshold }));
}

function caseOf(
  source: SourceNode,
  values: readonly CaseValue[],
  { name, checks, threshold, metadata, prompts, providers }: Omit<TestParts, "choices">,
): PromptfooCase {
  const raw = Object.fromEntries(values.map((each) => [each.name, each.text]));
  const variables = Object.fromEntries(
    values.flatMap((each) => {
      const text = valueIn(each, raw);
      return text === undefined ? [] : [[each.name, text]];
    }),
  );
  const maxWeight = Math.max(1, ...checks.map(({ weight }) => weight));
  const made = checks.flatMap((check) => {
    const assertion = assertionOf(check, { variables, source }, maxWeight);
    return assertion ? [{ ...check, assertion }] : [];
  });
  return {
    source,
    prompts,
    providers,
    name,
    values,
    variables,
    assertions: made.filter(({ type }) => !type.isCheck).map(({ assertion }) => assertion),
    checks: made.filter(({ type }) => type.isCheck).map(({ assertion }) => assertion),
    texts: made.flatMap(({ type, operands }) => operands.flatMap((each) => textsIn(type, each))),
    threshold,
    metadata,
  };
}

/** A value with those of other variables in it; undefined, and listed, if that is impossible. */
function valueIn({ text, node }: CaseValue, raw: Variables): string | null | undefined {
  if (text === null) return null;
  const [missing] = missingIn(text, raw);
  const problem =
    templateLogic(text) ??
    (missing && `The test has no value for {{${missing}}} in it.`) ??
    tooLongWith(text, raw);
  if (problem !== undefined) {
    leave(node, problem);
    return undefined;
  }
  return render(text, raw);
}

/** The evaluations of a prompt with these texts. The values that it uses are marked as carried. */
export function promptEvaluations(
  cases: readonly PromptfooCase[],
  texts: readonly string[],
): JsonObject[] {
  const inMessages = new Set(texts.flatMap(variablesOf));
  return evaluationsOf(
    cases.map((each) => {
      const { values, variables, texts: expected, name } = each;
      const { assertions, checks, threshold, metadata } = each;
      const direct = new Set([...inMessages, ...expected.flatMap(variablesOf)]);
      const used = values.filter((value) => direct.has(value.name));
      const inner = new Set(used.flatMap(({ text }) => variablesOf(text ?? "")));
      for (const value of values)
        if (direct.has(value.name) || inner.has(value.name)) carry(value.node);
      const given = Object.entries(variables).filter(([variable]) => inMessages.has(variable));
      const rest = { assertions, checks, threshold, metadata };
      return { ...rest, name, variables: Object.fromEntries(given) };
    }),
  );
}
