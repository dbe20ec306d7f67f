// The errors that end a command, with a message, a hint and a class that decides the exit code.
import { type Hint, hintText } from "./hint.ts";

/**
 * `failed`: the service or the network (exit 1) · `invalid`: definitions or configuration (3) ·
 * `refused`: not safe to do (4) · `usage`: wrong or missing arguments (64).
 */
export type FailureClass = "failed" | "invalid" | "refused" | "usage";

/** The exit codes of the failure classes. */
export const exitCodes = { failed: 1, invalid: 3, refused: 4, usage: 64 } as const;

export class Failure extends Error {
  override readonly name: string = "Failure";
  readonly class: FailureClass;
  /** A stable identifier, for programs. */
  readonly code: string;
  /** What to do next; may have several lines. */
  readonly hint: string | undefined;

  constructor(
    failureClass: FailureClass,
    code: string,
    message: string,
    hint?: Hint,
    cause?: Failure,
  ) {
    super(message, cause && { cause });
    this.class = failureClass;
    this.code = code;
    this.hint = hint && hintText(hint);
  }
}

/** The failure of a service or the network. */
export function failed(code: string, message: string, hint?: Hint, cause?: Failure): Failure {
  return new Failure("failed", code, message, hint, cause);
}

/** The failure of definitions or of the configuration. */
export function invalid(code: string, message: string, hint?: Hint): Failure {
  return new Failure("invalid", code, message, hint);
}

/** The failure of a command that does not do what it was told, because that is not safe. */
export function refused(code: string, message: string, hint?: Hint): Failure {
  return new Failure("refused", code, message, hint);
}

/** The failure of wrong or missing arguments. */
export function wrongUsage(code: string, message: string, hint?: Hint): Failure {
  return new Failure("usage", code, message, hint);
}

/** Recognizes a Failure by its fields. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && "class" in error && "code" in error;
}

/** A handler for `catch`: the value for a Failure. It throws all other errors again. */
export function onFailure<Value>(valueFor: (failure: Failure) => Value): (error: unknown) => Value {
  return (error) => {
    if (!isFailure(error)) throw error;
    return valueFor(error);
  };
}

/** Recognizes an error by the name of its class, which several bundles can contain. */
export function isNamed<Class extends Error>(error: unknown, name: Class["name"]): error is Class {
  return error instanceof Error && error.name === name;
}

/** The error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The message and the hint, on separate lines. */
export function messageWithHint({ message, hint }: MessageWithHint): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}

/** A message and what to do next. */
export interface MessageWithHint {
  readonly message: string;
  readonly hint?: string | undefined;
}

/**
 * What is known about a failed call: `rejected`, so that a retry fails too · `not-executed`, so that
 * it can be retried · `unknown`: it may have been executed. Three modules use it: io/http/retry.ts
 * repeats only idempotent calls after `unknown`; sync/apply/recover-create.ts then looks for the
 * resource (`mayHaveBeenCreated`); io/http/upsert.ts lists the items again.
 */
export type Outcome = "rejected" | "not-executed" | "unknown";

/** The details of a failed call. */
export interface FailedCall {
  readonly method: string;
  /** GitHub: the URL · a provider: empty. */
  readonly path: string;
  /** The HTTP status; undefined without a response. */
  readonly status?: number | undefined;
  /** Default: `rejected`. */
  readonly outcome?: Outcome;
  /** A short reason, for example `429`. */
  readonly reason?: string;
  /** The delay that the service requests before the next attempt. */
  readonly retryAfterMs?: number | undefined;
  /** The call must not be repeated, whatever its outcome is. */
  readonly isFinal?: boolean | undefined;
}

/** A failed call to a service, a provider, GitHub or GitLab, with its message. */
export class CallFailure<Code extends string = string> extends Failure {
  override readonly name = "CallFailure";
  declare readonly code: Code;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  readonly isFinal: boolean;

  constructor(code: Code, call: FailedCall, message: string, hint?: Hint) {
    super("failed", code, message, hint);
    this.method = call.method;
    this.path = call.path;
    this.status = call.status;
    this.outcome = call.outcome ?? "rejected";
    this.reason = call.reason ?? code;
    this.retryAfterMs = call.retryAfterMs;
    this.isFinal = call.isFinal ?? false;
  }
}

/** Recognizes a CallFailure by its fields. */
export function isCallFailure<Code extends string>(error: unknown): error is CallFailure<Code> {
  return isFailure(error) && "outcome" in error;
}

/** Whether a call can be repeated. One that may have been executed is repeated only if it is idempotent. */
export function isRepeatable({ outcome, isFinal }: CallFailure, isIdempotent: boolean): boolean {
  return !isFinal && (outcome === "not-executed" || (outcome === "unknown" && isIdempotent));
}

/** Handles a failed call: returns undefined if the resource does not exist, and throws the rest. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!isCallFailure(error) || error.status !== 404) throw error;
}
