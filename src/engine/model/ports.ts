// What the commands need from the world, as types: io and the embedded service provide it,
// sync uses it, cli brings them together.
import type { IncludeResult, IncludeRequest, SourceFile } from "./source-file.ts";
import type { JournalEntry } from "./replace-journal.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Json, JsonObject } from "./json.ts";
import type { RetryControl } from "./retry-policy.ts";

/** The definition files of a project. */
export interface DefinitionFiles {
  /** Every YAML file, sorted by path; what could not be read is a diagnostic. */
  read(): Promise<{
    readonly files: readonly SourceFile[];
    readonly diagnostics: readonly Diagnostic[];
  }>;
  /** The wanted files by `includeKey`; never outside the project. */
  include(wanted: readonly IncludeRequest[]): Promise<ReadonlyMap<string, IncludeResult>>;
}

/** Where begun replaces are noted until they are done. */
export interface ReplaceJournal {
  read(): readonly JournalEntry[];
  write(notes: readonly JournalEntry[]): void;
}

/** Reads from a service. It has no way to write: this is all that plan gets. */
export interface ServiceReader {
  /** Where it reads: origin and path without a trailing slash, or `local`. */
  readonly baseUrl: string;
  /** Everything of a kind, in the service's order. */
  list(kind: string, patience?: RetryControl): Promise<readonly JsonObject[]>;
  get(kind: string, id: string, patience?: RetryControl): Promise<JsonObject>;
}

/** Reads from a service and writes to it. Bodies and answers are those of the interface. */
export interface ServiceClient extends ServiceReader {
  create(kind: string, body: JsonObject, patience?: RetryControl): Promise<JsonObject>;
  update(kind: string, id: string, body: JsonObject, patience?: RetryControl): Promise<JsonObject>;
  delete(kind: string, id: string, patience?: RetryControl): Promise<Json>;
}

/** The names and values of a process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One HTTP call, as the platform's fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
