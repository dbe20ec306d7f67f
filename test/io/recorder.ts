// The service played by nock: keeps what was asked, answers with what the test says.
import nock from "nock";
import { expect } from "vitest";
import type { Json } from "../../src/engine/model/json.ts";
import { CallFailure } from "../../src/engine/model/failure.ts";
import { platformFetch } from "../../src/io/fetch.ts";
import { type Call, createCall } from "../../src/io/http.ts";

export const baseUrl = "https://prompts.example.com";
const key = "key-SECRET-42";

export interface Asked {
  readonly method: string;
  /** As it was sent, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | "";
}

/** Answers every request to the service alike; the list fills as they come. */
export function answerAll(
  status: number,
  body?: string,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): Asked[] {
  const asked: Asked[] = [];
  const scope = nock(baseUrl).persist();
  for (const method of ["GET", "POST", "PUT", "DELETE"])
    scope.intercept(/.*/, method).reply(function (path, sent) {
      const received = this.req.headers as Record<string, string>;
      asked.push({ method, path, headers: received, body: sent as Json });
      return body === undefined ? [status] : [status, body, headers];
    });
  return asked;
}

/** Calls of the played service; `options` change what they are made with. */
export function callOf(options: Partial<Parameters<typeof createCall>[0]> = {}): Call {
  return createCall({
    baseUrl,
    key,
    timeoutMs: 5000,
    fetch: platformFetch,
    ...options,
  });
}

/** What a call failed with; fails the test where it did not, or where the key is in it. */
export async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const failure = await call.then(
    () => expect.fail("the call came off"),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CallFailure);
  const { message, hint, stack, cause } = failure as CallFailure;
  expect(`${message} ${hint} ${stack} ${String(cause)}`).not.toContain("SECRET");
  return failure as CallFailure;
}

/** What a person and a program see of a failure. */
export function told({ code, method, path, status, message, hint }: CallFailure): object {
  return { code, method, path, status, message, hint };
}
