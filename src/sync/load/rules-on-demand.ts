// Rules that need large packages, which are loaded only if a definition needs them.
import type { Definition } from "../../engine/model/resource.ts";
import type { Rule } from "../../engine/rules/rule.ts";

/** The rules about JSONPaths, patterns and schemas, if a definition has one. */
export async function rulesOnDemand(definitions: readonly Definition[]): Promise<Rule[]> {
  const hasPath = definitions.some(({ spec }) => (spec["jsonPath"] ?? "$") !== "$");
  const hasCheck = definitions.some(({ spec }) => spec["pattern"] ?? spec["schema"]);
  return [
    ...(hasPath ? [(await import("../../engine/rules/json-path-rule.ts")).jsonPaths] : []),
    ...(hasCheck ? (await import("../../engine/rules/check-rules.ts")).checkRules : []),
  ];
}
