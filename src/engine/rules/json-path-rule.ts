// The rule about the JSONPaths of assertions. Loaded on demand, because json-p3 is large.
import { compile } from "json-p3";
import { isObject } from "../model/json.ts";
import type { Checked, Finding } from "./rule.ts";

/** Warns of paths that are not JSONPath (RFC 9535), and of paths into replies that are text. */
export function jsonPaths(project: Checked): Finding[] {
  return project.all("assertion").flatMap(({ definition: { address, parent, spec } }) => {
    const { jsonPath } = spec;
    if (typeof jsonPath !== "string" || jsonPath === "$") return [];
    const problem = jsonPathProblem(jsonPath);
    if (problem !== undefined)
      return [
        {
          code: "invalid-json-path",
          address,
          path: ["jsonPath"],
          message: `Invalid JSONPath (RFC 9535): ${problem}.`,
          hint: "A path starts with $, for example $.order.items[0].name.",
        },
      ];
    const prompt = project.find(project.find(parent)?.definition.parent);
    const parameters = prompt?.definition.spec["parameters"];
    if (!isObject(parameters) || parameters["responseFormat"] !== "TEXT") return [];
    if (parameters["provider"] !== "OPENAI") return []; // only this provider has a JSON mode
    return [
      {
        code: "json-path-on-text",
        address,
        path: ["jsonPath"],
        message: `The prompt "${prompt!.definition.name}" replies with text, but a JSONPath needs a JSON reply.`,
        hint: "Set responseFormat: JSON in its parameters, or remove jsonPath.",
      },
    ];
  });
}

function jsonPathProblem(path: string): string | undefined {
  try {
    compile(path);
    return undefined;
  } catch (problem) {
    return (problem as Error).message.split("\n")[0]!.replace(/\.$/, "");
  }
}
