// The settings and the messages of a version as the texts that the page compares.
import { digestText } from "../../engine/text/digest.ts";
import type { Block, Message } from "../../generated/types.ts";
import type { PromptVersion } from "./read-versions.ts";

/**
 * One line for each setting that is not null. `other`: the version on the other side; a tool has its
 * id if its name stands for several tools of the two versions.
 */
export function settingsText(
  { name, parameters, tools }: PromptVersion,
  other: PromptVersion,
): string {
  const settings = Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key === "name" ? "model" : key}: ${String(value)}`);
  const ambiguous = ambiguousNames([...tools, ...other.tools]);
  const toolTexts = tools.map((tool) => {
    if (tool.name === undefined) return `id:${tool.id} (deleted)`;
    return ambiguous.has(tool.name) ? `${tool.name} (id:${tool.id})` : tool.name;
  });
  return [`prompt name: ${name}`, ...settings, `tools: ${toolTexts.join(", ") || "none"}`].join(
    "\n",
  );
}

/** The names that several tools have. */
function ambiguousNames(tools: PromptVersion["tools"]): ReadonlySet<string | undefined> {
  const idOf = new Map(tools.map(({ id, name }) => [name, id]));
  return new Set(tools.filter(({ id, name }) => idOf.get(name) !== id).map(({ name }) => name));
}

/** The blocks of a message; the second and later ones follow a line with their number. */
export function messageText({ content }: Message): string {
  if (content.length === 0) return "[no blocks]";
  return content
    .map((block, index) => `${index === 0 ? "" : `[block ${index + 1}]\n`}${blockText(block)}`)
    .join("\n");
}

function blockText(block: Block): string {
  switch (block.type) {
    case "TEXT":
      return block.text;
    case "IMAGE_BASE64":
      return `[image ${block.mediaType} ${digestText(block.imageBase64)}]`;
    case "TOOL_CALL": {
      const { toolCallId, function: called } = block.toolCall;
      return `[call ${toolCallId}] ${called.name} ${called.arguments}`;
    }
    case "TOOL_RESULT":
      return `[result ${block.toolCallId}] ${block.result}`;
  }
}
