// The columns of a table of cases: the name, variables of the prompt, and what the reply must be.
import { didYouMean, similarWord } from "../model/diagnostic.ts";
import { isObject, type Json, type JsonObject, parseJson } from "../model/json.ts";
import { jsonPathProblem } from "../model/json-path.ts";

/** The checks of a column: one assertion for each value of a cell. */
interface CheckColumn {
  readonly column: string;
  /** What all assertions of the column have in common. */
  readonly common: JsonObject;
  /** The other fields of each assertion; a text if the cell is invalid. */
  readonly assertions: (cell: Json) => readonly JsonObject[] | string;
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

type CheckType = Omit<CheckColumn, "column">;

const checkTypes: Readonly<Record<string, CheckType>> = {
  expected: { common: { type: "EXACT_MATCH" }, assertions: oneText },
  expected_starts_with: { common: { type: "STARTS_WITH" }, assertions: oneText },
  expected_contains: { common: { type: "CONTAINS_ALL" }, assertions: someTexts },
  expected_contains_any: { common: { type: "CONTAINS_ANY" }, assertions: someTexts },
  expected_not_contains: { common: { type: "CONTAINS_ANY", negate: true }, assertions: someTexts },
  expected_tool: {
    common: { type: "TOOL_CALLED" },
    assertions: (cell) => eachText(cell, (toolName) => ({ toolName })),
  },
  expected_tool_argument: { common: { type: "TOOL_CALLED_WITH" }, assertions: toolArguments },
  expected_max_cost: { common: { type: "COST" }, assertions: limit },
  expected_max_latency: { common: { type: "LATENCY" }, assertions: limit },
};

/** The names of the columns with checks. */
export const checkNames: readonly string[] = Object.keys(checkTypes);

/** Checks of the text, which can concern a part of a JSON reply. */
const textTypes = new Set(["EXACT_MATCH", "STARTS_WITH", "CONTAINS_ALL", "CONTAINS_ANY"]);

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
  if (!textTypes.has(String(check.common["type"])))
    return `Column "${column}": ${name} has no JSONPath.`;
  const problem = jsonPathProblem(jsonPath);
  if (problem !== undefined) return `Column "${column}": invalid JSONPath (RFC 9535): ${problem}.`;
  return { column, ...check, common: { ...check.common, jsonPath } };
}

/** A text for a message or a cell: other scalars, and JSON, as they are written. */
export function cellText(cell: Json): string {
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

function oneText(cell: Json): readonly JsonObject[] {
  return [{ targetValue: cellText(cell) }];
}

function someTexts(cell: Json): readonly JsonObject[] | string {
  const texts = textsOf(cell);
  return typeof texts === "string" ? texts : [{ targetValues: texts }];
}

/** `tool.argument`; names of tools have no dot. */
function toolArguments(cell: Json): readonly JsonObject[] | string {
  const texts = textsOf(cell);
  if (typeof texts === "string") return texts;
  const wrong = texts.find((text) => !/^[^.]+\../.test(text));
  if (wrong !== undefined) return `"${wrong}" is not tool.argument.`;
  return texts.map((text) => {
    const dot = text.indexOf(".");
    return { toolName: text.slice(0, dot), argKeyName: text.slice(dot + 1) };
  });
}

function eachText(cell: Json, assertion: (text: string) => JsonObject): JsonObject[] | string {
  const texts = textsOf(cell);
  return typeof texts === "string" ? texts : texts.map(assertion);
}

/** One text, or several as a JSON array; a text that explains what is wrong. */
function textsOf(cell: Json): readonly string[] | string {
  const value = typeof cell === "string" && /^\s*\[/.test(cell) ? parseJson(cell) : cell;
  if (value === undefined) return `The cell begins with "[" and is not a JSON array.`;
  if (!Array.isArray(value)) return [cellText(value)];
  const isText = value.every((each) => each !== null && !isObject(each) && !Array.isArray(each));
  return isText && value.length > 0
    ? value.map((each: Json) => cellText(each))
    : "The array must contain texts.";
}

function limit(cell: Json): readonly JsonObject[] | string {
  const targetThreshold = Number(cellText(cell).trim() || NaN);
  if (Number.isFinite(targetThreshold) && targetThreshold >= 0) return [{ targetThreshold }];
  return `"${cellText(cell)}" is not a number of at least 0.`;
}
