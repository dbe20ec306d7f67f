// The rule about JSONPaths needs a parser, which is loaded only if it is needed.
import type { Definition } from "../../engine/model/resource.ts";
import type { Rule } from "../../engine/rules/rule.ts";

/** The rule about JSONPaths, if a definition has one other than the default. */
export async function jsonPathRules(definitions: readonly Definition[]): Promise<Rule[]> {
  const isUsed = definitions.some(({ spec }) => (spec["jsonPath"] ?? "$") !== "$");
  return isUsed ? [(await import("../../engine/rules/json-path-rule.ts")).jsonPaths] : [];
}
