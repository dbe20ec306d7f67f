// What an importer returns: prompts in the form of definitions, and what was not imported.
import type { JsonObject } from "../../engine/model/json.ts";
import type { LeftField, SourceDocument, SourceNode } from "./source-node.ts";

export interface ImportedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface ImportedPrompt {
  /** Its name, which other prompts may have too. */
  readonly name: string;
  /** The part of the document that the prompt comes from. */
  readonly source: SourceNode;
  readonly metadata?: JsonObject;
  readonly parameters: JsonObject;
  readonly tools: readonly ImportedTool[];
  readonly messages: readonly JsonObject[];
  /** Definitions in place, with unique names. */
  readonly evaluations: readonly JsonObject[];
  /** The descriptions of variables. */
  readonly variables?: JsonObject;
  /** Whether it is no prompt, and only its tools become definitions. */
  readonly hasOnlyTools?: boolean;
  /** What the user must know of it, in sentences. */
  readonly note?: string;
  /**
   * The file whose text is that of its only message, as messages name it: unchanged, but for white
   * space at its ends.
   */
  readonly textFile?: string | undefined;
  /**
   * Whether a prompt of the project with the same texts is this prompt, under any name: always, or
   * unless the project has a prompt of its name.
   */
  readonly identifiedByText?: "always" | "unless-named";
  /** Where its model and its settings are, if it is identified by its texts. */
  readonly modelSource?: SourceNode | undefined;
}

export interface ImportResult {
  readonly prompts: readonly ImportedPrompt[];
  /** Parts of documents that would be a prompt, but cannot be imported. */
  readonly refused: readonly LeftField[];
  /** Fields of imported prompts that definitions do not have. */
  readonly left: readonly LeftField[];
  /** Fields that definitions have, but not as they are. */
  readonly changed: readonly LeftField[];
  /** Prompts whose messages the provider gets in another order. */
  readonly reordered: readonly LeftField[];
  /** Fields that name files that cannot be read. */
  readonly unread?: readonly LeftField[];
  /** The parts of these files that have a wrong syntax. */
  readonly broken?: readonly BrokenPart[];
}

/** A file, or a line of JSON Lines, with wrong syntax. */
export interface BrokenPart {
  readonly part: "file" | "line";
  /** `file:line:column` */
  readonly place: string;
  /** The mistake, as a sentence. */
  readonly message: string;
}

/** A file that a document names. */
export interface ReferredFile {
  /** As the document names it; of a pattern, relative to the folder of the document. */
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  /** With LF line endings. */
  readonly text: string;
  /** The JSON or YAML in it, or the rows of a table. */
  readonly documents: readonly SourceDocument[];
  /** Why it has no documents, or not all. */
  readonly broken: readonly BrokenPart[];
}

/**
 * Reads a file that a document names, relative to it, or all files that a pattern matches, in the
 * order of their paths; a sentence if that is impossible.
 */
export type ReadReferred = (from: SourceDocument, path: string) => readonly ReferredFile[] | string;

/** What in the texts of a request is a placeholder; by default nothing is. */
export type PlaceholderSyntax = "double-braces" | "single-braces" | "dollar-braces";

export interface ImportContext {
  readonly readReferred: ReadReferred;
  /** Undefined for what the format says. */
  readonly placeholders?: PlaceholderSyntax | undefined;
  /** The model of prompts that name none. */
  readonly model?: string | undefined;
  /** Whether each request is a prompt of its own. */
  readonly separate?: boolean | undefined;
  /** How many requests of a prompt become cases. */
  readonly cases?: number | undefined;
  /** The role of a text that names none. */
  readonly role?: "system" | "user" | undefined;
}

/** Reads all documents of an import. */
export type Importer = (
  documents: readonly SourceDocument[],
  context: ImportContext,
) => ImportResult;

/** Why a part of a document is no prompt, as a sentence. */
export class RefusedPart extends Error {
  override readonly name = "RefusedPart";
  readonly node: SourceNode;
  /** Where in the text of the node the reason is. */
  readonly index: number;

  constructor(node: SourceNode, reason: string, index = 0) {
    super(reason);
    this.node = node;
    this.index = index;
  }
}
