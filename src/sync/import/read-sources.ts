// Reads the documents of files to import: JSON, JSON Lines and YAML.
import { type Diagnostic, error, type SourceLocation } from "../../engine/model/diagnostic.ts";
import { memo } from "../../engine/model/collections.ts";
import { isDeeperThan, type Json, parseDeepJson, type Path } from "../../engine/model/json.ts";
import { parseExactJson } from "../../engine/json/exact-json.ts";
import { inWordsOfJson } from "../load/parse-files.ts";
import { maskSecrets, redactSecrets } from "../../engine/text/secrets.ts";
import { locationInText, type SourceFile } from "../../engine/model/source-file.ts";
import { fieldName } from "../../importers/convert/left-fields.ts";
import { type LeftField, type SourceDocument } from "../../importers/convert/source-node.ts";

export interface ReadSources {
  readonly documents: readonly SourceDocument[];
  /** The syntax errors. A document with errors is left out. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether each line is a document. Then there is one error for each line with errors. */
  readonly isLines: boolean;
}

type ReadYamlFile = (file: SourceFile) => {
  readonly values: readonly Json[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Loads `yaml`, and returns a function that reads the documents of a file. */
export async function sourceReader(): Promise<(file: SourceFile) => ReadSources> {
  const { parseValues } = await import("../../engine/parse/with-yaml.ts");
  return (file) => {
    const isLines = isJsonLines(file);
    const read = isLines ? readLines(file, parseValues) : readText(file, 0, parseValues);
    return { ...read, isLines };
  };
}

/** The same for the text of a front matter, with the number of lines before it. */
export async function frontMatterReader(): Promise<
  (file: SourceFile, linesBefore: number) => ReadDocuments
> {
  const { parseValues } = await import("../../engine/parse/with-yaml.ts");
  return (file, linesBefore) => readText(file, linesBefore, parseValues);
}

/** By the name, and for JSON by the first line: the names of logs are often wrong. */
function isJsonLines({ path, text }: SourceFile): boolean {
  if (/\.ya?ml$/i.test(path) || parseDeepJson(withoutMark(text)) !== undefined) return false;
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return true;
  const [first = ""] = withoutMark(text).trimStart().split("\n", 1);
  return /^[[{]/.test(first) && parseDeepJson(first) !== undefined;
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

export type ReadDocuments = Omit<ReadSources, "isLines">;

function readLines({ path, text }: SourceFile, readYaml: ReadYamlFile): ReadDocuments {
  const lines = text.split("\n").map((line, index) => ({ line, index }));
  const read = lines
    .filter(({ line }) => line.trim() !== "")
    .map(({ line, index }) => readText({ path, text: line }, index, readYaml));
  return {
    documents: read.flatMap(({ documents }) => documents),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics.slice(0, 1)),
  };
}

/** More levels of JSON and YAML are refused: no service takes more in a definition. */
const maxImportedLevels = 200;

/** The error at the bracket that opens the first level too many. */
function tooDeep({ path, text }: SourceFile): Diagnostic {
  let levels = 0;
  const brackets = text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs);
  const found = [...brackets].find(([token]) => {
    if (token === "[" || token === "{") levels++;
    if (token === "]" || token === "}") levels--;
    return levels > maxImportedLevels;
  });
  const lines = text.slice(0, found?.index ?? 0).split("\n");
  const column = lines.at(-1)!.length + 1;
  const location = { file: path, line: lines.length, column, endColumn: column + 1, text: "" };
  return error("", location, `The value has more than ${maxImportedLevels} levels.`);
}

/** JSON is read as such, because it may be large; all else is YAML. */
function readText(file: SourceFile, linesBefore: number, readYaml: ReadYamlFile): ReadDocuments {
  const { path, text } = file;
  const refuse = (): ReadDocuments => ({
    documents: [],
    diagnostics: [movedDown(tooDeep(file), linesBefore)],
  });
  const deep = parseDeepJson(withoutMark(text));
  if (deep !== undefined && isDeeperThan(maxImportedLevels, deep)) return refuse();
  const { values, diagnostics } =
    deep === undefined
      ? readYaml(file)
      : { values: [parseExactJson(withoutMark(text)) ?? deep], diagnostics: [] };
  if (values.some((value) => isDeeperThan(maxImportedLevels, value))) return refuse();
  const documents = values.map((value, index) => ({
    file: path,
    text,
    linesBefore,
    index,
    value,
  }));
  return {
    documents: documents.filter(({ value }) => value !== null),
    diagnostics: diagnostics.map((each) => inWordsOfJson(movedDown(each, linesBefore))),
  };
}

function movedDown({ location, ...rest }: Diagnostic, lines: number): Diagnostic {
  return { ...rest, location: { ...location, line: location.line + lines } };
}

/** A field of a source that is not imported, with its place. */
export interface LocatedField {
  readonly location: SourceLocation;
  /** The path of the field: `messages[0].name`. */
  readonly field: string;
  /** The path in the text of a field, if that text is a document with fields. */
  readonly inText?: string | undefined;
  /** A sentence; undefined if definitions have no such field. */
  readonly reason?: string | undefined;
  /** The number of cases that do not have it; undefined if no definition has it. */
  readonly cases?: number | undefined;
}

/** The places of fields, in the order of the files. */
export async function locateFields(fields: readonly LeftField[]): Promise<LocatedField[]> {
  if (fields.length === 0) return [];
  const { createLocator } = await import("../../engine/parse/with-yaml.ts");
  const placeIn = (source: SourceDocument, path: Path): SourceLocation => {
    const place = { file: source.file, document: source.index, path, part: "key" } as const;
    return movedDown(error("", locators(source)(place), ""), source.linesBefore).location;
  };
  const locators = memo(
    (source: SourceDocument) => createLocator({ texts: new Map([[source.file, source.text]]) }),
    new WeakMap(),
  );
  return fields.map((field): LocatedField => {
    const { source, path, inner } = outermost(field);
    const { location } = redactSecrets(error("", placeOf(field) ?? placeIn(source, path), ""));
    const { cases, reason } = field;
    return {
      location,
      field: fieldName([...path, ...inner]),
      inText: inner.length > 0 ? fieldName(inner) : undefined,
      reason: reason && maskSecrets(reason),
      cases,
    };
  });
}

/** The place in the body of a text file; undefined for a field. */
function placeOf({ source: { file, body }, offset }: LeftField): SourceLocation | undefined {
  if (!body || offset === undefined) return undefined;
  return locationInText({ path: file, text: body.file }, { offset, length: 1 });
}

/** The field in the file, and the path in its text for a field of that. */
function outermost({ source, path }: Pick<LeftField, "source" | "path">): {
  readonly source: SourceDocument;
  readonly path: Path;
  readonly inner: Path;
} {
  if (!source.within) return { source, path, inner: [] };
  const outer = outermost(source.within);
  return { ...outer, inner: [...outer.inner, ...path] };
}
