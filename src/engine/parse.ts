// YAML text to values that know where they stand. One meaning of YAML: 1.2, core schema.
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseAllDocuments } from "yaml";
import type { Document, Node, ParsedNode } from "yaml";
import { type Diagnostic, error, type Place } from "./diagnostic.ts";
import { isObject, type Json, type JsonObject, type Path } from "./json.ts";

export interface SourceFile {
  /** Path relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One document of a file. */
export interface ParsedDocument {
  readonly file: string;
  /** Position in the file, from 0. */
  readonly index: number;
  readonly value: JsonObject;
  /** The place of a value, or of the key that leads to it; of what is nearest where it is absent. */
  locate(path: Path, part?: "key" | "value"): Place;
}

export interface Parsed {
  readonly documents: readonly ParsedDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Aliases may multiply a document at most this much; more is an attack or a mistake. */
const maxAliasCount = 1000;

/** Reads every document of a file. Empty documents are left out; broken ones are diagnostics. */
export function parse(file: SourceFile): Parsed {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(file.text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    version: "1.2",
  });
  const documents: ParsedDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  const place = placer(file, lines);
  for (const [index, document] of [...parsed].entries()) {
    const problems = [...document.errors, ...document.warnings];
    diagnostics.push(
      ...tellable(problems).map((problem) =>
        error("yaml-syntax", place(problem.pos[0], problem.pos[1]), ...inWords(problem)),
      ),
    );
    if (problems.length > 0 || document.contents === null) continue;
    const value = valueOf(document, diagnostics, place);
    if (value === undefined || value === null) continue;
    const locate = (path: Path, part: "key" | "value" = "value"): Place =>
      place(...rangeOf(document, path, part));
    if (isObject(value)) documents.push({ file: file.path, index, value, locate });
    else
      diagnostics.push(
        error("not-a-mapping", locate([]), "A document must be a mapping of keys to values."),
      );
  }
  return { documents, diagnostics };
}

function valueOf(
  document: Document.Parsed,
  diagnostics: Diagnostic[],
  place: ReturnType<typeof placer>,
): Json | undefined {
  try {
    return document.toJS({ maxAliasCount }) as Json;
  } catch (problem) {
    if (!(problem instanceof ReferenceError)) throw problem;
    const message = problem.message.startsWith("Excessive alias count")
      ? "The aliases of this document multiply it beyond reason."
      : `${problem.message}.`;
    diagnostics.push(error("yaml-alias", place(...rangeOf(document, [], "value")), message));
    return undefined;
  }
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** Mistakes that leave the structure whole; of the others only the first is meant, the rest follow from it. */
const independent = new Set(["DUPLICATE_KEY", "NON_STRING_KEY", "TAG_RESOLVE_FAILED"]);

function tellable(problems: readonly Problem[]): readonly Problem[] {
  const first = problems.find((each) => !independent.has(each.code));
  return problems.filter((each) => independent.has(each.code) || each === first);
}

/** The parser's message and what to do, reworded where it speaks of its own terms. */
function inWords({ code, message }: Problem): [message: string, hint?: string] {
  switch (code) {
    case "DUPLICATE_KEY":
      return ["This key stands twice in the same mapping."];
    case "NON_STRING_KEY":
      return ["A key must be text.", "Put it in quotes."];
    case "TAG_RESOLVE_FAILED":
      return [`${message}: YAML tags have no meaning here.`];
    case "TAB_AS_INDENT":
      return ["Tabs cannot indent YAML.", "Use spaces."];
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
    case "BAD_INDENT":
      return [
        "The structure breaks here.",
        'Check the indentation of this line and the next one; text that holds ": " or begins with a special character needs quotes.',
      ];
    default:
      return [message.replace(/\s+/g, " ").replace(/[^.?!]$/, "$&.")];
  }
}

function placer(file: SourceFile, lines: LineCounter): (start: number, end: number) => Place {
  return (start, end) => {
    const { line, col } = lines.linePos(Math.min(start, file.text.length));
    const lineStart = lines.lineStarts[line - 1] ?? 0;
    const lineEnd = file.text.indexOf("\n", lineStart);
    const text = file.text
      .slice(lineStart, lineEnd < 0 ? file.text.length : lineEnd)
      .replace(/\r$/, "");
    const endColumn = Math.max(Math.min(end - lineStart, text.length) + 1, col + 1);
    return { file: file.path, line, column: col, endColumn, text };
  };
}

/** Offsets of the value at a path (or of its key); of the deepest ancestor that exists otherwise. */
function rangeOf(document: Document.Parsed, path: Path, part: "key" | "value"): [number, number] {
  let node: unknown = document.contents;
  let found: unknown = node;
  for (const [depth, key] of path.entries()) {
    const inside = isAlias(node) ? node.resolve(document) : node;
    const last = depth === path.length - 1;
    if (isMap(inside)) {
      const pair = inside.items.find((each) => isPair(each) && keyText(each.key) === String(key));
      if (!pair) break;
      node = pair.value;
      found = (last && part === "key") || !node ? pair.key : node;
    } else if (isSeq(inside)) {
      node = inside.items[Number(key)];
      if (!node) break;
      found = node;
    } else break;
  }
  const range = (found as ParsedNode | null)?.range;
  return range ? [range[0], range[1]] : [0, 0];
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String((key as Node | null) ?? "");
}
