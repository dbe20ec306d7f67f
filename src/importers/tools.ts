// Tools of provider requests as tools of definitions.
import { isObject, type JsonObject } from "../engine/model/json.ts";
import type { ImportedTool } from "./imported.ts";
import { at, carry, leave, type SourceNode, textAt } from "./source-node.ts";

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** A tool whose fields are in `node`; undefined, and listed, if its name is not valid or taken. */
export function importedTool(
  node: SourceNode,
  schemaField: string,
  names: readonly string[],
): ImportedTool | undefined {
  const name = at(node, "name");
  if (typeof name.value !== "string" || !toolName.test(name.value)) {
    leave(node, "The name of a tool has 1 to 64 letters, digits, underscores or hyphens.");
    return undefined;
  }
  if (names.includes(name.value)) {
    leave(node, `Another tool has the name "${name.value}".`);
    return undefined;
  }
  const schema = at(node, schemaField);
  return {
    name: carry(name) as string,
    description: textAt(node, "description") ?? "",
    parameters: isObject(schema.value) ? (carry(schema) as JsonObject) : {},
  };
}

/** The tools of a list, each read by a function that gets the names of those before it. */
export function importedTools(
  nodes: readonly SourceNode[],
  read: (node: SourceNode, names: readonly string[]) => ImportedTool | undefined,
): ImportedTool[] {
  const tools: ImportedTool[] = [];
  for (const node of nodes) {
    const tool = read(
      node,
      tools.map(({ name }) => name),
    );
    if (tool) tools.push(tool);
  }
  return tools;
}

/** Why settings of tools are not carried. */
export const noTools = "The prompt has no tools.";
