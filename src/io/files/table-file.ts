// Reads tables: CSV (RFC 4180), TSV and JSON Lines.
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { type CsvError, parse } from "csv-parse/sync";
import { Failure } from "../../engine/model/failure.ts";
import type { Hint } from "../../engine/model/hint.ts";
import { isObject, type JsonObject, mapValues } from "../../engine/model/json.ts";
import { numberText } from "../../engine/model/number-texts.ts";
import { parseExactJson } from "../../engine/json/exact-json.ts";
import { readProblem } from "./file-problems.ts";
import { decodeUtf8, notUtf8Problem } from "./utf8.ts";

export interface Table {
  /** In the order of their first use. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

interface TableRow {
  /** The line of the file at which the row begins, from 1. */
  readonly line: number;
  readonly cells: JsonObject;
}

/** `absolute`: the path to read; `path`: its name in messages. Throws a Failure with file and line. */
export function readTable(absolute: string, path: string): Table {
  const read = readers[extname(path).toLowerCase()];
  if (!read)
    throw wrongTable(path, `${path} is not a table. Use a file that ends in .csv, .tsv or .jsonl.`);
  return read(path, readUtf8(absolute, path));
}

const readers: { readonly [extension: string]: (path: string, text: string) => Table } = {
  ".csv": readCsv,
  ".tsv": (path, text) => readSeparated(path, text, "\t"),
  ".jsonl": readJsonLines,
  ".ndjson": readJsonLines,
};

/** A mistake in a table. */
export class TableFailure extends Failure {
  override readonly name = "TableFailure";
  /** Where the mistake is: `file:line`, or the file. */
  readonly place: string;
  /** The message without the place. */
  readonly problem: string;

  constructor(place: string, problem: string, message: string, hint?: Hint) {
    super("usage", "wrong-table", message, hint);
    this.place = place;
    this.problem = problem;
  }
}

/** The failure for a table as a whole; the message names the file. */
export function wrongTable(path: string, message: string, hint?: Hint): TableFailure {
  return new TableFailure(path, message, message, hint);
}

/** The failure for a line of a table. */
export function wrongLine(path: string, line: number, problem: string): TableFailure {
  const place = `${path}:${line}`;
  return new TableFailure(place, problem, `${place}: ${problem}`);
}

function readUtf8(absolute: string, path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(absolute);
  } catch (error) {
    throw wrongTable(path, readProblem(path, error));
  }
  const text = decodeUtf8(bytes);
  // csv-parse counts CRLF in a quoted cell as two lines.
  if (text !== undefined) return text.replaceAll("\r\n", "\n");
  const { problem, hint } = notUtf8Problem(path, bytes);
  const inExcel = 'In Excel, save it as "CSV UTF-8".';
  throw wrongTable(
    path,
    `${path} ${problem}.`,
    hint === undefined ? inExcel : `${inExcel} ${hint}`,
  );
}

/** Spreadsheets write semicolons where the comma is the decimal separator. */
function readCsv(path: string, text: string): Table {
  const [header = ""] = text.split("\n", 1);
  return readSeparated(path, text, header.includes(";") && !header.includes(",") ? ";" : ",");
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function readSeparated(path: string, text: string, delimiter: string): Table {
  const [header, ...records] = parseRecords(path, text, delimiter);
  if (!header) throw wrongTable(path, `${path} is empty.`, "The first line names the columns.");
  const columns = header.record.map((name) => name.trim());
  checkColumns(path, columns);
  let end = header.info.lines;
  const rows = records.flatMap(({ record, info }): TableRow[] => {
    const line = info.lines - lineBreaks(record);
    const isEmpty = record.every((cell) => cell.trim() === "");
    end = info.lines;
    const cells = Object.fromEntries(columns.map((name, index) => [name, record[index]!]));
    return isEmpty ? [] : [{ line, cells }];
  });
  if (rows.length === 0) throw wrongTable(path, `${path} has no rows below line ${end}.`);
  return { columns, rows };
}

function parseRecords(path: string, text: string, delimiter: string): readonly CsvRecord[] {
  try {
    const options = { delimiter, info: true, skip_empty_lines: true };
    return parse(text, options) as unknown as readonly CsvRecord[];
  } catch (error) {
    const { code, message, lines } = error as CsvError & { readonly lines: number };
    const [, columns, cells] = /expect (\d+), got (\d+)/.exec(message) ?? [];
    const problem =
      columns === undefined
        ? (csvProblems[code] ?? message)
        : `The row has more or fewer cells than the header: ${cells}, not ${columns}.`;
    throw wrongLine(path, lines, problem);
  }
}

const csvProblems: { readonly [code: string]: string } = {
  CSV_QUOTE_NOT_CLOSED: "A quoted cell has no closing quote.",
  CSV_INVALID_CLOSING_QUOTE:
    'A quoted cell continues after its closing quote. Write a quote in a cell as "".',
  INVALID_OPENING_QUOTE:
    'A cell contains a quote and is not quoted. Put it in quotes and write the quote as "".',
};

/** A record ends at its last line; its cells contain the line breaks before that. */
function lineBreaks(record: readonly string[]): number {
  return record.reduce((count, cell) => count + (cell.match(/[\n\r]/g)?.length ?? 0), 0);
}

function checkColumns(path: string, columns: readonly string[]): void {
  const unnamed = columns.findIndex((name) => name === "");
  if (unnamed >= 0) throw wrongLine(path, 1, `Column ${unnamed + 1} has no name.`);
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) throw wrongLine(path, 1, `Two columns have the name "${repeated}".`);
}

function readJsonLines(path: string, text: string): Table {
  const rows = text.split("\n").flatMap((source, index): TableRow[] => {
    if (source.trim() === "") return [];
    const line = index + 1;
    const object = parseExactJson(source);
    if (!isObject(object)) throw wrongLine(path, line, "The line is not a JSON object.");
    // A number that would be rounded becomes its text: cells become texts anyway.
    return [{ line, cells: mapValues(object, (cell, key) => numberText(object, key) ?? cell) }];
  });
  if (rows.length === 0) throw wrongTable(path, `${path} is empty.`, "Each line is a JSON object.");
  return { columns: [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))], rows };
}
