// What a rule sees and what it says. Rules know what the schemas cannot: they may name kinds,
// look at whole projects, and only warn.
import type { SourceFile } from "../model/source-file.ts";
import type { KindName } from "../../generated/shapes.ts";
import type { JsonObject, Path } from "../model/json.ts";
import type { Address, Definition } from "../model/resource.ts";

/** A definition without mistakes against its schema, and the mapping it was written as. */
export interface Subject {
  readonly definition: Definition;
  readonly written: JsonObject;
  /** The addresses that the definition refers to. */
  readonly references: readonly Address[];
  /** The files it comes from: its own, and those it includes. */
  readonly files: readonly SourceFile[];
}

/** The definitions of a project as rules look at them. */
export interface Checked {
  /** All of them, by kind in the order of the table, then in the order of the files. */
  readonly subjects: readonly Subject[];
  /** Those of a kind, in the order of the files. */
  all(kind: KindName): readonly Subject[];
  find(address: Address | undefined): Subject | undefined;
  children(kind: KindName, address: Address): readonly Subject[];
  /** Whether a document of a kind has mistakes against its schema: there may be more than is seen. */
  mayHoldMore(kind: KindName): boolean;
}

/** Something to warn of. */
export interface Finding {
  readonly code: string;
  readonly address: Address;
  /** Into the definition, as it is written or in normal form. */
  readonly path: Path;
  /** The key that leads there instead of the value. */
  readonly part?: "key";
  /** The piece of the text at the path that is meant. */
  readonly span?: { readonly offset: number; readonly length: number };
  readonly message: string;
  readonly hint?: string | undefined;
}

export type Rule = (project: Checked) => readonly Finding[];
