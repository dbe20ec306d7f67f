// A fake service (nock) that records the requests and sends the response of the test.
import type { Fetch } from "../../../src/engine/model/ports.ts";
import nock from "nock";
import { expect } from "vitest";
import type { Json } from "../../../src/engine/model/json.ts";
import { CallFailure } from "../../../src/engine/model/failure.ts";
import { type Call, createCall } from "../../../src/io/http/http.ts";

export const baseUrl = "https://prompts.example.com";
const key = "key-SECRET-42";

export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | "";
}

/** Sends the same response to every request. Returns the list of requests, which grows. */
export function respondToAll(
  status: number,
  body?: string,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  const scope = nock(baseUrl).persist();
  for (const method of ["GET", "POST", "PUT", "DELETE"])
    scope.intercept(/.*/, method).reply(function (path, sent) {
      const received = this.req.headers as Record<string, string>;
      requests.push({ method, path, headers: received, body: sent as Json });
      return body === undefined ? [status] : [status, body, headers];
    });
  return requests;
}

/** Node's fetch, which the library uses. */
export const platformFetch: Fetch = (url, init) => fetch(url, init);

/** A function that calls the fake service. */
export function callOf(options: Partial<Parameters<typeof createCall>[0]> = {}): Call {
  return createCall({
    baseUrl,
    key,
    timeoutMs: 5000,
    fetch: platformFetch,
    ...options,
  });
}

/** The failure of a call. Fails the test if the call succeeds, or if the failure contains the key. */
export async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const failure = await call.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CallFailure);
  const { message, hint, stack, cause } = failure as CallFailure;
  expect(`${message} ${hint} ${stack} ${String(cause)}`).not.toContain("SECRET");
  return failure as CallFailure;
}

/** The part of a failure that users and programs see. */
export function detailsOf({ code, method, path, status, message, hint }: CallFailure): object {
  return { code, method, path, status, message, hint };
}
