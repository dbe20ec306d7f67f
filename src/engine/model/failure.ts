// The errors a command ends with: what happened, what to do next, and of which class it is.
import { type Hint, hintText } from "./hint.ts";

/**
 * `failed`: the service or the network (exit 1) · `invalid`: definitions or configuration (3) ·
 * `refused`: safe to ask for, not safe to do (4) · `usage`: wrong or missing words (64).
 */
export type FailureClass = "failed" | "invalid" | "refused" | "usage";

/** The exit code of a command that ends with a failure. */
export const exitCodes = { failed: 1, invalid: 3, refused: 4, usage: 64 } as const;

export class Failure extends Error {
  override readonly name: string = "Failure";
  readonly class: FailureClass;
  /** A stable word, for programs. */
  readonly code: string;
  /** What to do next, for a person, in lines. */
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

/** Recognises a Failure by its fields. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && "class" in error && "code" in error;
}

/** Message and hint, as lines. */
export function messageWithHint({ message, hint }: MessageWithHint): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}

interface MessageWithHint {
  readonly message: string;
  readonly hint?: string | undefined;
}

/**
 * What is known of a call that did not come off. `no`: it was refused, and would be again ·
 * `not-taken`: it was not carried out, and may be sent again · `unknown`: perhaps it was carried out.
 */
export type Outcome = "no" | "not-taken" | "unknown";

/** What a failure knows of its call. */
export interface FailedCall {
  readonly method: string;
  readonly path: string;
  /** The HTTP status; undefined where no answer came. */
  readonly status?: number | undefined;
  /** `no` where it is left out. */
  readonly outcome?: Outcome;
  /** Why, in a few words: `429`, `no answer within 60 s`. */
  readonly reason?: string;
  /** How long the service asks to wait before the next try. */
  readonly retryAfterMs?: number | undefined;
}

/** A call that did not come off: method, path, status and the service's own words. */
export class CallFailure extends Failure {
  override readonly name = "CallFailure";
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, call: FailedCall, message: string, hint?: Hint) {
    super("failed", code, message, hint);
    this.method = call.method;
    this.path = call.path;
    this.status = call.status;
    this.outcome = call.outcome ?? "no";
    this.reason = call.reason ?? code;
    this.retryAfterMs = call.retryAfterMs;
  }
}

/** Recognises a CallFailure by its fields. */
export function isCallFailure(error: unknown): error is CallFailure {
  return isFailure(error) && "outcome" in error;
}
