// The result of parsing a YAML file, whichever library has read it.
import type { Diagnostic, SourceLocation, SourcePlace } from "../model/diagnostic.ts";
import type { Json, JsonObject, Path } from "../model/json.ts";
import type { YamlFile } from "./yaml-documents.ts";

export interface ParsedFile {
  readonly documents: readonly ParsedDocument[];
  readonly diagnostics: readonly Diagnostic[];
  /** The text if js-yaml has read it: it shares memory with the values. */
  readonly text?: string;
  /** The file as `yaml` has read it; undefined if js-yaml has read it. */
  readonly yamlFile?: YamlFile;
}

/** The result of parsing a file that contains one list. */
export interface ParsedList {
  readonly list: readonly Json[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The values of the documents of a file, in their order. */
export interface ParsedValues {
  readonly values: readonly Json[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One document of a file. */
export interface ParsedDocument {
  readonly file: string;
  /** Position in the file, from 0. */
  readonly index: number;
  readonly value: JsonObject;
  /** True if its text cannot result in values that no service can represent. */
  readonly isRepresentable?: boolean;
  /** The warnings that comments of the document ignore. */
  readonly ignoredCodes: readonly IgnoredCode[];
  readonly yaml11Booleans: readonly Yaml11Boolean[];
}

/** A code in a comment `# promptctl-ignore: code`. */
interface IgnoredCode {
  readonly code: string;
  readonly location: SourceLocation;
}

/**
 * A plain scalar that YAML 1.1 reads as true or false and YAML 1.2 as a string, for example `no`.
 */
export interface Yaml11Boolean {
  readonly word: string;
  readonly location: SourceLocation;
}

/** Refers to the value at a path of a document. */
export function placeIn({ file, index }: ParsedDocument, path: Path): SourcePlace {
  return { file, document: index, path };
}
