// The values of a row of test data, as variables of an evaluation.
import { isObject, type JsonObject, stringOrJson } from "../../engine/model/json.ts";
import { findUnrepresentable } from "../../engine/parse/representable.ts";
import { type Variables, variablesOf } from "../../engine/render/template.ts";
import type { ImportedTestCase } from "./assertions.ts";
import { carry, fieldsOf, leave, type SourceNode } from "./source-node.ts";

/** A value with its place. Objects are split into their fields: `item.address.street`. */
export interface CaseValue {
  readonly name: string;
  readonly text: string | null;
  readonly node: SourceNode;
}

/** The values of a row. `prefix` comes before all names. */
export function caseValues(row: SourceNode, prefix = ""): CaseValue[] {
  return fieldsOf(row).flatMap(([key, node]) => {
    const name = prefix + key;
    if (isObject(node.value) && Object.keys(node.value).length > 0)
      return caseValues(node, `${name}.`);
    if (!isHeld(node)) return [];
    if (node.value === undefined) return [{ name, text: null, node: { ...node, value: null } }];
    return [{ name, text: stringOrJson(node.value), node }];
  });
}

/** Whether a value is what its author wrote; a number that loses digits is listed. */
export function isHeld(node: SourceNode): boolean {
  const [problem] = findUnrepresentable(node.value ?? null);
  if (problem) leave(node, `${problem.message} Write it in quotes.`);
  return problem === undefined;
}

/** All values by name, to render expected texts. */
export function allVariables(values: readonly CaseValue[]): Variables {
  return Object.fromEntries(values.map(({ name, text }) => [name, text]));
}

/** A check of a row: its assertions, none if definitions cannot make it, and the expected text. */
export interface RowCheck {
  readonly assertions: readonly JsonObject[];
  /** Those that only promptctl test makes. */
  readonly checks?: readonly JsonObject[];
  readonly expected: string;
}

/** The case of a row: the values that the texts of messages use, and the checks that can be made. */
export function rowCase(
  values: readonly CaseValue[],
  texts: readonly string[],
  checks: readonly RowCheck[],
): ImportedTestCase {
  const made = checks.filter(
    ({ assertions, checks: own = [] }) => assertions.length + own.length > 0,
  );
  carryUsed(values, [...texts, ...made.map(({ expected }) => expected)]);
  const used = new Set(texts.flatMap(variablesOf));
  return {
    name: undefined,
    variables: allVariables(values.filter(({ name }) => used.has(name))),
    assertions: made.flatMap(({ assertions }) => assertions),
    checks: made.flatMap(({ checks: own = [] }) => own),
  };
}

/** Marks the values that the texts use as carried, and lists the others. */
function carryUsed(values: readonly CaseValue[], texts: readonly string[]): void {
  const used = new Set(texts.flatMap(variablesOf));
  for (const { name, node } of values) {
    if (used.has(name)) carry(node);
    else leaveUnused(node);
  }
}

/** Lists a value that no text uses. Null counts as absent. */
export function leaveUnused(node: SourceNode): void {
  if (node.value !== null) leave(node, "No message and no assertion uses the value.");
}

/** The rows that are objects, which have values. `fieldOf`: where a row has them. */
export function rowsWithValues(
  rows: readonly SourceNode[],
  fieldOf: (row: SourceNode) => SourceNode = (row) => row,
): readonly SourceNode[] {
  return rows.filter((row) => {
    const isRow = isObject(fieldOf(row).value);
    if (!isRow) leave(row, "The row has no values with names.");
    return isRow;
  });
}
