// Resolves references to values in documents to source locations. Of the files that js-yaml has read,
// `yaml` reads the documents with locations that are reported (docs/performance.md, row "validate 12,037").
import {
  byLocation,
  type Diagnostic,
  type SourceLocation,
  type SourcePlace,
  type Span,
  type UnlocatedDiagnostic,
} from "../model/diagnostic.ts";
import { memo } from "../model/collections.ts";
import { hintText } from "../model/hint.ts";
import { limitDiagnostics } from "./limit-diagnostics.ts";
import { createNodeLookup, type FindNode } from "./node-lookup.ts";
import { type DocumentFile, readDocumentFile, unreadDocumentFile } from "./document-file.ts";
import { locationAt, type Offsets, type YamlFile } from "./yaml-documents.ts";

type Locate = (place: SourcePlace) => SourceLocation;
type ReadFile = (path: string) => DocumentFile;

/** The files that locations are in, by path. */
export interface LocatedFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** The files that `yaml` has read already. */
  readonly yamlFiles?: ReadonlyMap<string, YamlFile>;
}

/**
 * The diagnostics with their source locations, in the order of the files: each once, and of each
 * document the first ones.
 */
export function locateDiagnostics(
  diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[],
  files: LocatedFiles,
): Diagnostic[] {
  const read = createReader(files);
  const locate = locatorIn(read);
  const all = diagnostics.map((each) => ("place" in each ? located(each, locate) : each));
  const yamlPaths = new Set(files.yamlFiles?.keys());
  for (const each of diagnostics) if ("place" in each) yamlPaths.add(each.place.file);
  const documentStarts = (path: string): readonly number[] =>
    yamlPaths.has(path) ? read(path).startLines : [];
  return limitDiagnostics(withoutRepeats(all).sort(byLocation), documentStarts);
}

/** Reports a text that several definitions include, or share by an alias, once. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keyOf = ({ location: { text: _line, ...place }, ...rest }: Diagnostic): string =>
    JSON.stringify([place, rest]);
  return [...new Map(diagnostics.map((each) => [keyOf(each), each])).values()];
}

/**
 * Returns a function that finds the location of a value, of its key or of a piece of its text. Where
 * the value does not exist: of its nearest ancestor.
 */
export function createLocator(files: LocatedFiles): Locate {
  return locatorIn(createReader(files));
}

function createReader({ texts, yamlFiles }: LocatedFiles): ReadFile {
  return memo((path) => {
    const file = yamlFiles?.get(path);
    return file
      ? readDocumentFile(file)
      : unreadDocumentFile({ path, text: texts.get(path) ?? "" });
  });
}

function locatorIn(read: ReadFile): Locate {
  const findNode = createNodeLookup();
  return (place) => {
    const file = read(place.file);
    return locationAt(file, rangeOf(file, place, findNode));
  };
}

function located(diagnostic: UnlocatedDiagnostic, locate: Locate): Diagnostic {
  const { severity, code, place, also, paths, quotes, hidesText } = diagnostic;
  const location = locate(place);
  const written = location.text.slice(location.column - 1, location.endColumn - 1);
  const hint = quotes ? `Put it in quotes: "${written}".` : diagnostic.hint;
  return {
    severity,
    code,
    message: diagnostic.message,
    ...(hint !== undefined && { hint: hintText(hint) }),
    location: hidesText ? { ...location, text: "" } : location,
    ...(also && { also: { in: also.in, location: locate(also.place) } }),
    ...(paths && { paths }),
  };
}

function rangeOf(
  { documentAt, text: source }: DocumentFile,
  { document: index, path, part, span }: SourcePlace,
  findNode: FindNode,
): Offsets {
  const document = documentAt(index);
  const node = document ? findNode(document, path, part) : null;
  const [start, end] = node?.range ?? [0, 0];
  const text = span && document?.getIn(path);
  const piece =
    typeof text === "string" ? offsetsOfPiece(source, [start, end], text, span!) : undefined;
  return piece ?? [start, end];
}

/**
 * The offsets of a piece of a text that is written between two offsets; undefined if it is written
 * otherwise, for example with escapes.
 */
function offsetsOfPiece(
  source: string,
  [start, end]: Offsets,
  text: string,
  { offset, length }: Span,
): Offsets | undefined {
  const piece = text.slice(offset, offset + length).split("\n")[0]!;
  if (piece === "") return undefined;
  let found = start - 1;
  for (let before = -1; before < offset;) {
    before = text.indexOf(piece, before + 1);
    found = source.indexOf(piece, found + 1);
    if (before < 0 || found < 0 || found >= end) return undefined;
  }
  return [found, found + piece.length];
}
