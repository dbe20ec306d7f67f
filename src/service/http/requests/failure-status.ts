// What the service responds to an error, as data: the interface sends it as JSON, the page as HTML.
import type { HTTPException } from "hono/http-exception";
import { isCallFailure, isFailure, isRepeatable } from "../../../engine/model/failure.ts";
import type { ProviderFailure, ProviderFailureCode } from "../../../providers/provider-failure.ts";

export interface FailureResponse {
  readonly status: number;
  readonly message: string;
  readonly headers: Record<string, string>;
  /** For the log: without texts of the body and of the store. A failure of the service is logged apart. */
  readonly reason?: string;
}

/** A database restarts within seconds. */
export const retryLater: Record<string, string> = { "retry-after": "1" };

/** In seconds: the most that a header has to be able to say (RFC 9111, section 1.2.2). */
const longestRetryAfter = 2 ** 31;

const doNotRetry = { "x-should-retry": "false" };

/** The responses to the failures of the store, and of what the service asks itself, by code. */
const ownFailures: { readonly [code: string]: FailureResponse } = {
  "store-unavailable": {
    status: 503,
    message:
      "The database of the service is not available. The request was not executed and may be retried.",
    headers: retryLater,
  },
  "store-result-unknown": {
    status: 503,
    message:
      "The connection to the database was lost. It is not known whether the request was executed.",
    headers: doNotRetry, // no Retry-After, which would say that nothing was written
  },
  "issuer-unavailable": {
    status: 503,
    message: "The keys of the issuer of the token cannot be read. The request may be retried.",
    headers: retryLater,
  },
  "statement-rejected": {
    status: 500,
    message: "The database rejected the request. The log of the service has the reason.",
    headers: doNotRetry,
  },
  "store-full": {
    status: 507,
    message: "The disk of the service is full, so nothing can be written.",
    headers: doNotRetry,
  },
  store: {
    status: 500,
    message: "The service cannot use its store. The log of the service has the reason.",
    headers: doNotRetry,
  },
};

/** Calls `onFailure` for errors that are not the fault of the request or of a provider. */
export function failureOf(cause: unknown, onFailure: () => void): FailureResponse {
  const problem = requestProblem(cause);
  if (problem) return problem;
  onFailure();
  const message = "Internal error of the service. The request may be retried.";
  const internal = { status: 500, message, headers: {} };
  return (isFailure(cause) && ownFailures[cause.code]) || internal;
}

/** The response to an error of the request or of a provider; undefined for other errors. */
export function requestProblem(cause: unknown): FailureResponse | undefined {
  if (isHttpException(cause)) {
    const { status, message, cause: reason = generalReasons[status] ?? message } = cause;
    return { status, message, headers: {}, reason: String(reason) };
  }
  return isCallFailure<ProviderFailureCode>(cause) ? providerResponse(cause) : undefined;
}

/** For errors without a cause. The messages of these statuses can contain texts of the body (400) or of the store (409). */
const generalReasons: Readonly<Record<number, string>> = {
  400: "The request is not valid.",
  409: "The resource is in use.",
};

/** Recognizes an HTTPException, which has no name of its own. */
export function isHttpException(error: unknown): error is HTTPException {
  return error instanceof Error && "getResponse" in error;
}

function providerResponse(cause: ProviderFailure): FailureResponse {
  const { message, retryAfterMs } = cause;
  const status = providerFailureStatus(cause);
  const seconds = Math.min(Math.ceil((retryAfterMs ?? 0) / 1000), longestRetryAfter);
  const headers = {
    ...(retryAfterMs !== undefined && { "retry-after": String(seconds) }),
    ...(isRepeatable(cause, true) !== isRepeatedByClients(status) && {
      "x-should-retry": String(isRepeatable(cause, true)),
    }),
  };
  return { status, message, headers, reason: `The provider failed: ${cause.code}.` };
}

/** Whether clients repeat requests with a status, if no header says whether they should. */
function isRepeatedByClients(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * The status of the service for each failure of a provider. An authentication or billing failure at the
 * provider is 424 (Failed Dependency, RFC 4918): 401 and 403 would blame the client's own key, and
 * clients repeat a 5xx, which cannot succeed.
 */
const providerStatuses: { readonly [code in ProviderFailureCode]: number } = {
  rejected: 400,
  "unknown-model": 400,
  cancelled: 408,
  "wrong-key": 424,
  "no-quota": 424,
  "wrong-settings": 424,
  "provider-refused": 424,
  // Not 5xx: the provider charges for these replies, and clients would repeat a 5xx.
  "broke-off": 424,
  "unreadable-reply": 424,
  "rate-limited": 429,
  "provider-failed": 502,
  unreachable: 502,
  "timed-out": 504,
};

function providerFailureStatus({ code, status, retryAfterMs }: ProviderFailure): number {
  if (code === "rejected" && status === 413) return 413;
  return code === "provider-failed" && retryAfterMs !== undefined ? 503 : providerStatuses[code];
}
