// The input and output of rules. Rules check what schemas cannot: they know the kinds and see the whole
// project.
import type { KindName } from "../../generated/shapes.ts";
import type { Finding } from "../model/diagnostic.ts";
import type { JsonObject, Path } from "../model/json.ts";
import type { Address, Definition } from "../model/resource.ts";
import type { SourceFile } from "../model/source-file.ts";

/** A definition without schema errors, with its mapping in the file. */
export interface Subject {
  readonly definition: Definition;
  /** As written in the file, before normalization. */
  readonly mapping: JsonObject;
}

/** A text with its path in the normal form of its definition. */
export interface TextAt {
  readonly path: Path;
  readonly text: string;
}

/** A content block of a message with its path in the normal form of its definition. */
export interface BlockAt {
  readonly path: Path;
  readonly block: JsonObject;
  readonly role: string;
}

/** The messages of a prompt, or those that an evaluation appends. */
export interface Messages {
  readonly blocks: readonly BlockAt[];
  /** The texts in which variables are replaced. */
  readonly texts: readonly TextAt[];
  /** The variables that the texts use, each with the first text that uses it. */
  readonly names: ReadonlyMap<string, TextAt>;
  /** The messages of the prompt, if these are appended to them. */
  readonly before: Messages | undefined;
}

/** The definitions of a project, as input of the rules. */
export interface RuleProject {
  /** All of them, by kind in the order of the table, then in the order of the files. */
  readonly subjects: readonly Subject[];
  /** Those of a kind, in the order of the files. */
  all(kind: KindName): readonly Subject[];
  find(address: Address | undefined): Subject | undefined;
  /** The definitions of a kind with this name on the service. */
  named(kind: string, name: string): readonly Subject[];
  children(kind: KindName, address: Address): readonly Subject[];
  /** The addresses that a definition refers to. */
  references(subject: Subject): readonly Address[];
  /** Its definition file, the files that it includes, and promptctl.yaml if that overrides values. */
  files(subject: Subject): readonly [SourceFile, ...SourceFile[]];
  /** The messages of every prompt and evaluation, by address. */
  readonly messages: ReadonlyMap<Address, Messages>;
  /** The current date, as YYYY-MM-DD. */
  readonly today: string;
  /** The providers with an address of the user's own, whose models are not known. */
  readonly customProviders: readonly string[];
  /** The environment for commands in hints; undefined if the project has none. */
  readonly environment: string | undefined;
  /** Whether promptctl.yaml has a pin for an address, on any service. */
  isPinned(address: Address): boolean;
  /** Whether the rules check the definition with an address. */
  isChecked(address: Address): boolean;
  /** Whether a document of a kind has errors: then some definitions are missing here. */
  isIncomplete(kind: KindName): boolean;
}

/** None, one or several. */
export type Findings = Finding | readonly Finding[];

export interface Rule {
  /** The kinds that it checks; undefined: all. */
  readonly kinds?: readonly KindName[];
  /** Of its findings; `mixed`: each says its own. Default: warning. */
  readonly severity?: "error" | "mixed";
  /** The codes of its findings that only a change of the definition itself can cause. */
  readonly codes?: readonly string[];
  /** The codes of its findings that a change of another definition can cause too. */
  readonly between?: readonly string[];
  /**
   * The findings about one definition. Their paths are those of `mapping` or of its normal form.
   */
  readonly check: (subject: Subject, project: RuleProject) => Findings;
}
