// Quantities: the defaults and parsers of flags and of inputs of the Action, and durations and
// amounts as texts.

/** The defaults of the limits of requests, for flags and for inputs. */
export const requestDefaults = { concurrency: 10, timeout: "60s", retries: 4 } as const;

/** The defaults of promptctl test. Models that reason take minutes. */
export const testDefaults = { runs: 1, cacheAge: "14d", timeout: "10m" } as const;

/**
 * Parses `500ms`, `30s` or `2m` to milliseconds. Returns undefined for other texts and for zero.
 */
export function parseDurationMs(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  if (!number || Number(number) === 0) return undefined;
  return Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as "ms" | "s" | "m"];
}

/** Parses an unsigned integer. Returns undefined if it is none or out of range. */
export function parseWholeNumber(
  text: string,
  minimum: number,
  maximum: number,
): number | undefined {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : -1;
  return number >= minimum && number <= maximum ? number : undefined;
}

const hourMs = 3_600_000;

/** Parses the age of a cached reply, `12h` or `14d`, or a duration, to milliseconds. */
export function parseAgeMs(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(h|d)$/.exec(text) ?? [];
  if (number === undefined) return parseDurationMs(text);
  return Number(number) * hourMs * (unit === "d" ? 24 : 1);
}

/** Parses a number from 0 to 1. Returns undefined for other texts. */
export function parseShare(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== "" && value >= 0 && value <= 1 ? value : undefined;
}

/** Parses an amount in US dollars, `0.50` or `$0.50`. Returns undefined for other texts. */
export function parseDollars(text: string): number | undefined {
  const value = Number(text.replace(/^\$/, ""));
  return text.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Parses a number of trials on each side. With 2, nothing can be confirmed. */
export function parseRuns(text: string): number | undefined {
  const value = parseWholeNumber(text, 1, 1000);
  return value === 2 ? undefined : value;
}

/** `820 ms`, `9.5 s`, `12 min` or `28 h`, with at most two digits below 100 s. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 100) return `${Number(seconds.toPrecision(2))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** A number without an exponent, which `String` uses below 0.000001. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}

/** An amount in US dollars: `$1.25`; below one dollar with three digits, `$0.0312`. */
export function dollars(amount: number): string {
  if (amount === 0) return "$0";
  if (amount >= 1) return `$${amount.toFixed(2)}`;
  const text = decimal(Number(amount.toPrecision(3)));
  return `$${text.length < "0.00".length ? text.padEnd(4, "0") : text}`;
}

/** A number of bytes in MiB: `1.5 MiB`. */
export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, "")} MiB`;
}
