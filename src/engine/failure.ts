// The errors a command ends with: what happened, what to do next, and of which class it is.

/**
 * `failed`: the service or the network (exit 1) · `invalid`: definitions or configuration (3) ·
 * `refused`: safe to ask for, not safe to do (4) · `usage`: wrong or missing words (64).
 */
export type FailureClass = "failed" | "invalid" | "refused" | "usage";

export class Failure extends Error {
  override readonly name: string = "Failure";
  readonly class: FailureClass;
  /** A stable word, for programs. */
  readonly code: string;
  /** What to do next, for a person. May have several lines. */
  readonly hint: string | undefined;

  constructor(failureClass: FailureClass, code: string, message: string, hint?: string) {
    super(message);
    this.class = failureClass;
    this.code = code;
    this.hint = hint;
  }
}

/** A call that did not come off: method, path, status and the service's own words. */
export class CallFailure extends Failure {
  override readonly name = "CallFailure";
  readonly method: string;
  readonly path: string;
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;

  constructor(
    code: string,
    call: { readonly method: string; readonly path: string; readonly status?: number },
    message: string,
    hint?: string,
  ) {
    super("failed", code, message, hint);
    this.method = call.method;
    this.path = call.path;
    this.status = call.status;
  }
}
