// What a test of promptfoo has itself: its name, values and checks, in a configuration or in a row of
// a table.
import type { JsonObject } from "../../engine/model/json.ts";
import { cellCheck, promptfooCheck, type PromptfooCheck } from "./promptfoo-assertions.ts";
import type { PromptfooFiles } from "./promptfoo-files.ts";
import { selectorsAt } from "./promptfoo-models.ts";
import { type Choice, choicesIn } from "./promptfoo-vars.ts";
import {
  nodeAt,
  carry,
  expect,
  fieldsOf,
  itemsOf,
  leave,
  noteChange,
  numberAt,
  objectAt,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";

/** What a test has itself, without what `defaultTest` adds. */
export interface TestParts {
  readonly name: string | undefined;
  readonly checks: readonly PromptfooCheck[];
  readonly choices: readonly Choice[];
  readonly threshold: number | undefined;
  readonly metadata: JsonObject | undefined;
  /** The prompts and the providers that it runs with; undefined for all. */
  readonly prompts?: readonly string[] | undefined;
  readonly providers?: readonly string[] | undefined;
}

interface TestFiles {
  readonly config: SourceNode;
  readonly files: PromptfooFiles;
}

/** The parts of a test, or of a row of a table. */
export function testParts(
  test: SourceNode,
  { config, files }: TestFiles,
  isTransformed: boolean,
): TestParts {
  if (isRow(test)) return rowParts(test, isTransformed);
  return {
    name: caseName(nodeAt(test, "description")),
    checks: checksIn(test, config, isTransformed),
    choices: choicesIn(nodeAt(test, "vars"), files),
    threshold: numberAt(test, "threshold", 0, 1),
    metadata: objectAt(test, "metadata"),
    prompts: selectorsAt(test, "prompts"),
    providers: selectorsAt(test, "providers"),
  };
}

/** A description, which becomes the name of an evaluation. */
function caseName(description: SourceNode): string | undefined {
  const text = textAt(description);
  if (text !== undefined && /\/|^\s*id:/.test(text))
    noteChange(description, 'Names of evaluations have no "/", and do not begin with "id:".');
  return text;
}

/** The checks of a test or of `defaultTest`. */
export function checksIn(
  test: SourceNode,
  config: SourceNode,
  isTransformed: boolean,
): PromptfooCheck[] {
  const nodes = itemsOf(nodeAt(test, "assert")).map((node) => templateOf(node, config));
  return checksOf(nodes, promptfooCheck, isTransformed);
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
  const metric = textAt(row, "__metric");
  const checks = checksOf(cells, cellCheck, isTransformed);
  return {
    name: caseName(nodeAt(row, "__description")),
    checks: checks.map((check) => ({ ...check, name: metric })),
    choices,
    threshold: rowThreshold(nodeAt(row, "__threshold")),
    metadata: rowMetadata(fields),
  };
}

/** A number from 0 to 1 in a cell. */
function rowThreshold(cell: SourceNode): number | undefined {
  const threshold = Number(cell.value);
  if (typeof cell.value !== "string" || cell.value.trim() === "") return undefined;
  if (threshold >= 0 && threshold <= 1) {
    carry(cell);
    return threshold;
  }
  expect(cell, "a number from 0 to 1");
  return undefined;
}

/** The columns `__metadata:name`, and `__metadata:name[]` with a list between commas. */
function rowMetadata(fields: readonly (readonly [string, SourceNode])[]): JsonObject | undefined {
  const given = fields.flatMap(([column, node]) => {
    const [, name, list] = /^__metadata:(.+?)(\[\])?$/.exec(column) ?? [];
    if (name === undefined) return [];
    const text = carry(node) as string;
    return [[name, list ? listItems(text) : text] as const];
  });
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** The texts between commas. `\\,` is a comma in a text. */
function listItems(text: string): string[] {
  return text.split(/(?<!\\),/).map((item) => item.trim().replaceAll("\\,", ","));
}

/** The assertion that `$ref: "#/assertionTemplates/name"` names, or the node itself. */
export function templateOf(node: SourceNode, config: SourceNode): SourceNode {
  const ref = nodeAt(node, "$ref");
  const [, path] = typeof ref.value === "string" ? (/^#\/(.+)$/.exec(ref.value) ?? []) : [];
  const found = path === undefined ? undefined : nodeAt(config, ...path.split("/"));
  if (found?.value === undefined) return node;
  carry(ref);
  return found;
}

/** Whether it is a row of a table: its fields are the variables. */
function isRow({ record }: SourceNode): boolean {
  return /\.[ct]sv$/i.test(record.source.file);
}
