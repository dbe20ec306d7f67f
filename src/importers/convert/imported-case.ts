// Rows of a table as cases, and their content in definitions.
import { digestJson } from "../../engine/text/digest.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  stringOrJson,
} from "../../engine/model/json.ts";
import type { Variables } from "../../engine/render/template.ts";
import type { CaseColumns } from "./case-columns.ts";

export interface ImportedCase {
  readonly name: string;
  readonly variables: Variables;
  readonly checks: readonly CaseCheck[];
}

/** The assertions of one column. */
interface CaseCheck {
  readonly common: JsonObject;
  readonly assertions: readonly JsonObject[];
}

/** The case of a row; a text if a cell is invalid. */
export function importedCase(columns: CaseColumns, cells: JsonObject): ImportedCase | string {
  const variables = Object.fromEntries(
    [...columns.variables].flatMap(([column, variable]) => {
      const cell = cells[column];
      return cell === undefined ? [] : [[variable, cell === null ? null : stringOrJson(cell)]];
    }),
  );
  const checks: CaseCheck[] = [];
  for (const { column, common, assertions } of columns.checks) {
    const found = assertionsIn(cells[column], assertions);
    if (typeof found === "string") return `Column "${column}": ${found}`;
    checks.push({ common, assertions: found });
  }
  if (columns.name === undefined) return { name: derivedName(variables), variables, checks };
  const name = stringOrJson(cells[columns.name] ?? "").trim();
  if (name === "") return 'Column "name" is empty.';
  if (/\/|^id:/.test(name)) return `The name "${name}" contains "/" or begins with "id:".`;
  return { name, variables, checks };
}

/** An empty cell expects nothing. */
function assertionsIn(
  cell: Json | undefined,
  assertions: (cell: Json) => readonly JsonObject[] | string,
): readonly JsonObject[] | string {
  return cell === undefined || cell === null || cell === "" ? [] : assertions(cell);
}

const maxNameText = 40;
const digestLength = 6;

/**
 * The first words of the longest text, and a digest of all variables: the order of columns
 * and what is expected do not matter.
 */
function derivedName(variables: Variables): string {
  const [, digest = ""] = digestJson(variables).split(":");
  const texts = Object.values(variables).filter((value) => value !== null);
  const [text = ""] = texts
    .filter((value) => /[\p{L}\p{N}]/u.test(value))
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const words = text.replace(/[/\s\p{C}]+/gu, " ").trim();
  const short =
    words.length > maxNameText ? words.slice(0, maxNameText + 1).replace(/\s\S*$|.$/su, "") : words;
  const id = digest.slice(0, digestLength);
  const start = short
    .replace(/^id:/, "")
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return start === "" ? id : `${start} (${id})`;
}

/** The fields of a new definition. `list`: the field with its assertions. */
export function caseFields({ name, variables, checks }: ImportedCase, list: string): JsonObject {
  return { name, variables, [list]: checks.flatMap(assertionsOf) };
}

function assertionsOf({ common, assertions }: CaseCheck): JsonObject[] {
  const { type, ...others } = common;
  return assertions.map((each) => ({ type: type!, ...each, ...others }));
}

/**
 * The fields of an existing definition with the content of the table. Variables and assertions that
 * have no column stay, and so do the other fields of assertions. `list`: the field of the assertions.
 */
export function mergedFields(
  source: JsonObject,
  { variables, checks }: ImportedCase,
  list: string,
): JsonObject {
  const merged = { ...objectOf(source["variables"]), ...variables };
  const existing = source[list];
  return {
    ...source,
    ...(Object.keys(merged).length > 0 && { variables: merged }),
    ...((checks.length > 0 || existing !== undefined) && {
      [list]: mergedAssertions(existing ?? [], checks),
    }),
  };
}

function mergedAssertions(source: Json, checks: readonly CaseCheck[]): Json[] {
  const rest = new Map(checks.map((check) => [check, [...check.assertions]]));
  const existing = Array.isArray(source) ? (source as readonly Json[]) : [];
  const kept = existing.flatMap((assertion): Json[] => {
    const check = checks.find(({ common }) => isObject(assertion) && isOf(common, assertion));
    if (!check || !isObject(assertion)) return [assertion];
    const next = rest.get(check)!.shift();
    return next ? [{ ...assertion, ...next }] : [];
  });
  const added = checks.flatMap((check) => assertionsOf({ ...check, assertions: rest.get(check)! }));
  return [...kept, ...added];
}

/** Whether an assertion is one of a column: its type, its part of the reply and its direction. */
function isOf(common: JsonObject, assertion: JsonObject): boolean {
  return (
    assertion["type"] === common["type"] &&
    (assertion["jsonPath"] ?? "$") === (common["jsonPath"] ?? "$") &&
    (assertion["negate"] ?? false) === (common["negate"] ?? false)
  );
}
