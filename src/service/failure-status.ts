// What the service responds to an error, as data: the interface sends it as JSON, the page as HTML.
import { HTTPException } from "hono/http-exception";
import { ProviderError } from "../providers/provider-error.ts";
import { providerFailureStatus } from "./provider-failure.ts";
import { isResultUnknown, isStoreUnavailable, StatementRejected } from "./store-failure.ts";

export interface FailureResponse {
  readonly status: number;
  readonly message: string;
  readonly headers: Record<string, string>;
}

/** A database restarts within seconds. */
export const retryLater: Record<string, string> = { "retry-after": "1" };

/** Calls `onFailure` for errors that are not the fault of the request or of a provider. */
export function failureOf(cause: unknown, onFailure: () => void): FailureResponse {
  const problem = requestProblem(cause);
  if (problem) return problem;
  onFailure();
  if (isStoreUnavailable(cause))
    return {
      status: 503,
      message:
        "The database of the service is not available. The request was not executed and may be retried.",
      headers: retryLater,
    };
  if (isResultUnknown(cause))
    return {
      status: 503,
      message:
        "The connection to the database was lost. It is not known whether the request was executed.",
      headers: { "x-should-retry": "false" }, // no Retry-After, which would say that nothing was written
    };
  if (cause instanceof StatementRejected)
    return {
      status: 500,
      message: "The database rejected the request. The log of the service has the reason.",
      headers: { "x-should-retry": "false" },
    };
  const message = "Internal error of the service. The request may be retried.";
  return { status: 500, message, headers: {} };
}

/** The response to an error of the request or of a provider; undefined for other errors. */
export function requestProblem(cause: unknown): FailureResponse | undefined {
  if (cause instanceof HTTPException)
    return { status: cause.status, message: cause.message, headers: {} };
  return cause instanceof ProviderError ? providerFailure(cause) : undefined;
}

function providerFailure(cause: ProviderError): FailureResponse {
  const { message, retryAfter } = cause;
  const status = providerFailureStatus(cause);
  const headers = {
    ...(retryAfter && { "retry-after": retryAfter }),
    // The provider may charge for a reply that came too late, and for each repetition.
    ...(status === 504 && { "x-should-retry": "false" }),
  };
  return { status, message, headers };
}
