// The source of a definition: its draft, and the files that it includes.
import type { SourceFile } from "../model/source-file.ts";
import type { Diagnostic, Span, UnlocatedDiagnostic } from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { ParsedDocument } from "../parse/parsed-document.ts";
import { fromPointer, type JsonObject, type Path, toPointer } from "../model/json.ts";

export interface Source {
  readonly draft: Draft;
  /** The body in normal form; references are still keys. */
  readonly body: JsonObject;
  /** The texts that are not one string in the document, and included data, by their pointer in it. */
  readonly texts: ReadonlyMap<string, readonly TextPart[]>;
  /** Whether a file cannot be included. */
  readonly lacksInclude: boolean;
  /** Errors and warnings about the included files. */
  readonly diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[];
}

/** A part of a text; `{ file }` in place of a text is its only part. */
export interface TextPart {
  /** Its path in the document. */
  readonly path: Path;
  /** Where it begins in the whole text, in UTF-16 units. */
  readonly offset: number;
  /** The included file; undefined for a text in the document. */
  readonly file: SourceFile | undefined;
  /** Whether the value of the file is included in place of a text, and the document that has it. */
  readonly isData?: true;
  readonly document?: ParsedDocument | undefined;
}

/** The files of some parts. */
export function filesOf(parts: readonly TextPart[]): SourceFile[] {
  return parts.flatMap(({ file }) => file ?? []);
}

/** The files that a definition includes, each as often as it does. */
export function includedFiles({ texts }: Pick<Source, "texts">): SourceFile[] {
  return [...texts.values()].flatMap(filesOf);
}

/** The paths of the files of data that a definition includes. */
export function dataFiles({ texts }: Pick<Source, "texts">): string[] {
  const parts = [...texts.values()].flat().filter(({ isData }) => isData);
  return filesOf(parts).map(({ path }) => path);
}

/** A text in parts, with its path in the document. */
interface SourceText {
  readonly path: Path;
  readonly parts: readonly TextPart[];
}

/**
 * The text that contains the value at a path of the normal form of a definition. `path` begins with
 * that of the draft. Undefined if the value is in no file and in no list of parts.
 */
export function textAround({ draft, texts }: Source, path: Path): SourceText | undefined {
  for (let length = draft.path.length + 1; length <= path.length; length++) {
    const pointer = toPointer(path.slice(0, length));
    const parts = texts.get(pointer);
    if (parts) return { path: fromPointer(pointer), parts };
  }
  return undefined;
}

/** The part in which a piece of a text begins, and the piece in it. */
export function pieceIn(
  parts: readonly TextPart[],
  { offset, length }: Span,
): { readonly part: TextPart; readonly span: Span } {
  const part = parts.findLast((each) => each.offset <= offset) ?? parts[0]!;
  return { part, span: { offset: offset - part.offset, length } };
}
