// Values that no service can store and return unchanged: NUL, lone surrogates, and numbers that JSON
// cannot represent. The loader and the embedded service reject them.
import type { Finding } from "./diagnostic.ts";
import { isObject, type Json } from "./json.ts";

/** All such values in a value, with their paths. */
export function findUnrepresentable(value: Json): Finding[] {
  const findings: Finding[] = [];
  const path: (string | number)[] = [];
  visit(value);
  return findings;

  function visit(inside: Json): void {
    if (typeof inside === "string") add(textProblem(inside));
    else if (typeof inside === "number") add(numberProblem(inside));
    else if (Array.isArray(inside))
      for (let index = 0; index < inside.length; index++) visitAt(index, inside[index]);
    else if (isObject(inside)) for (const key of Object.keys(inside)) visitAt(key, inside[key]!);
  }

  function visitAt(key: string | number, inside: Json): void {
    path.push(key);
    if (typeof key === "string") add(textProblem(key), "key");
    visit(inside);
    path.pop();
  }

  function add(problem: Problem | undefined, part?: "key"): void {
    if (problem) findings.push({ ...problem, path: [...path], ...(part && { part }) });
  }
}

type Problem = Pick<Finding, "code" | "message" | "hint">;

function textProblem(text: string): Problem | undefined {
  const isNul = text.includes("\0");
  if (!isNul && text.isWellFormed()) return undefined;
  const found = isNul ? "a NUL character" : "half of a surrogate pair";
  return { code: "bad-text", message: `The text contains ${found}, which services cannot store.` };
}

function numberProblem(value: number): Problem | undefined {
  if (!Number.isFinite(value))
    return {
      code: "bad-number",
      message: "JSON cannot represent this number.",
      hint: "Use a finite number.",
    };
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  return {
    code: "bad-number",
    message: "Integers above 2^53 lose digits in JSON.",
    hint: "Write it as a string, in quotes.",
  };
}
