// Diagnostics: the errors and warnings about definition files. All of them are returned at once.
import { type Hint, hintText } from "./hint.ts";
import type { Path } from "./json.ts";
import type { Address } from "./resource.ts";

/** A location in a file; line and columns count from 1, columns in UTF-16 units. */
export interface SourceLocation {
  /** Path relative to the project, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The column after the last character, on the same line. */
  readonly endColumn: number;
  /** The source line, without its line ending. */
  readonly text: string;
}

export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** A stable identifier, for example `unknown-key`. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly location: SourceLocation;
  /** Another location, which `diagnosticMessage` adds to the end of the message or the hint. */
  readonly also?: { readonly in: "message" | "hint"; readonly location: SourceLocation };
  /** The paths in the message and the hint, relative to the project. Each text has at most one. */
  readonly paths?: readonly string[];
  /** How many errors or warnings it stands for; undefined for one. */
  readonly count?: number;
}

/** A value of a parsed document, before its source location is known. */
export interface SourcePlace {
  readonly file: string;
  /** Position of the document in the file, from 0. */
  readonly document: number;
  readonly path: Path;
  /** The key instead of the value. */
  readonly part?: "key";
  /** A piece of the text at the path. */
  readonly span?: Span;
}

/** A piece of a text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/**
 * An error or a warning at a path of a value, before the document of the value is known. If the
 * value is the content of an included file, a `span` locates the finding in that file; without one,
 * it is located at the `{ file }` that includes it.
 */
export interface Finding extends Pick<SourcePlace, "path" | "part" | "span"> {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Default: that of the rule that finds it. */
  readonly severity?: "error" | "warning";
  /** Whether the hint is to put the value in quotes, as it is written. */
  readonly quotes?: boolean;
  /** A plural noun, such as `prompts`: findings with one message become one that counts them. */
  readonly usedBy?: string;
  /** The addresses of other definitions whose values it depends on. */
  readonly dependsOn?: readonly Address[];
}

/** A diagnostic of the engine; parse/locate.ts makes a `Diagnostic` of it. */
export interface UnlocatedDiagnostic extends Omit<Finding, keyof SourcePlace | "severity"> {
  readonly severity: "error" | "warning";
  readonly place: SourcePlace;
  /** The value whose location is `also` of the diagnostic. */
  readonly also?: { readonly in: "message" | "hint"; readonly place: SourcePlace };
  readonly paths?: readonly string[];
  /** Whether the source line is not shown, because it may contain a password. */
  readonly hidesText?: boolean;
}

/** `prompts/tools.yaml:2` */
export function fileAndLine({ file, line }: Pick<SourceLocation, "file" | "line">): string {
  return `${file}:${line}`;
}

export function error(
  code: string,
  location: SourceLocation,
  message: string,
  hint?: Hint,
): Diagnostic {
  return { severity: "error", code, message, ...(hint && { hint: hintText(hint) }), location };
}

export function warning(...report: Parameters<typeof error>): Diagnostic {
  return { ...error(...report), severity: "warning" };
}

/** An error whose location is not known yet. */
export function errorAt(
  code: string,
  place: SourcePlace,
  message: string,
  hint?: string,
): UnlocatedDiagnostic {
  return { severity: "error", code, message, hint, place };
}

/** A warning whose location is not known yet. */
export function warningAt(...report: Parameters<typeof errorAt>): UnlocatedDiagnostic {
  return { ...errorAt(...report), severity: "warning" };
}

/** Compares by file, line and column. */
export function byLocation(a: Diagnostic, b: Diagnostic): number {
  if (a.location.file !== b.location.file) return a.location.file < b.location.file ? -1 : 1;
  return a.location.line - b.location.line || a.location.column - b.location.column;
}
