// The settings and the messages of a version as the texts that the page compares.
import { type Json, type JsonObject, stringOrJson } from "../../../engine/model/json.ts";
import { settingRows } from "../../../engine/providers/model-settings.ts";
import { digestText } from "../../../engine/text/digest.ts";
import type { Block, Message } from "../../../generated/types.ts";
import type { PromptVersion } from "./read-versions.ts";

/** A setting of two versions as lines; undefined where it is not set. */
export interface SettingLine {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The settings that are not null. A tool has its id if its name stands for several tools of the two versions. */
export function settingLines(before: PromptVersion, after: PromptVersion): SettingLine[] {
  const ambiguous = ambiguousNames([...before.tools, ...after.tools]);
  const [from, to] = [before, after].map(({ name, parameters, tools }) => ({
    "prompt name": name,
    ...Object.fromEntries(settingRows(parameters as unknown as JsonObject)),
    tools: toolsText(tools, ambiguous),
  }));
  const line = (key: string, value: Json | undefined): string | undefined =>
    value === null || value === undefined
      ? undefined
      : `${key === "name" ? "model" : key}: ${stringOrJson(value)}`;
  const keys = [...new Set([...Object.keys(from!), ...Object.keys(to!)])];
  return keys
    .map((key) => ({
      before: line(key, (from as JsonObject)[key]),
      after: line(key, (to as JsonObject)[key]),
    }))
    .filter((each) => each.before !== undefined || each.after !== undefined);
}

function toolsText(
  tools: PromptVersion["tools"],
  ambiguous: ReadonlySet<string | undefined>,
): string {
  const texts = tools.map((tool) => {
    if (tool.name === undefined) return `id:${tool.id} (deleted)`;
    return ambiguous.has(tool.name) ? `${tool.name} (id:${tool.id})` : tool.name;
  });
  return texts.join(", ") || "none";
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
