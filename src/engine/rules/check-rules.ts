// The rules about patterns and schemas of checks. Loaded on demand, because re2js and ajv are large.
import type { Finding } from "../model/diagnostic.ts";
import { compilePattern, type LinearPattern } from "../text/linear-pattern.ts";
import { compileSchema } from "../validate/reply-schema.ts";
import type { Rule, Subject } from "./rule.ts";

export const checkRules: readonly Rule[] = [
  { kinds: ["check"], severity: "error", check: patterns, codes: ["invalid-pattern"] },
  { kinds: ["check"], severity: "error", check: schemas, codes: ["invalid-reply-schema"] },
  { kinds: ["check"], check: constantPatterns, codes: ["constant-check"] },
];

/** Patterns that RE2 does not have. */
function patterns({ definition: { spec } }: Subject): Finding[] {
  const { pattern } = spec;
  if (typeof pattern !== "string") return [];
  const compiled = compilePattern(pattern);
  if (!("problem" in compiled)) return [];
  const message = `Invalid pattern. ${compiled.problem}`;
  return [{ code: "invalid-pattern", path: ["pattern"], message }];
}

/** Schemas that are none, or that name something outside of themselves. */
function schemas({ definition: { spec } }: Subject): Finding[] {
  const { schema } = spec;
  if (typeof schema !== "string") return [];
  const compiled = compileSchema(schema, compilePattern);
  if (!("problem" in compiled)) return [];
  return [{ code: "invalid-reply-schema", path: ["schema"], message: compiled.problem }];
}

/** Texts with little in common: a pattern that matches all of them matches every text. */
const samples = ["", "\n", "Zq7 ~", "été", "\u0001{}"];

/** Patterns that match every text. */
function constantPatterns({ definition: { spec } }: Subject): Finding[] {
  const { pattern, negate } = spec;
  if (typeof pattern !== "string") return [];
  const compiled = compilePattern(pattern);
  if ("problem" in compiled || !matchesAll(compiled)) return [];
  const verb = negate === true ? "always fails" : "cannot fail";
  return [
    {
      code: "constant-check",
      path: ["pattern"],
      message: `The pattern matches every text, so this check ${verb}.`,
      hint: "Write what the reply must contain, for example [0-9]+ in place of [0-9]*.",
    },
  ];
}

function matchesAll(pattern: LinearPattern): boolean {
  return samples.every((text) => pattern.matches(text));
}
