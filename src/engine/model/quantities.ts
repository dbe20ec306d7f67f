// Quantities as people write them in flags and inputs.

/** `500ms`, `30s`, `2m` in milliseconds; undefined where it is none of these. */
export function durationMs(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  if (!number || Number(number) === 0) return undefined;
  return Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as "ms" | "s" | "m"];
}

/** A whole number without a sign, within bounds; undefined where it is none. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : undefined;
}
