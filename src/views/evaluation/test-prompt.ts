// The texts of a prompt as data, with the placeholders, for the comparison of both sides in a
// report.
import { isObject, type Json, objectOf, listOf, objectsIn } from "../../engine/model/json.ts";
import { type Definition, nameOf } from "../../engine/model/resource.ts";
import type { TestPromptText } from "../../generated/types.ts";

/** The model, the parameters, the tools and the messages of a prompt. */
export function promptText({ spec }: Definition): TestPromptText {
  const { provider, name, ...parameters } = objectOf(spec["parameters"]);
  return {
    model: `${String(provider)}/${String(name)}`,
    parameters,
    tools: listOf(spec["tools"]).map((tool) => nameOf(String(tool))),
    messages: objectsIn(spec["messages"]).map(({ role, content }) => ({
      role: String(role),
      text: contentText(content),
    })),
  };
}

/** The text blocks, joined; other blocks as their type in brackets. */
function contentText(content: Json | undefined): string {
  return listOf(content)
    .filter(isObject)
    .map(({ type, text }) => (type === "TEXT" ? String(text) : `[${String(type)}]`))
    .join("\n");
}
