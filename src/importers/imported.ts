// What an importer returns: prompts in the form of definitions, and what was not imported.
import type { JsonObject } from "../engine/model/json.ts";
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
}

export interface ImportResult {
  readonly prompts: readonly ImportedPrompt[];
  /** Parts of documents that would be a prompt, but cannot be imported. */
  readonly refused: readonly LeftField[];
  /** Fields of imported prompts that definitions do not have. */
  readonly left: readonly LeftField[];
}

/** Reads a file that a document names, relative to it; a sentence if that is impossible. */
export type ReadReferred = (
  from: SourceDocument,
  path: string,
) => { readonly documents: readonly SourceDocument[]; readonly text: string } | string;

/** What in the texts of a request is a placeholder; by default nothing is. */
export type PlaceholderSyntax = "double-braces" | "single-braces" | "dollar-braces";

export interface ImportContext {
  readonly readReferred: ReadReferred;
  /** Undefined for what the format says. */
  readonly placeholders?: PlaceholderSyntax | undefined;
  /** The model of prompts that name none. */
  readonly model?: string | undefined;
}

/** Reads all documents of an import. */
export type Importer = (
  documents: readonly SourceDocument[],
  context: ImportContext,
) => ImportResult;

/** Why a part of a document is no prompt, as a sentence. */
export class RefusedPart extends Error {
  readonly node: SourceNode;

  constructor(node: SourceNode, reason: string) {
    super(reason);
    this.node = node;
  }
}
