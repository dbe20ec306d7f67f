// Values that no service can store and return unchanged: NUL, lone surrogates, and numbers that JSON
// cannot represent. The loader and the embedded service reject them.
import type { Finding } from "./diagnostic.ts";
import type { Json, JsonObject } from "./json.ts";

/** Such values in a value, with their paths: all, or the first `limit`. Indexes in paths are strings. */
export function findUnrepresentable(value: Json, limit: number = Infinity): readonly Finding[] {
  if (typeof value === "string") return textFindings(value);
  if (typeof value === "number") return numberFindings(value);
  if (typeof value !== "object" || value === null) return none;
  const findings: Finding[] = [];
  for (const key of Object.keys(value)) {
    const inKey = textFindings(key);
    const inValue = findUnrepresentable((value as JsonObject)[key]!, limit - findings.length);
    if (inKey.length === 0 && inValue.length === 0) continue; // docs/performance.md, row "validate 2,000"
    findings.push(...inKey.map((each) => ({ ...each, path: [key], part: "key" as const })));
    findings.push(...inValue.map((each) => ({ ...each, path: [key, ...each.path] })));
    if (findings.length >= limit) break;
  }
  return findings;
}

const none: readonly Finding[] = [];

function textFindings(text: string): readonly Finding[] {
  const isNul = text.includes("\0");
  if (!isNul && text.isWellFormed()) return none;
  const found = isNul ? "a NUL character" : "half of a surrogate pair";
  const message = `The text contains ${found}, which services cannot store.`;
  return [{ code: "bad-text", path: [], message }];
}

/** JSON can represent a number if it is finite, and loses no digits if it is an integer. */
function numberFindings(value: number): readonly Finding[] {
  const isFinite = Number.isFinite(value);
  if (isFinite && (!Number.isInteger(value) || Number.isSafeInteger(value))) return none;
  const message = isFinite
    ? "Integers above 2^53 lose digits in JSON."
    : "JSON cannot represent this number.";
  const hint = isFinite ? "Write it as a string, in quotes." : "Use a finite number.";
  return [{ code: "bad-number", path: [], message, hint }];
}
