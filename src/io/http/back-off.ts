// Pauses between the attempts of a request: exponential back-off, and what Retry-After asks for.

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
