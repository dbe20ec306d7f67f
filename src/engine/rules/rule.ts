// The input and output of rules. Rules check what schemas cannot: they know the kinds, see the whole
// project, and only return warnings.
import type { KindName } from "../../generated/shapes.ts";
import type { Finding } from "../model/diagnostic.ts";
import type { JsonObject } from "../model/json.ts";
import type { Address, Definition } from "../model/resource.ts";
import type { SourceFile } from "../model/source-file.ts";

/** A definition without schema errors, with its mapping in the file. */
export interface Subject {
  readonly definition: Definition;
  /** As written in the file, before normalization. */
  readonly mapping: JsonObject;
  /** The addresses that the definition refers to. */
  readonly references: readonly Address[];
  /** Its definition file, and the files that it includes. */
  readonly files: readonly SourceFile[];
}

/** The definitions of a project, as input of the rules. */
export interface RuleProject {
  /** All of them, by kind in the order of the table, then in the order of the files. */
  readonly subjects: readonly Subject[];
  /** Those of a kind, in the order of the files. */
  all(kind: KindName): readonly Subject[];
  find(address: Address | undefined): Subject | undefined;
  children(kind: KindName, address: Address): readonly Subject[];
  /** Whether a document of a kind has schema errors: then some definitions are missing here. */
  isIncomplete(kind: KindName): boolean;
}

export interface Rule {
  /** The kinds that it checks; undefined: all. */
  readonly kinds?: readonly KindName[];
  /** The warnings about one definition. Their paths are those of `mapping` or of its normal form. */
  readonly check: (subject: Subject, project: RuleProject) => readonly Finding[];
}
