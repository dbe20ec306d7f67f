// The columns of a table of cases: the name, variables of the prompt, and what the reply must be.
import { didYouMean, similarWord } from "../../engine/text/did-you-mean.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { jsonPathProblem } from "../../engine/text/json-path.ts";
import { assertionType, assertionTypes } from "../../engine/evaluate/assertions/assertion-types.ts";
import type { CellReader } from "../../engine/evaluate/assertions/case-cells.ts";

/** The checks of a column: one assertion for each value of a cell. */
interface CheckColumn {
  readonly column: string;
  /** What all assertions of the column have in common. */
  readonly common: JsonObject;
  /** The other fields of each assertion. */
  readonly assertions: CellReader;
}

export interface CaseColumns {
  /** The column with the names of the cases. */
  readonly name: string | undefined;
  /** Column → variable. */
  readonly variables: ReadonlyMap<string, string>;
  readonly checks: readonly CheckColumn[];
  /** Columns that are not imported. */
  readonly ignored: readonly string[];
}

const checkTypes: Readonly<Record<string, Omit<CheckColumn, "column">>> = Object.fromEntries(
  Object.entries(assertionTypes).flatMap(([type, { columns }]) =>
    Object.entries(columns).map(([name, { read, negate }]) => [
      name,
      { common: { type, ...(negate && { negate }) }, assertions: read },
    ]),
  ),
);

/** The names of the columns with checks. */
export const checkNames: readonly string[] = Object.keys(checkTypes);

const variablePrefix = "variables.";

/**
 * Assigns a use to each column; a text if a column is ambiguous or unknown. `variables`: those of
 * the prompt; undefined if they are not known, so that every other column is one.
 */
export function caseColumns(
  columns: readonly string[],
  variables: readonly string[] | undefined,
): CaseColumns | string {
  const found = new Map<string, string>();
  const checks: CheckColumn[] = [];
  const ignored: string[] = [];
  for (const column of columns) {
    const variable = column.startsWith(variablePrefix)
      ? column.slice(variablePrefix.length)
      : column;
    const isPrefixed = variable !== column;
    if (!isPrefixed && isReserved(column)) {
      const problem = ambiguity(column, columns, variables);
      if (problem !== undefined) return problem;
      if (column === "name") continue;
      const check = checkColumn(column);
      if (typeof check === "string") return check;
      checks.push(check);
    } else if ([...found.values()].includes(variable))
      return `Two columns hold the variable "${variable}".`;
    else if (variables === undefined || variables.includes(variable)) found.set(column, variable);
    else if (isPrefixed) return unknownVariable(column, variable, variables);
    else ignored.push(column);
  }
  const name = columns.includes("name") ? "name" : undefined;
  const missing = (variables ?? []).filter((each) => ![...found.values()].includes(each));
  if (missing.length > 0) return missingColumn(missing[0]!, ignored);
  return { name, variables: found, checks, ignored };
}

function isReserved(column: string): boolean {
  return column === "name" || /^expected(?:$|[_:])/.test(column);
}

/** A column name with two meanings is not guessed. */
function ambiguity(
  column: string,
  columns: readonly string[],
  variables: readonly string[] = [],
): string | undefined {
  const renamed = variablePrefix + column;
  if (!variables.includes(column) || columns.includes(renamed)) return undefined;
  return `Column "${column}" has a meaning of its own, and the prompt has a variable of this name. Name the column of the variable "${renamed}".`;
}

function unknownVariable(column: string, name: string, variables: readonly string[]): string {
  const hint = didYouMean(name, variables) ?? `Variables: ${variables.join(", ") || "none"}.`;
  return `Column "${column}": the prompt has no variable "${name}". ${hint}`;
}

function missingColumn(variable: string, ignored: readonly string[]): string {
  const similar = similarWord(variable, ignored);
  const hint = similar === undefined ? "" : ` Rename "${similar}".`;
  return `No column for the variable "${variable}" of the prompt.${hint}`;
}

/** `expected_contains:$.summary` is a check with a JSONPath. */
function checkColumn(column: string): CheckColumn | string {
  const [, name = column, jsonPath] = /^([^:]*):(.*)$/.exec(column) ?? [];
  const check = Object.hasOwn(checkTypes, name) ? checkTypes[name] : undefined;
  if (!check)
    return `Column "${column}" is not known. ${didYouMean(name, checkNames) ?? `Known: ${checkNames.join(", ")}.`}`;
  if (jsonPath === undefined) return { column, ...check };
  if (!("targets" in assertionType(check.common["type"])!))
    return `Column "${column}": ${name} has no JSONPath.`;
  const problem = jsonPathProblem(jsonPath);
  if (problem !== undefined) return `Column "${column}": invalid JSONPath (RFC 9535): ${problem}.`;
  return { column, ...check, common: { ...check.common, jsonPath } };
}
