// The rules about patterns and schemas of checks. Loaded on demand, because re2js and ajv are large.
import type { Finding } from "../model/diagnostic.ts";
import { memo } from "../model/collections.ts";
import { isObject, type JsonObject, valueAt } from "../model/json.ts";
import { exactJsonText } from "../model/number-texts.ts";
import { compilePattern } from "../text/linear-pattern.ts";
import { compileSchema } from "../validate/reply-schema.ts";
import type { Rule, RuleProject, Subject } from "./rule.ts";

export const checkRules: readonly Rule[] = [
  { kinds: ["check"], severity: "error", check: patterns, codes: ["invalid-pattern"] },
  { kinds: ["check"], severity: "error", check: schemas, codes: ["invalid-reply-schema"] },
  { kinds: ["check"], severity: "error", check: schemaOfPrompt, between: ["invalid-reply-schema"] },
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
  return ["schema", "argumentsSchema"].flatMap((field) => {
    const schema = spec[field];
    if (typeof schema !== "string") return [];
    const compiled = compileSchema(schema, compilePattern);
    if (!("problem" in compiled)) return [];
    return [{ code: "invalid-reply-schema", path: [field], message: compiled.problem }];
  });
}

/**
 * Checks without a schema: their prompt must have one that they can read. That of an external prompt is
 * not known.
 */
function schemaOfPrompt({ definition }: Subject, project: RuleProject): Finding[] {
  if (definition.spec["schema"] !== null) return [];
  const evaluation = project.find(definition.parent)?.definition;
  const prompt = project.find(evaluation?.parent)?.definition;
  const path = prompt?.row.replySchema;
  if (!prompt || prompt.external || !path) return [];
  const schema = valueAt(prompt.spec, path);
  const finding = (message: string, hint: string): Finding[] => [
    { code: "invalid-reply-schema", path: ["type"], message, hint },
  ];
  if (schema === undefined)
    return finding(
      `The check has no schema, and ${prompt.address} has no ${path.join(".")}.`,
      "Write the schema into one of them.",
    );
  const problem = isObject(schema) ? problemOf(schema) : undefined;
  return problem === undefined
    ? []
    : finding(
        `The check has no schema, and cannot use that of ${prompt.address}. ${problem}`,
        "Write the schema of the check, or change that of the prompt.",
      );
}

/** Computed once for all checks of a prompt. */
const problemOf = memo((schema: JsonObject): string | undefined => {
  const compiled = compileSchema(exactJsonText(schema), compilePattern);
  return "problem" in compiled ? compiled.problem : undefined;
}, new WeakMap());
