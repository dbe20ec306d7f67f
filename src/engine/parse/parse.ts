// YAML text to values that know where they stand. One meaning of YAML: 1.2, core schema.
import type { Document, LineCounter, Node, ParsedNode } from "yaml";
import { type Diagnostic, error, type SourceLocation } from "../model/diagnostic.ts";
import { isObject, type Json, type JsonObject, type Path } from "../model/json.ts";
import { maySilence, pieceIn, silencedIn, truthWordsOf } from "./yaml-text.ts";
import { plainValues } from "./yaml-values.ts";
import { yamlProblems } from "./yaml-problems.ts";
import type { SourceFile } from "../model/source-file.ts";
import { yaml } from "../packages.ts";

/** One document of a file. */
export interface ParsedDocument {
  readonly file: string;
  /** Position in the file, from 0. */
  readonly index: number;
  readonly value: JsonObject;
  /** Whether it is known that a service can hold all of it; where not, `unholdable` tells. */
  readonly isKnownHoldable: boolean;
  /** The place of a value, or of the key that leads to it; of what is nearest where it is absent. */
  locate(path: Path, part?: "key" | "value"): SourceLocation;
  /** The place of a piece of the text at a path; of the whole text where it is written otherwise. */
  locateText(path: Path, span: Span): SourceLocation;
  /** The codes that comments of the document silence, each with its place. */
  silenced(): readonly Silenced[];
  /** Plain words that other versions of YAML take for true or false. */
  truthWords(): readonly { readonly word: string; readonly location: SourceLocation }[];
}

/** A piece of a text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A code that a comment `# promptctl-ignore: code` names. */
interface Silenced {
  readonly code: string;
  readonly location: SourceLocation;
}

export interface Parsed {
  readonly documents: readonly ParsedDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Aliases may multiply a document at most this much; more is an attack or a mistake. */
const maxAliasCount = 1000;
/** And to so many characters. */
const mostCharacters = 10_000_000;

/**
 * Reads every document of a file. Empty documents are left out; broken ones are diagnostics. Places
 * are found out when somebody asks for one.
 */
export function parse(file: SourceFile): Parsed {
  const values = plainValues(file.text);
  if (!values) return parseClosely(file);
  const silences = maySilence(file.text);
  const closely = closeReader(file, values.length);
  const documents = values.map((value, index) => ({
    file: file.path,
    index,
    value,
    isKnownHoldable: true,
    locate: (path: Path, part?: "key" | "value") => closely(index).locate(path, part),
    locateText: (path: Path, span: Span) => closely(index).locateText(path, span),
    silenced: silences ? () => closely(index).silenced() : noneOf,
    truthWords: noneOf, // they would have been left to the other reader
  }));
  return { documents, diagnostics: [] };
}

const noneOf = (): [] => [];

/** So many documents of a file are read once more on their own; who asks for more gets all. */
const mostAlone = 4;

/** Finds a document once more, with its places. Both readers read the same: test/yaml. */
function closeReader(file: SourceFile, count: number): (index: number) => ParsedDocument {
  let alone: Map<number, ParsedDocument> | undefined; // few files are ever asked for one
  let all: Parsed | undefined;
  return (index) => {
    alone ??= new Map();
    const known = alone.get(index);
    if (known) return known;
    const isAlone = !all && count > mostAlone && alone.size < mostAlone;
    const spans = isAlone ? documentSpans(file.text) : [];
    if (spans.length !== count) return (all ??= parseClosely(file)).documents[index]!;
    const [start, end] = spans[index]!;
    const linesBefore = file.text.slice(0, start).split("\n").length - 1;
    const own = { path: file.path, text: file.text.slice(start, end) };
    const found = { ...parseClosely(own, linesBefore).documents[0]!, index };
    alone.set(index, found);
    return found;
  };
}

/**
 * Where the documents of plain YAML begin and end: lines of `---` stand between them. Comments before
 * the first of these lines belong to the first document.
 */
function documentSpans(text: string): [start: number, end: number][] {
  const markers = [...text.matchAll(/^---$/gm)].map(({ index }) => index);
  const hasMore = /^[^#\s]/m.test(text.slice(0, markers[0]));
  const starts = [0, ...(hasMore ? markers : markers.slice(1))];
  return starts.map((start, at) => [start, starts[at + 1] ?? text.length]);
}

/** The same, with the place of everything; `linesBefore`: where the text begins in its file. */
export function parseClosely(file: SourceFile, linesBefore = 0): Parsed {
  const lines = new (yaml().LineCounter)();
  const place = placer(file, lines, linesBefore);
  const documents: ParsedDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  const mayHaveAliases = file.text.includes("*"); // most files have none, and need no walk
  for (const [index, document] of documentsOf(file.text, lines).entries()) {
    const problems = yamlProblems(document, file.text, mayHaveAliases);
    for (const { code, start, end, message, hint } of problems)
      diagnostics.push(error(code, place(start, end), message, hint));
    if (problems.length > 0 || document.contents === null) continue;
    const locate = (path: Path, part: "key" | "value" = "value"): SourceLocation =>
      place(...rangeOf(document, path, part));
    const more = {
      locateText: (path: Path, span: Span) => place(...pieceOf(document, file.text, path, span)),
      silenced: () =>
        silencedIn(document, file.text).map(({ code, start, end }) => ({
          code,
          location: place(start, end),
        })),
      truthWords: () =>
        truthWordsOf(document).map(({ word, start, end }) => ({
          word,
          location: place(start, end),
        })),
    };
    const value = valueOf(document, mayHaveAliases);
    if (value === null) continue;
    if (value === undefined)
      diagnostics.push(
        error("yaml-alias", locate([]), "The aliases of this document multiply it beyond reason."),
      );
    else if (isObject(value))
      documents.push({ file: file.path, index, value, isKnownHoldable: false, locate, ...more });
    else
      diagnostics.push(
        error("not-a-mapping", locate([]), "A document must be a mapping of keys to values."),
      );
  }
  return { documents, diagnostics };
}

/** The documents of a text, as all that reads places reads them; also broken and empty ones. */
export function documentsOf(
  text: string,
  lineCounter: LineCounter = new (yaml().LineCounter)(),
): Document.Parsed[] {
  return [...yaml().parseAllDocuments(text, { ...readerOptions, lineCounter })];
}

/** How all that reads places reads YAML. */
export const readerOptions = {
  prettyErrors: false,
  resolveKnownTags: false,
  stringKeys: true,
  version: "1.2",
} as const;

/** The value; undefined where aliases make too much of it. */
function valueOf(document: Document.Parsed, mayHaveAliases: boolean): Json | undefined {
  if (mayHaveAliases && lengthOf(document.contents, new Map()) > mostCharacters) return undefined;
  try {
    return document.toJS({ maxAliasCount }) as Json;
  } catch (problem) {
    if (problem instanceof ReferenceError) return undefined;
    throw problem;
  }
}

/** How many characters a node comes to, aliases spelled out; `anchored`: those before it. */
function lengthOf(node: unknown, anchored: Map<string, number>): number {
  if (yaml().isAlias(node)) return anchored.get(node.source) ?? 0;
  if (yaml().isPair(node)) return lengthOf(node.key, anchored) + lengthOf(node.value, anchored);
  if (!yaml().isNode(node)) return 0;
  const [start, end] = node.range ?? [0, 0];
  const inside = yaml().isCollection(node)
    ? node.items.reduce<number>((sum, item) => sum + lengthOf(item, anchored), 1)
    : end - start;
  if (node.anchor !== undefined) anchored.set(node.anchor, inside);
  return inside;
}

function placer(
  file: SourceFile,
  lines: LineCounter,
  linesBefore: number,
): (start: number, end: number) => SourceLocation {
  return (start, end) => {
    const { line, col } = lines.linePos(Math.min(start, file.text.length));
    const lineStart = lines.lineStarts[line - 1] ?? 0;
    const lineEnd = file.text.indexOf("\n", lineStart);
    const text = file.text
      .slice(lineStart, lineEnd < 0 ? file.text.length : lineEnd)
      .replace(/\r$/, "");
    const endColumn = Math.max(Math.min(end - lineStart, text.length) + 1, col + 1);
    return { file: file.path, line: linesBefore + line, column: col, endColumn, text };
  };
}

/** Offsets of the value at a path (or of its key); of the deepest ancestor that exists otherwise. */
function rangeOf(document: Document.Parsed, path: Path, part: "key" | "value"): [number, number] {
  let node: unknown = document.contents;
  let found: unknown = node;
  for (const [depth, key] of path.entries()) {
    const inside = yaml().isAlias(node) ? node.resolve(document) : node;
    const last = depth === path.length - 1;
    if (yaml().isMap(inside)) {
      const pair = inside.items.find(
        (each) => yaml().isPair(each) && keyText(each.key) === String(key),
      );
      if (!pair) break;
      node = pair.value;
      found = (last && part === "key") || !node ? pair.key : node;
    } else if (yaml().isSeq(inside)) {
      node = inside.items[Number(key)];
      if (!node) break;
      found = node;
    } else break;
  }
  const range = (found as ParsedNode | null)?.range;
  return range ? [range[0], range[1]] : [0, 0];
}

/** Offsets of a piece of the text at a path. */
function pieceOf(
  document: Document.Parsed,
  source: string,
  path: Path,
  span: Span,
): [number, number] {
  const [start, end] = rangeOf(document, path, "value");
  const text = document.getIn(path);
  return (typeof text === "string" && pieceIn(source, start, end, text, span)) || [start, end];
}

function keyText(key: unknown): string {
  return yaml().isScalar(key) ? String(key.value) : String((key as Node | null) ?? "");
}
