// The tests of a configuration of promptfoo: their values, their assertions, and the rows of tables.
import { isObject, type JsonObject } from "../engine/model/json.ts";
import { missingIn, render, type Variables, variablesOf } from "../engine/model/template.ts";
import { evaluationsOf } from "./assertions.ts";
import { type CaseValue, caseValues, valueText } from "./case-values.ts";
import { type ReadReferred, RefusedPart } from "./imported.ts";
import {
  assertionOf,
  cellCheck,
  checkOf,
  type PromptfooCheck,
  refusedPartOf,
} from "./promptfoo-assertions.ts";
import {
  at,
  carry,
  fieldsOf,
  itemsOf,
  leave,
  numberAt,
  rootOf,
  type SourceNode,
  textAt,
} from "./source-node.ts";
import { templateLogic } from "./template-syntax.ts";

/** A test with one value for each variable. */
export interface PromptfooCase {
  readonly name: string | undefined;
  readonly values: readonly CaseValue[];
  /** The values, with those of other variables in place of their placeholders. */
  readonly variables: Variables;
  readonly assertions: readonly JsonObject[];
  /** The expected texts with their placeholders. */
  readonly texts: readonly string[];
  readonly threshold: number | undefined;
}

/** What a configuration and its files are read with. `roots` gets the documents that it refers to. */
export interface PromptfooFiles {
  readonly readReferred: ReadReferred;
  readonly roots: SourceNode[];
}

/** More tests of one entry are not imported. */
const maxCombinations = 1000;

/** All tests of a configuration. */
export function casesOf(config: SourceNode, files: PromptfooFiles): PromptfooCase[] {
  const standard = at(config, "defaultTest");
  return entriesOf(at(config, "tests"), files).flatMap((test): PromptfooCase[] => {
    try {
      return testCases(test, { config, standard, files });
    } catch (problem) {
      leave(test, refusedPartOf(problem).message);
      return [];
    }
  });
}

/** The tests of a list, and those of the files that it names. */
function entriesOf(node: SourceNode, files: PromptfooFiles): SourceNode[] {
  if (typeof node.value === "string") return referred(node, files);
  return itemsOf(node).flatMap((item) =>
    typeof item.value === "string" ? referred(item, files) : [item],
  );
}

/** The items of the documents of a file; none, and listed, if it cannot be read. */
function referred(node: SourceNode, { readReferred, roots }: PromptfooFiles): SourceNode[] {
  const path = String(node.value).replace(/^file:\/\//, "");
  const read = readReferred(node.record.source, path);
  if (typeof read === "string" || read.documents.length === 0) {
    leave(node, typeof read === "string" ? read : `${path} has no tests that can be read.`);
    return [];
  }
  carry(node);
  const documents = read.documents.map(rootOf);
  roots.push(...documents);
  return documents.flatMap((root) => (Array.isArray(root.value) ? itemsOf(root) : [root]));
}

/** Whether it is a row of a table: its fields are the variables. */
function isRow({ record }: SourceNode): boolean {
  return /\.[ct]sv$/i.test(record.source.file);
}

interface TestContext {
  readonly config: SourceNode;
  readonly standard: SourceNode;
  readonly files: PromptfooFiles;
}

/** What a test has itself, without what `defaultTest` adds. */
interface TestParts {
  readonly name: string | undefined;
  readonly checks: readonly PromptfooCheck[];
  readonly choices: readonly Choice[];
  readonly threshold: number | undefined;
}

/** The cases of a test. Throws a RefusedPart if it is none. */
function testCases(entry: SourceNode, context: TestContext): PromptfooCase[] {
  const { config, standard, files } = context;
  const test = templateOf(entry, config);
  if (!isObject(test.value)) throw new RefusedPart(test, "It has no vars and no assertions.");
  if (at(test, "$ref").value !== undefined)
    throw new RefusedPart(test, "Only references to parts of the configuration are imported.");
  const isTransformed = [standard, test].some((each) =>
    ["transform", "postprocess"].some((key) => at(each, "options", key).value !== undefined),
  );
  const own = isRow(test) ? rowParts(test, isTransformed) : testParts(test, context, isTransformed);
  const names = new Set(own.choices.map(([name]) => name));
  const inherited = valuesIn(at(standard, "vars"), files).filter(([name]) => !names.has(name));
  const combinations = combined([...inherited, ...own.choices]);
  if (combinations.length > maxCombinations) {
    leave(at(test, "vars"), `The lists give more than ${maxCombinations} tests.`);
    return [];
  }
  const checks = [...checksIn(standard, config, isTransformed), ...own.checks];
  const threshold = own.threshold ?? numberAt(standard, "threshold", 0, 1);
  return combinations.map((values) => caseOf(own.name, values, { checks, threshold }));
}

function testParts(
  test: SourceNode,
  { config, files }: TestContext,
  isTransformed: boolean,
): TestParts {
  return {
    name: textAt(test, "description"),
    checks: checksIn(test, config, isTransformed),
    choices: valuesIn(at(test, "vars"), files),
    threshold: numberAt(test, "threshold", 0, 1),
  };
}

/** The checks of a test or of `defaultTest`. */
function checksIn(test: SourceNode, config: SourceNode, isTransformed: boolean): PromptfooCheck[] {
  const nodes = itemsOf(at(test, "assert")).map((node) => templateOf(node, config));
  return checksOf(nodes, checkOf, isTransformed);
}

/** The checks of nodes that definitions can make. A check of a transformed reply is listed. */
function checksOf(
  nodes: readonly SourceNode[],
  read: (node: SourceNode) => PromptfooCheck | undefined,
  isTransformed: boolean,
): PromptfooCheck[] {
  return nodes.flatMap((node) => {
    if (isTransformed) leave(node, "The reply is transformed first.");
    const check = isTransformed ? undefined : read(node);
    return check ? [check] : [];
  });
}

/** The columns of a row: `__expected` and the like are checks, all others are variables. */
function rowParts(row: SourceNode, isTransformed: boolean): TestParts {
  const fields = fieldsOf(row).filter(([, { value }]) => value !== "");
  const cells = fields.filter(([name]) => /^__expected\d*$/.test(name)).map(([, node]) => node);
  const choices = fields
    .filter(([name]) => !name.startsWith("__"))
    .map(([name, node]): Choice => [name, [{ name, text: String(node.value), node }]]);
  return {
    name: textAt(row, "__description"),
    checks: checksOf(cells, cellCheck, isTransformed),
    choices,
    threshold: undefined,
  };
}

/** The assertion that `$ref: "#/assertionTemplates/name"` names, or the node itself. */
function templateOf(node: SourceNode, config: SourceNode): SourceNode {
  const ref = at(node, "$ref");
  const [, path] = typeof ref.value === "string" ? (/^#\/(.+)$/.exec(ref.value) ?? []) : [];
  const found = path === undefined ? undefined : at(config, ...path.split("/"));
  if (found?.value === undefined) return node;
  carry(ref);
  return found;
}

/** The possible values of a variable. */
type Choice = readonly [name: string, values: readonly CaseValue[]];

/** A list has several values of a variable. */
function valuesIn(vars: SourceNode, files: PromptfooFiles): Choice[] {
  if (typeof vars.value === "string")
    return referred(vars, files).flatMap((each) => valuesIn(each, files));
  return fieldsOf(vars).flatMap(([name, node]): Choice[] => {
    if (Array.isArray(node.value))
      return [
        [
          name,
          itemsOf(node).map((item) => ({ name, text: valueText(item.value ?? null), node: item })),
        ],
      ];
    if (typeof node.value === "string" && node.value.startsWith("file://"))
      return fileValue(name, node, files);
    const flat = caseValues({ ...vars, value: { [name]: node.value ?? null } });
    return flat.map((each) => [each.name, [each]]);
  });
}

function fileValue(name: string, node: SourceNode, { readReferred }: PromptfooFiles): Choice[] {
  const path = String(node.value).slice("file://".length);
  const isText = /\.(?:txt|md|json|ya?ml|csv|html)$/i.test(path);
  const read = isText
    ? readReferred(node.record.source, path)
    : "Only the text of a file can be a value.";
  if (typeof read === "string") {
    leave(node, read);
    return [];
  }
  return [[name, [{ name, text: read.text.trim(), node }]]];
}

/** One value of each variable, in all combinations. */
function combined(choices: readonly Choice[]): CaseValue[][] {
  return choices.reduce<CaseValue[][]>(
    (all, [, values]) =>
      all.length > maxCombinations
        ? all
        : all.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
}

function caseOf(
  name: string | undefined,
  values: readonly CaseValue[],
  {
    checks,
    threshold,
  }: { readonly checks: readonly PromptfooCheck[]; readonly threshold: number | undefined },
): PromptfooCase {
  const raw = Object.fromEntries(values.map((each) => [each.name, each.text]));
  const variables = Object.fromEntries(
    values.flatMap((each) => {
      const text = valueIn(each, raw);
      return text === undefined ? [] : [[each.name, text]];
    }),
  );
  const maxWeight = Math.max(1, ...checks.map(({ weight }) => weight));
  return {
    name,
    values,
    variables,
    assertions: checks
      .map((check) => assertionOf(check, variables, maxWeight))
      .filter((each) => each !== undefined),
    texts: checks.flatMap((check) => check.values),
    threshold,
  };
}

/** A value with those of other variables in it; undefined, and listed, if that is impossible. */
function valueIn({ text, node }: CaseValue, raw: Variables): string | null | undefined {
  if (text === null) return null;
  const [missing] = missingIn(text, raw);
  const problem =
    templateLogic(text) ?? (missing && `The test has no value for {{${missing}}} in it.`);
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
    cases.map(({ name, values, variables, assertions, texts: expected, threshold }) => {
      const direct = new Set([...inMessages, ...expected.flatMap(variablesOf)]);
      const used = values.filter((each) => direct.has(each.name));
      const inner = new Set(used.flatMap(({ text }) => variablesOf(text ?? "")));
      for (const each of values)
        if (direct.has(each.name) || inner.has(each.name)) carry(each.node);
      const given = Object.entries(variables).filter(([each]) => inMessages.has(each));
      return {
        name,
        variables: Object.fromEntries(given),
        assertions,
        threshold,
      };
    }),
  );
}
