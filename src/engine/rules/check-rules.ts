// The rules about patterns and schemas of checks. Loaded on demand, because re2js and ajv are large.
import type { Finding } from "../model/diagnostic.ts";
import { valueAt } from "../model/json.ts";
import { compilePattern } from "../text/linear-pattern.ts";
import { compileSchema } from "../validate/reply-schema.ts";
import type { Rule, RuleProject, Subject } from "./rule.ts";

export const checkRules: readonly Rule[] = [
  { kinds: ["check"], severity: "error", check: patterns, codes: ["invalid-pattern"] },
  { kinds: ["check"], severity: "error", check: schemas, codes: ["invalid-reply-schema"] },
  { kinds: ["check"], severity: "error", check: missingSchema, between: ["invalid-reply-schema"] },
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

/** Checks without a schema whose prompt has none either. That of an external prompt is not known. */
function missingSchema({ definition }: Subject, project: RuleProject): Finding[] {
  if (definition.spec["schema"] !== null) return [];
  const evaluation = project.find(definition.parent)?.definition;
  const prompt = project.find(evaluation?.parent)?.definition;
  const path = prompt?.row.replySchema;
  if (!prompt || prompt.external || !path || valueAt(prompt.spec, path) !== undefined) return [];
  const message = `The check has no schema, and ${prompt.address} has no ${path.join(".")}.`;
  const hint = "Write the schema into one of them.";
  return [{ code: "invalid-reply-schema", path: ["type"], message, hint }];
}
