// Values that no service can store and return unchanged: NUL, lone surrogates, and numbers that JSON
// cannot represent. The loader and the embedded service reject them.
import type { Finding } from "../model/diagnostic.ts";
import type { Json, JsonObject } from "../model/json.ts";

/** The first `limit` such values in a value, with their paths. Indexes in paths are strings. */
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

/** The error of an integer that JSON cannot represent. */
export const integerProblem = {
  code: "bad-number",
  message: "Integers above 2^53 lose digits in JSON.",
  hint: "Use a smaller number, or write it as a string, in quotes.",
} as const;

/** JSON can represent a number if it is finite, and loses no digits if it is an integer. */
function numberFindings(value: number): readonly Finding[] {
  if (!Number.isFinite(value)) {
    const message = "JSON cannot represent this number.";
    return [{ code: "bad-number", path: [], message, hint: "Use a finite number." }];
  }
  if (!Number.isInteger(value) || isExactInteger(value)) return none;
  return [{ ...integerProblem, path: [] }];
}

/** Every decimal number with at most 15 significant digits survives as a double (DBL_DIG of C). */
const exactDigits = 15;
/** No larger double has so few digits: 5^23 needs more than 53 bits. */
const maxExact = 1e37;

/** Whether a double is exactly the integer that its author wrote: 1e21, but not 2^53 or 1e23. */
export function isExactInteger(value: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  if (Math.abs(value) > maxExact) return false;
  const digits = String(BigInt(value)).replace("-", "").replace(/0+$/, "");
  return digits.length <= exactDigits;
}

/** Whether a decimal text is an integer that a double does not hold: 1000000000000000000001. */
export function isLossyInteger(text: string): boolean {
  return /^[-+]?\d{16,300}$/.test(text) && BigInt(text) !== BigInt(Number(text));
}
