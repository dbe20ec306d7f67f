// Interfaces between sync and the outside: io and the embedded service implement them, sync uses
// them, and cli connects both.
import type { Extension } from "./extensions.ts";
import type { IncludeRequest, ReadIncluded, SourceFile } from "./source-file.ts";
import type { JournalEntry } from "./replace-journal.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ReportedDeletion, ReportedVersion } from "./origin.ts";

/** The definition files of a project. */
export interface DefinitionFiles {
  /** All YAML files, sorted by path. Unreadable files are reported as diagnostics. */
  read(): Promise<{
    readonly files: readonly SourceFile[];
    readonly diagnostics: readonly Diagnostic[];
    /** The paths of the JSON files beside them, which can only be included. */
    readonly jsonFiles?: readonly string[];
    /** The paths of the text files beside them: `.txt` and `.md`. */
    readonly textFiles?: readonly string[];
  }>;
  /** Never reads files outside the project. */
  readonly readIncluded: ReadIncluded;
  /** Loads included files before `readIncluded`, where that cannot be done one by one. */
  readonly fetchIncluded?: (requests: readonly IncludeRequest[]) => Promise<void>;
}

/** The replace journal, which holds unfinished deletes. */
export interface ReplaceJournal {
  read(): readonly JournalEntry[];
  write(entries: readonly JournalEntry[]): void;
}

/** Reads from a service. Plan gets only this, so that it cannot write. */
export interface ServiceReader {
  /** Origin and path without a trailing slash, or `local`. */
  readonly baseUrl: string;
  /** All resources of a kind, in the order of the service. */
  list(kind: string, retry?: RetryControl): Promise<readonly JsonObject[]>;
  get(kind: string, id: string, retry?: RetryControl): Promise<JsonObject>;
  /**
   * The newest versions of a resource, newest first, one page at most; none if the resource was deleted
   * since it was listed. Undefined if the service does not announce the extension `origin`.
   */
  versions(kind: string, id: string): Promise<readonly ReportedVersion[] | undefined>;
  /**
   * The deletions of resources with a name, newest first. Undefined if the service does not announce the
   * extension `deletions`.
   */
  deletions(kind: string, name: string): Promise<readonly ReportedDeletion[] | undefined>;
  /** The size of the largest body of a request, in bytes; undefined if no list has announced it. */
  maxBodyBytes(): number | undefined;
  /** Whether all lists so far have announced an extension. */
  announces(extension: Extension): boolean;
}

/** Reads from a service and writes to it. Bodies and responses are those of its API. */
export interface ServiceClient extends ServiceReader {
  create(kind: string, body: JsonObject, control?: WriteControl): Promise<JsonObject>;
  update(kind: string, id: string, body: JsonObject, control?: WriteControl): Promise<JsonObject>;
  delete(kind: string, id: string, control?: WriteControl): Promise<Json>;
}

/** Controls a request that creates, changes or deletes a resource. */
export interface WriteControl extends RetryControl {
  /** Returns the header with its origin; called if the service announces `origin`. */
  readonly origin?: (() => Promise<string | undefined>) | undefined;
  /**
   * The ETag of the resource as it was observed. If the service honours If-Match and the resource
   * has changed since, the request fails with the code `precondition-failed`.
   */
  readonly ifMatch?: string | undefined;
}

/** Environment variables. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Time and randomness; tests pass fake ones. */
export interface Clock {
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** The current date and time. */
  time(): Date;
  /** A random number from 0 to 1. */
  random(): number;
  readonly sleep: Sleep;
}

/** One HTTP call, as the platform's fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The largest body of a response of a provider, in MiB. */
export const maxReplyMiB = 64;

/** One call to a provider. The platform's fetch is one, without the limit for bodies. */
export type ProviderFetch = (url: string, init: ProviderInit) => Promise<ProviderText>;

/** A redirect is a response like any other. */
export interface ProviderInit {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

/** The part of a response that is read. */
interface ProviderText extends Pick<Response, "status" | "text"> {
  /** The names are in lower case. */
  readonly headers: Pick<Headers, "get">;
}

/** Why a call to a provider was not made or failed, where the user of the command can help. */
type AdviceCause =
  /** `variable`: the environment variable for the API key. */
  | { readonly reason: "no-key"; readonly variable: string }
  /** The time limit is that of the command. */
  | { readonly reason: "timed-out" };

/** What the user of a command can do, in sentences. */
export type ProviderAdvice = (cause: AdviceCause) => string;

/** Replies of earlier runs of `promptctl test`. */
export interface ReplyCache {
  /** The reply with a key; undefined if there is none that can be used. */
  read(key: string): CachedReply | undefined;
  /** Keeps a reply. A reply that cannot be written is not an error. */
  write(key: string, reply: CachedReply): void;
}

export interface CachedReply {
  /** When the reply arrived, ISO 8601. */
  readonly date: string;
  /** The reply in the form of the route that made the call. */
  readonly reply: JsonObject;
}

/** A pause before the next attempt. */
export interface Wait {
  /** `retry`: the request is sent again · `list`: the service is listed for a created resource. */
  readonly next: "retry" | "list";
  /** The number of the next attempt, from 1, and the maximum if there is one. */
  readonly attempt: number;
  readonly maxAttempts?: number;
  readonly delayMs: number;
  /** How many other creates share the lookup, for the first of them; 0 for the others. */
  readonly sharedWith?: number;
  /** Why, for example `429`. */
  readonly reason: string;
}

/** Controls the retries of one request. */
export interface RetryControl {
  /** Called before every pause. */
  onWait?(wait: Wait): void;
  /** Ends the current pause; the request then fails with its last error. */
  readonly signal?: AbortSignal;
  /** No attempt starts after this time, in milliseconds of the clock used for retries. */
  readonly deadline?: number;
}

/** Resolves after a time, or early when `stop` is aborted. */
export type Sleep = (milliseconds: number, stop?: AbortSignal) => Promise<void>;
