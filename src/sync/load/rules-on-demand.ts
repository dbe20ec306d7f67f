// Rules that need large packages, which are loaded only if a definition needs them.
import { needsSchemas } from "../../engine/evaluate/assertions/check-libraries.ts";
import type { Definition } from "../../engine/model/resource.ts";
import { cannotFailRules } from "../../engine/rules/cannot-fail-rules.ts";
import type { Rule } from "../../engine/rules/rule.ts";

/** The rules about JSONPaths, patterns and schemas, if a definition has one, and what cannot fail. */
export async function rulesOnDemand(definitions: readonly Definition[]): Promise<Rule[]> {
  const hasPath = definitions.some(({ spec }) => (spec["jsonPath"] ?? "$") !== "$");
  const hasPattern = definitions.some(({ spec }) => spec["pattern"] !== undefined);
  const hasCheck = hasPattern || definitions.some(({ spec }) => needsSchemas(spec));
  const compilePattern = hasPattern
    ? (await import("../../engine/text/linear-pattern.ts")).compilePattern
    : undefined;
  return [
    ...(hasPath ? [(await import("../../engine/rules/json-path-rule.ts")).jsonPaths] : []),
    ...(hasCheck ? (await import("../../engine/rules/check-rules.ts")).checkRules : []),
    ...cannotFailRules(compilePattern),
  ];
}
