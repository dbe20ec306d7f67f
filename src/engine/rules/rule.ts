// The input and output of rules. Rules check what schemas cannot: they know the kinds, see the whole
// project, and only return warnings.
import type { SourceFile } from "../model/source-file.ts";
import type { KindName } from "../../generated/shapes.ts";
import type { JsonObject, Path } from "../model/json.ts";
import type { Address, Definition } from "../model/resource.ts";

/** A definition without schema errors, with its mapping in the file. */
export interface Subject {
  readonly definition: Definition;
  readonly written: JsonObject;
  /** The addresses that the definition refers to. */
  readonly references: readonly Address[];
  /** Its definition file, and the files that it includes. */
  readonly files: readonly SourceFile[];
}

/** The definitions of a project, as input of the rules. */
export interface Checked {
  /** All of them, by kind in the order of the table, then in the order of the files. */
  readonly subjects: readonly Subject[];
  /** Those of a kind, in the order of the files. */
  all(kind: KindName): readonly Subject[];
  find(address: Address | undefined): Subject | undefined;
  children(kind: KindName, address: Address): readonly Subject[];
  /** Whether a document of a kind has schema errors: then some definitions are missing here. */
  isIncomplete(kind: KindName): boolean;
}

/** A warning about a definition. */
export interface Finding {
  readonly code: string;
  readonly address: Address;
  /** In the definition, as it is written or in normal form. */
  readonly path: Path;
  /** The key instead of the value. */
  readonly part?: "key";
  /** A piece of the text at the path. */
  readonly span?: { readonly offset: number; readonly length: number };
  readonly message: string;
  readonly hint?: string | undefined;
}

export type Rule = (project: Checked) => readonly Finding[];
