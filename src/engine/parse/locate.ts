// Resolves references to values in documents to source locations. Files that js-yaml has read are read
// again with `yaml`: only commands that report a location need it.
import { type Document, isAlias, isPair, type Node } from "yaml";
import {
  type Diagnostic,
  type SourceLocation,
  type SourceRef,
  type Span,
  type UnlocatedDiagnostic,
} from "../model/diagnostic.ts";
import { memo } from "../model/collections.ts";
import { hintText } from "../model/hint.ts";
import type { Path } from "../model/json.ts";
import { entryAt, locationAt, type Offsets, readYaml, type YamlFile } from "./yaml-documents.ts";

type Locate = (ref: SourceRef) => SourceLocation;

/** The files that locations are in, by path. */
export interface LocatedFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** The files that `yaml` has read already. */
  readonly yamlFiles?: ReadonlyMap<string, YamlFile>;
}

/** The diagnostics with their source locations. */
export function locateDiagnostics(
  diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[],
  files: LocatedFiles,
): Diagnostic[] {
  const locate = createLocator(files);
  return diagnostics.map((each) => ("ref" in each ? located(each, locate) : each));
}

/**
 * Returns a function that finds the location of a value, of its key or of a piece of its text. Where
 * the value does not exist: of its nearest ancestor.
 */
export function createLocator({ texts, yamlFiles }: LocatedFiles): Locate {
  const read = memo(
    (path: string) => yamlFiles?.get(path) ?? readYaml({ path, text: texts.get(path) ?? "" }),
  );
  return (ref) => {
    const file = read(ref.file);
    const document = file.documents[ref.document];
    return locationAt(file, document ? rangeOf(document, file.text, ref) : [0, 0]);
  };
}

function located(diagnostic: UnlocatedDiagnostic, locate: Locate): Diagnostic {
  const { severity, code, ref, also, quotes, hidesText } = diagnostic;
  const location = locate(ref);
  const written = location.text.slice(location.column - 1, location.endColumn - 1);
  const hint = quotes ? `Put it in quotes: "${written}".` : diagnostic.hint;
  return {
    severity,
    code,
    message: diagnostic.message,
    ...(hint !== undefined && { hint: hintText(hint) }),
    location: hidesText ? { ...location, text: "" } : location,
    ...(also && { also: { in: also.in, location: locate(also.ref) } }),
  };
}

function rangeOf(
  document: Document.Parsed,
  source: string,
  { path, part, span }: SourceRef,
): Offsets {
  const node = nearestNode(document, path, part === "key");
  const [start, end] = node?.range ?? [0, 0];
  const text = span && document.getIn(path);
  const piece = typeof text === "string" ? pieceIn(source, [start, end], text, span!) : undefined;
  return piece ?? [start, end];
}

/** The node at a path, or its key; if it does not exist, its nearest ancestor. */
function nearestNode(document: Document.Parsed, path: Path, wantsKey: boolean): Node | null {
  let node: Node | null = document.contents;
  let nearest = node;
  for (const [depth, key] of path.entries()) {
    const entry = entryAt(isAlias(node) ? node.resolve(document) : node, key);
    if (!entry) break;
    const isLast = depth === path.length - 1;
    node = isPair(entry) ? entry.value : entry;
    nearest = isPair(entry) && (!node || (isLast && wantsKey)) ? entry.key : node;
  }
  return nearest;
}

/**
 * The offsets of a piece of a text that is written between two offsets; undefined if it is written
 * otherwise, for example with escapes.
 */
function pieceIn(
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
