// One conditional request for the list of prompts. Its own request, not that of the other calls: it is
// repeated by the cache only, and takes 304 for an answer.
import type { Json } from "../engine/model/json.ts";
import { parseDeepJson } from "../engine/model/json.ts";
import type { Fetch } from "../engine/model/ports.ts";
import { limitResponses } from "../io/http/limit-response.ts";
import type { LoadResult } from "./list-state.ts";
import { type HeldPrompt, heldPrompts } from "./prompt-content.ts";

export interface ListSource {
  /** Origin and path, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: Fetch;
  /** Limit of one request until its body is read, in milliseconds. */
  readonly timeoutMs: number;
}

/** 10,000 prompts have about 20 MB. */
const maxListBytes = 128 * 1024 * 1024;

const listPath = "/sdk/v1/prompts";

/** Why a load failed, in a sentence. */
export interface LoadFailure {
  readonly is: "failed";
  readonly reason: string;
}

/** Loads the list, unless the service says that it has not changed since the one with the tag. */
export async function loadList(
  { baseUrl, apiKey, fetch, timeoutMs }: ListSource,
  tag: string | undefined,
): Promise<Exclude<LoadResult<readonly HeldPrompt[]>, { is: "failed" }> | LoadFailure> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  (timer as { unref?: () => void }).unref?.(); // keeps no process alive
  const headers = {
    accept: "application/json",
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
    ...(tag !== undefined && { "if-none-match": tag }),
  };
  try {
    const limited = limitResponses(fetch, maxListBytes);
    const request = { headers, redirect: "manual", signal: abort.signal } as const;
    const response = await limited(baseUrl + listPath, request);
    if (response.status === 304 && tag !== undefined) return { is: "unchanged" };
    if (response.status !== 200) {
      await response.body?.cancel();
      return { is: "failed", reason: `the service answered with the status ${response.status}` };
    }
    const list = heldPrompts(parsed(await response.text()));
    if (!list) return { is: "failed", reason: "the answer of the service is no list of prompts" };
    return { is: "list", list, tag: response.headers.get("etag") ?? undefined };
  } catch (error) {
    const reason = abort.signal.aborted
      ? `the service did not answer within ${timeoutMs} ms`
      : `the service cannot be reached: ${(error as Error).message}`;
    return { is: "failed", reason };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): Json | undefined {
  try {
    return parseDeepJson(text);
  } catch {
    return undefined;
  }
}
