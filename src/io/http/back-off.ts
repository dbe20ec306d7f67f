// Retries of requests: what is reported about them, what controls them, and their delays.

/** A pause before the next attempt. */
export interface Wait {
  /** `retry`: the request is sent again · `list`: the service is listed for a created resource. */
  readonly next: "retry" | "list";
  /** The number of the next attempt, from 1, and the maximum if there is one. */
  readonly attempt: number;
  readonly maxAttempts?: number;
  readonly delayMs: number;
  /** How many other creates share the lookup, for the first of them; 0 for the others. */
  readonly sharedWith?: number;
  /** Why, for example `429`. */
  readonly reason: string;
}

/** Controls the retries of one request. */
export interface RetryControl {
  /** Called before every pause. */
  onWait?(wait: Wait): void;
  /** Ends the current pause; the request then fails with its last error. */
  readonly signal?: AbortSignal;
  /** No attempt starts after this time, in milliseconds of the clock used for retries. */
  readonly deadline?: number;
}

/** Resolves after a time, or early when `stop` is aborted. */
export type Sleep = (milliseconds: number, stop?: AbortSignal) => Promise<void>;

const firstBackOffMs = 500;
const maxBackOffMs = 30_000;

/** The delay before an attempt, of which a random part of up to a half is omitted. */
export function randomBackOffMs(attempt: number, random: number): number {
  return backOffMs(attempt) * (0.5 + random / 2);
}

/** The delay before an attempt, numbered from 1: exponential, at most 30 seconds. */
export function backOffMs(attempt: number): number {
  return Math.min(maxBackOffMs, firstBackOffMs * 2 ** (attempt - 1));
}

/**
 * Retry-After (RFC 9110, section 10.2.3), seconds or a date, in milliseconds from `now`; undefined
 * if it is neither. `now`: milliseconds since 1970.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\s*\d+\s*$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
