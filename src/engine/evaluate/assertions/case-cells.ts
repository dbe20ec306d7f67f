// The values in the cells of a table of cases, as fields of assertions.
import { isObject, type Json, type JsonObject, stringOrJson } from "../../model/json.ts";
import { numberText } from "../../model/number-texts.ts";
import { parseExactJson } from "../../json/exact-json.ts";

/** The fields of each assertion of a cell; a text that explains why the cell is invalid. */
export type CellReader = (cell: Json) => readonly JsonObject[] | string;

/** The text of a cell as `targetValue`. */
export function oneText(cell: Json): readonly JsonObject[] {
  return [{ targetValue: stringOrJson(cell) }];
}

/** One or several texts as `targetValues`. */
export function someTexts(cell: Json): readonly JsonObject[] | string {
  const texts = textsOf(cell);
  return typeof texts === "string" ? texts : [{ targetValues: texts }];
}

/** One assertion for each tool. */
export function toolNames(cell: Json): readonly JsonObject[] | string {
  const texts = textsOf(cell);
  return typeof texts === "string" ? texts : texts.map((toolName) => ({ toolName }));
}

/** One assertion for each `tool.argument`; names of tools have no dot. */
export function toolArguments(cell: Json): readonly JsonObject[] | string {
  const texts = textsOf(cell);
  if (typeof texts === "string") return texts;
  const wrong = texts.find((text) => !/^[^.]+\../.test(text));
  if (wrong !== undefined) return `"${wrong}" is not tool.argument.`;
  return texts.map((text) => {
    const dot = text.indexOf(".");
    return { toolName: text.slice(0, dot), argKeyName: text.slice(dot + 1) };
  });
}

/** A number of at least 0 as `targetThreshold`. */
export function limitNumber(cell: Json): readonly JsonObject[] | string {
  const targetThreshold = Number(stringOrJson(cell).trim() || NaN);
  if (Number.isFinite(targetThreshold) && targetThreshold >= 0) return [{ targetThreshold }];
  return `"${stringOrJson(cell)}" is not a number of at least 0.`;
}

/** One text, or several as a JSON array; a text that explains what is wrong. */
function textsOf(cell: Json): readonly string[] | string {
  const value = typeof cell === "string" && /^\s*\[/.test(cell) ? parseExactJson(cell) : cell;
  if (value === undefined) return `The cell begins with "[" and is not a JSON array.`;
  if (!Array.isArray(value)) return [stringOrJson(value)];
  const isText = value.every((each) => each !== null && !isObject(each) && !Array.isArray(each));
  return isText && value.length > 0
    ? value.map((each: Json, index) => numberText(value, index) ?? stringOrJson(each))
    : "The array must contain texts.";
}
