// JSON calls to a service over HTTP with ofetch: API key, time-out, retries, and errors as
// CallFailure.
import { type $Fetch, createFetch, type FetchError } from "ofetch";
import { CallFailure, causesOf, isFailure, isNamed } from "../../engine/model/failure.ts";
import { type Extension, extensionsHeader, extensionsIn } from "../../engine/model/extensions.ts";
import { isDeeperThan, isObject, type Json, parseDeepJson } from "../../engine/model/json.ts";
import { originHeader } from "../../engine/model/origin.ts";
import type { Fetch, RetryControl } from "../../engine/model/ports.ts";
import { parseExactJson } from "../../engine/json/exact-json.ts";
import { isHeaderSafe, malformedKeyText } from "../../engine/text/api-key.ts";
import {
  type Attempt,
  depthFailure,
  nonJsonFailure,
  redirectFailure,
  statusFailure,
  timeoutFailure,
  tooLargeFailure,
  typeFailure,
} from "./call-failures.ts";
import { connectionFailure } from "./connection-failure.ts";
import { defaultMaxResponseMiB, limitResponses } from "./limit-response.ts";
import { type ReadKey, sendWithKey } from "./service-key.ts";
import { type RetryOptions, retryCall } from "./service-retry.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Makes one call; returns the JSON of the response, null if it is empty. Throws a CallFailure. */
export type Call = (
  method: Method,
  path: string,
  body?: Json,
  options?: CallOptions,
) => Promise<Json>;

interface CallOptions extends RetryControl {
  /** The type that the response must have. */
  readonly expects?: "list" | "object" | undefined;
  /** Names the request in messages of failures; default: method and path. */
  readonly label?: string | undefined;
  /** A POST with it is retried like the other methods if the service honours this header. */
  readonly idempotencyKey?: string | undefined;
  /** A POST with it is retried like the other methods. */
  readonly changesNothing?: boolean | undefined;
  /** Sends nothing and returns null unless the service announces it. */
  readonly extension?: Extension | undefined;
  /** The header with the origin of a write; sent if the service announces `origin`. */
  readonly origin?: (() => Promise<string | undefined>) | undefined;
  /** The ETag that the resource must have; sent if the service honours If-Match. */
  readonly ifMatch?: string | undefined;
  /** Receives the headers of a response without an error status. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined;
}

export interface HttpOptions {
  /** Origin and path, without a trailing slash. */
  readonly baseUrl: string;
  /** Sent in `keyHeader` if defined. */
  readonly key?: string | ReadKey | undefined;
  /** The environment variable of the key, for messages; default: PROMPTCTL_API_KEY. */
  readonly keyVariable?: string | undefined;
  /** Default: `x-api-key`. GitLab reads tokens from `private-token`. */
  readonly keyHeader?: "x-api-key" | "private-token";
  /** Limit for one request until its response is read, in milliseconds. */
  readonly timeoutMs: number;
  /** Limit for the decoded body of a response, in MiB; default 256. */
  readonly maxResponseMiB?: number | undefined;
  readonly fetch: Fetch;
  /** No retries if undefined. */
  readonly retry?: RetryOptions | undefined;
  /** Receives the headers of every response without an error status. */
  onHeaders?(headers: Headers): void;
  /** Receives every request when it ends; status is undefined if there was no response. */
  trace?(call: { method: string; path: string; status?: number; milliseconds: number }): void;
}

/** Node's timers take at most a signed 32-bit number. */
const longestTimerMs = 2 ** 31 - 1;

/** Returns the function that calls one service. */
export function createCall(options: HttpOptions): Call {
  const { baseUrl, timeoutMs, retry, trace, keyHeader = "x-api-key", keyVariable } = options;
  const { maxResponseMiB = defaultMaxResponseMiB } = options;
  const fetch = limitResponses(options.fetch, maxResponseMiB * 2 ** 20);
  const request = createFetch({ fetch: fetch as typeof globalThis.fetch });
  const extensions = createExtensionRecord();
  return async (method, path, body, callOptions = {}) => {
    const { extension } = callOptions;
    if (extension && !extensions.has(extension)) return null;
    const { expects, label, onHeaders, idempotencyKey, changesNothing, ifMatch, origin } =
      callOptions;
    const isConditional = ifMatch !== undefined && extensions.has("if-match");
    const originText = extensions.has("origin") ? await origin?.() : undefined;
    const headers = {
      accept: "application/json",
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(isConditional && { "if-match": ifMatch }),
      ...(originText !== undefined && { [originHeader]: originText }),
    };
    const onReceived = (received: Headers): void => {
      extensions.record(received);
      options.onHeaders?.(received);
      onHeaders?.(received);
    };
    const attempt = {
      method,
      path,
      label,
      baseUrl,
      maxResponseMiB,
      keyVariable,
      isToken: typeof options.key === "function",
      isConditional,
    };
    const sendOnce = (limitMs: number): Promise<Json> =>
      sendWithKey(options.key, (given) => {
        const key = headerValue(given, keyVariable, { method, path });
        const withKey = { ...headers, ...(key !== undefined && { [keyHeader]: key }) };
        return send(
          request,
          { ...attempt, key, timeoutMs: limitMs },
          { body, expects, headers: withKey, onHeaders: onReceived, trace },
        );
      });
    if (!retry) return sendOnce(timeoutMs);
    const isIdempotent =
      method !== "POST" ||
      changesNothing === true ||
      (idempotencyKey !== undefined && extensions.has("idempotency-key"));
    return retryCall(sendOnce, { ...retry, timeoutMs, isIdempotent, control: callOptions });
  };
}

/** The extensions that every successful response so far has named: replicas may differ. */
function createExtensionRecord() {
  let current: readonly Extension[] | undefined;
  return {
    has: (extension: Extension): boolean => current?.includes(extension) ?? false,
    record: (headers: Headers): void => {
      const named = extensionsIn(headers.get(extensionsHeader));
      current = current?.filter((extension) => named.includes(extension)) ?? named;
    },
  };
}

/** Allows GET only: the call that plan gets. */
export function readOnly(call: Call): Call {
  return (method, path, body, options) => {
    if (method !== "GET") throw new Error(`a plan tried to ${method} ${path}`);
    return call(method, path, body, options);
  };
}

interface RequestOptions extends Pick<CallOptions, "expects" | "onHeaders"> {
  readonly body: Json | undefined;
  readonly headers: Record<string, string>;
  readonly trace: HttpOptions["trace"];
}

/** Sends one request, without retries. */
async function send(
  request: $Fetch,
  attempt: Attempt,
  { body, expects, headers, onHeaders, trace }: RequestOptions,
): Promise<Json> {
  const { method, path, baseUrl, timeoutMs } = attempt;
  const start = performance.now();
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(timeoutMs, longestTimerMs))));
  let status: number | undefined;
  const parse =
    expects === "list"
      ? parseDeepJson
      : (text: string) => parseExactJson(text) ?? parseDeepJson(text);
  try {
    const response = await request.raw<Json>(baseUrl + path, {
      method,
      ...(body !== undefined && { body: body as Record<string, Json> }),
      headers,
      redirect: "manual", // another address must not get the API key
      retry: 0, // retryCall decides
      signal, // ofetch's own time-out ends before the body is read
      parseResponse: (text) => (text.trim() === "" ? null : parse(text)),
      onResponse: ({ response: { status: received } }) => void (status = received),
    });
    const value = valueOf(response, expects, attempt);
    onHeaders?.(response.headers);
    return value;
  } catch (error) {
    const failure = causesOf(error).find(isFailure); // of the embedded service, or thrown above
    if (failure) throw failure;
    if (isNamed<FetchError>(error, "FetchError") && error.response)
      throw statusFailure(error.response, error.data, attempt);
    if (causesOf(error).some(({ name }) => name === "ResponseTooLarge"))
      throw tooLargeFailure(attempt);
    throw signal.aborted ? timeoutFailure(attempt) : connectionFailure(error, attempt);
  } finally {
    const milliseconds = performance.now() - start;
    trace?.({ method, path, ...(status !== undefined && { status }), milliseconds });
  }
}

/** The JSON of a response without an error status. Throws a CallFailure if it cannot be used. */
function valueOf(
  response: Response & { _data?: Json | undefined },
  expects: CallOptions["expects"],
  attempt: Attempt,
): Json {
  if (!response.ok) throw redirectFailure(response, attempt);
  const value = response.body === null ? null : response._data;
  if (value === undefined) throw nonJsonFailure(response.status, attempt);
  if (isDeeperThan(maxResponseLevels, value)) throw depthFailure(maxResponseLevels, attempt);
  const hasExpectedType =
    expects === "list" ? Array.isArray(value) && value.every(isObject) : isObject(value);
  if (expects && !hasExpectedType) throw typeFailure(expects, attempt);
  return value;
}

/** Deeper values would exhaust the stack of code that reads them recursively. */
const maxResponseLevels = 1500;

/** The trimmed key. Throws a CallFailure if it is not valid in a header. */
function headerValue(
  key: string | undefined,
  keyVariable: string | undefined,
  call: { readonly method: Method; readonly path: string },
): string | undefined {
  const trimmed = key?.trim();
  if (trimmed === undefined || isHeaderSafe(trimmed)) return trimmed;
  throw new CallFailure("wrong-key", call, ...malformedKeyText(trimmed, keyVariable));
}
