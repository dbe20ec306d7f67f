// The rule about the JSONPaths of assertions. Loaded on demand, because json-p3 is large.
import { objectOf } from "../model/json.ts";
import { jsonPathProblem } from "../text/json-path.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { hasReplySchema } from "../providers/model-settings.ts";
import type { Findings, RuleProject, Rule, Subject } from "./rule.ts";

/** Warns of paths that are not JSONPath (RFC 9535), and of paths into replies that are text. */
export const jsonPaths: Rule = {
  kinds: ["assertion", "check"],
  check: checkJsonPath,
  codes: ["invalid-json-path"],
  between: ["json-path-on-text"],
};

function checkJsonPath({ definition: { parent, spec } }: Subject, project: RuleProject): Findings {
  const { jsonPath } = spec;
  if (typeof jsonPath !== "string" || jsonPath === "$") return [];
  const problem = jsonPathProblem(jsonPath);
  if (problem !== undefined)
    return {
      code: "invalid-json-path",
      path: ["jsonPath"],
      message: `Invalid JSONPath (RFC 9535): ${problem}.`,
      ...(!jsonPath.startsWith("$") && {
        hint: "A path starts with $, for example $.order.items[0].name.",
      }),
    };
  const prompt = project.find(project.find(parent)?.definition.parent);
  const parameters = objectOf(prompt?.definition.spec["parameters"]);
  const hasJsonMode = factsOf(parameters["provider"])?.settings.responseFormat !== "ignored";
  const isText = parameters["responseFormat"] === "TEXT" && !hasReplySchema(parameters);
  if (!isText || !hasJsonMode) return [];
  return {
    code: "json-path-on-text",
    path: ["jsonPath"],
    message: `The prompt "${prompt!.definition.name}" replies with text, but a JSONPath needs a JSON reply.`,
    hint: "Set options.responseSchema or responseFormat: JSON in its parameters, or remove jsonPath.",
  };
}
