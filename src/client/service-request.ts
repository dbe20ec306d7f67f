// One request to the service: limited in time and size, without retries and redirects. Smaller than
// io/http/http.ts, which needs a library, because applications carry it into browsers and workers.
import { causesOf, isCallFailure } from "../engine/model/failure.ts";
import { isObject, type Json, parseDeepJson } from "../engine/model/json.ts";
import type { Fetch } from "../engine/model/ports.ts";
import {
  type Attempt,
  nonJsonFailure,
  redirectFailure,
  statusFailure,
  timeoutFailure,
  tooLargeFailure,
  typeFailure,
  unreachableFailure,
} from "../io/http/call-failures.ts";
import { redactKey } from "../engine/text/api-key.ts";
import { limitResponses } from "../io/http/limit-response.ts";

export interface ServiceAccess {
  /** Origin and path, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: Fetch;
}

interface ServiceRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: Json;
  /** Limit until the body of the response is read, in milliseconds. */
  readonly timeoutMs: number;
  /** The type that the response must have. */
  readonly expects: "list" | "object";
}

/** 10,000 prompts have about 20 MB. */
const maxResponseMiB = 128;

/** A response without an error status. A 304 has no body. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json | undefined;
}

/** Sends one request. Throws a CallFailure if there is no usable response. */
export async function requestService(
  { baseUrl, apiKey, fetch }: ServiceAccess,
  { method, path, headers, body, timeoutMs, expects }: ServiceRequest,
): Promise<ServiceResponse> {
  const attempt: Attempt = {
    method,
    path,
    baseUrl,
    timeoutMs,
    maxResponseMiB,
    key: apiKey,
    keyVariable: "apiKey",
  };
  const abort = new AbortController();
  const send = async (): Promise<ServiceResponse> => {
    const response = await limitResponses(fetch, maxResponseMiB * 2 ** 20)(baseUrl + path, {
      method,
      headers: {
        accept: "application/json",
        ...(apiKey !== undefined && { "x-api-key": apiKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "manual", // another address must not get the API key
      signal: abort.signal,
    });
    const { status } = response;
    if (status === 304) return { status, headers: response.headers, body: undefined };
    const value = parseDeepJson(await response.text());
    if (status >= 400) throw statusFailure(response, value, attempt);
    if (!response.ok) throw redirectFailure(response, attempt);
    if (value === undefined) throw nonJsonFailure(status, attempt);
    if (!(expects === "list" ? Array.isArray(value) : isObject(value)))
      throw typeFailure(expects, attempt);
    return { status, headers: response.headers, body: value };
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Also ends the call of a fetch that ignores the signal.
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(timeoutFailure(attempt));
      abort.abort();
    }, timeoutMs);
    (timer as { unref?: () => void }).unref?.(); // keeps no process alive
  });
  try {
    return await Promise.race([send(), limit]);
  } catch (error) {
    const causes = causesOf(error);
    if (isCallFailure(error)) throw error;
    if (causes.some(({ name }) => name === "ResponseTooLarge")) throw tooLargeFailure(attempt);
    const reason = redactKey(causes.at(-1)?.message ?? String(error), apiKey);
    throw unreachableFailure(attempt, { reason });
  } finally {
    clearTimeout(timer);
  }
}
