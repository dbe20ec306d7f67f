// Files of a project as they were read: definition files and the files they include.
import type { SourceLocation, Span } from "./diagnostic.ts";

/** A text file of the project. */
export interface SourceFile {
  /** Path relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A file in the folder of definitions without definitions: not YAML, or empty. */
export interface UnreadFile {
  /** Path relative to the project, with `/`. */
  readonly file: string;
  readonly reason: "json" | "empty";
}

/** A file that a definition includes with `{ file: path }`. */
export interface IncludeRequest {
  /** The YAML file that includes it, relative to the project. */
  readonly from: string;
  /** The path as written there. */
  readonly file: string;
  /** `data`: JSON or YAML, read as text. */
  readonly form: "text" | "base64" | "data";
  /** A larger file is not read, where its size is known without its content. */
  readonly maxBytes?: number;
}

/** What a checkout has in place of a file. */
export interface StandIn {
  readonly code: "lfs-pointer" | "not-checked-out";
  /** Follows the path of the file. */
  readonly problem: string;
  readonly hint: string;
  /** Where it is read nevertheless, it is a warning. */
  readonly isWarning?: boolean;
}

/**
 * The content of an included file, or why it cannot be read. `changed`: how the text was
 * normalized.
 */
export type IncludeResult =
  | (SourceFile & { readonly changed?: string; readonly standIn?: StandIn })
  | {
      readonly problem: string;
      readonly hint?: string;
      /** The path in the hint, if that is another file. */
      readonly similar?: string;
    };

/** Reads an included file. */
export type ReadIncluded = (request: IncludeRequest) => IncludeResult;

/** Whether a file is one of these files, or in one of these folders. */
export function isAmong(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

/** The location of a piece of an included text, at most to the end of its first line. */
export function locationInText(
  { path, text }: SourceFile,
  { offset, length }: Span,
): SourceLocation {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const line = text.slice(start, end < 0 ? text.length : end);
  const column = offset - start + 1;
  const endColumn = Math.max(column + 1, Math.min(column + length, line.length + 1));
  return {
    file: path,
    line: text.slice(0, offset).split("\n").length,
    column,
    endColumn,
    text: line,
  };
}
