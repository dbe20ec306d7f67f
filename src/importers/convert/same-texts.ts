// Prompts with the same texts: prompts of a project whatever their roles, and imported prompts that
// are one prompt.
import { canonicalJson, type Json, objectsIn } from "../../engine/model/json.ts";
import { joinedEvaluations } from "./assertions.ts";
import type { ImportedPrompt } from "./imported.ts";

/** A key that is equal for messages with the same content. Roles, and white space at the ends, do not count. */
export function textKey(messages: Json | undefined): string {
  return canonicalJson(objectsIn(messages).map(({ content }) => trimmedContent(content)));
}

function trimmedContent(content: Json | undefined): Json {
  if (typeof content === "string") return trimmedContent([{ type: "TEXT", text: content }]);
  return objectsIn(content).map((block) =>
    typeof block["text"] === "string" ? { ...block, text: block["text"].trim() } : block,
  );
}

/**
 * The prompts, of which those with the same messages, model, settings and tools are one, with the
 * evaluations of all. The first one gives the name.
 */
export function joinedByText(prompts: readonly ImportedPrompt[]): ImportedPrompt[] {
  const joined = new Map<string, ImportedPrompt>();
  for (const [index, prompt] of prompts.entries()) {
    const { identifiedByText, metadata = {}, parameters, tools, messages } = prompt;
    const key =
      identifiedByText === undefined
        ? String(index)
        : canonicalJson([metadata, parameters, tools.map((tool) => ({ ...tool })), messages]);
    const first = joined.get(key);
    const evaluations = joinedEvaluations(first?.evaluations ?? [], prompt.evaluations);
    joined.set(key, first ? { ...first, evaluations } : prompt);
  }
  return [...joined.values()];
}
