// The door to the network: JSON calls, with the key, a time-out, retries and errors in words.
// Redirects are refused: they would carry the key away.
import { createFetch } from "ofetch";
import { CallFailure, isCallFailure } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import type { RetryControl } from "../engine/model/retry-policy.ts";
import type { Ask } from "../engine/model/ports.ts";
import { refusedStatus, tooDeep, unanswered, unreadableBody, wrongForm } from "./call-failures.ts";
import { Fields } from "./fields.ts";
import { type RetryOptions, withRetries } from "./retry.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Makes one call and gives its JSON answer, null for an empty one; throws a CallFailure. */
export type Call = (
  method: Method,
  path: string,
  body?: Json,
  options?: CallOptions,
) => Promise<Json>;

interface CallOptions extends RetryControl {
  /** What the answer must be; another one is as good as unreadable. */
  readonly wants?: "list" | "object";
}

export interface HttpOptions {
  /** Origin and path, without a trailing slash. */
  readonly baseUrl: string;
  /** Sent as X-API-KEY; left out where undefined. */
  readonly key?: string | undefined;
  /** How long one call may take, its answer read to the end, in milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: Ask;
  /** Left out, nothing is sent twice. */
  readonly retry?: RetryOptions | undefined;
  /** Hears of every call when it ends; status is undefined where no answer came. */
  trace?(call: { method: Method; path: string; status?: number; milliseconds: number }): void;
}

/** The longest time a timer of the platform can run. */
const longestTimerMs = 2 ** 31 - 1;

/** The calls of one service. */
export function createCall(options: HttpOptions): Call {
  const { timeoutMs, retry } = options;
  const send = createSend(options);
  return (method, path, body, callOptions = {}) => {
    const once = async (withinMs: number): Promise<Json> => {
      const answer = await send(method, path, body, withinMs);
      if (isWanted(answer, callOptions.wants)) return answer;
      throw wrongForm({ method, path }, callOptions.wants!);
    };
    return retry
      ? withRetries(once, timeoutMs, method !== "POST", retry, callOptions)
      : once(timeoutMs);
  };
}

function isWanted(answer: Json, wants: CallOptions["wants"]): boolean {
  if (wants === undefined) return true;
  return wants === "object" ? isObject(answer) : Array.isArray(answer) && answer.every(isObject);
}

/** Makes one try of a call. */
type Send = (
  method: Method,
  path: string,
  body: Json | undefined,
  timeoutMs: number,
) => Promise<Json>;

function createSend(options: HttpOptions): Send {
  const { baseUrl } = options;
  const request = createFetch({
    fetch: options.fetch as unknown as typeof fetch,
    Headers: Fields as unknown as typeof Headers,
  });
  return async (method, path, body, timeoutMs) => {
    const key = headerValue(options.key, { method, path });
    const attempt = { method, path, baseUrl, timeoutMs, key };
    const began = performance.now();
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(timeoutMs, longestTimerMs))));
    let status: number | undefined;
    try {
      const response = await request.raw(baseUrl + path, {
        method,
        ...(body !== undefined && { body: body as Record<string, Json> }),
        headers: { accept: "application/json", ...(key !== undefined && { "x-api-key": key }) },
        redirect: "manual",
        retry: 0,
        signal,
        responseType: "text",
        ignoreResponseError: true,
        onResponse: ({ response: { status: answered } }) => void (status = answered),
      });
      status = response.status;
      return answerOf(response, String(response._data ?? ""), attempt);
    } catch (error) {
      if (isCallFailure(error)) throw error;
      throw unanswered(error, attempt, signal.aborted);
    } finally {
      const milliseconds = performance.now() - began;
      options.trace?.({ method, path, ...(status !== undefined && { status }), milliseconds });
    }
  };
}

/** Only GET gets through: what plan is given. */
export function readOnly(call: Call): Call {
  return (method, path, body, options) => {
    if (method !== "GET") throw new Error(`a plan tried to ${method} ${path}`);
    return call(method, path, body, options);
  };
}

/** What a call was, for the words of its failure. */
export interface Attempt {
  readonly method: Method;
  readonly path: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Never to be shown. */
  readonly key: string | undefined;
}

function answerOf(response: Response, text: string, attempt: Attempt): Json {
  const parsed = parsedJson(text);
  if (!response.ok) throw refusedStatus(response, isObject(parsed) ? parsed : {}, attempt);
  if (parsed === undefined) throw unreadableBody(response.status, attempt);
  if (isDeeper(parsed, mostLevels)) throw tooDeep(attempt);
  return parsed;
}

/** The JSON of a body, null for an empty one, undefined where it is none. */
function parsedJson(text: string): Json | undefined {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Nothing that reads a value goes further down; more would exhaust the stack. */
const mostLevels = 1500;

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels < 0) return true;
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) if (isDeeper(each, levels - 1)) return true;
    return false;
  }
  for (const key in value) if (isDeeper((value as JsonObject)[key]!, levels - 1)) return true;
  return false;
}

/** The key as a header can carry it: visible ASCII; blanks and line ends around it are no part of it. */
function headerValue(
  key: string | undefined,
  call: { readonly method: Method; readonly path: string },
): string | undefined {
  const trimmed = key?.trim();
  if (trimmed === undefined || /^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
  throw new CallFailure(
    "wrong-key",
    call,
    "The API key (PROMPTCTL_API_KEY) holds characters that no key has: a blank, a line end or a letter beyond ASCII.",
    "Copy the key anew; it is not shown here.",
  );
}
