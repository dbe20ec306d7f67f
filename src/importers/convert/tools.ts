// Tools of provider requests as tools of definitions.
import { isObject, type Json, valueAt } from "../../engine/model/json.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { ImportedTool } from "./imported.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  isAt,
  leave,
  type LeftField,
  objectAt,
  type SourceNode,
  textAt,
} from "./source-node.ts";

/** Whether a value is a function tool of a request without a prompt, or a list with one. */
function isFunctionTool(value: Json | undefined): boolean {
  if (Array.isArray(value))
    return value.some((each) => !Array.isArray(each) && isFunctionTool(each));
  if (!isObject(value) || promptFields.some((key) => key in value)) return false;
  const { type, name, function: nested } = value;
  if (isObject(nested)) return type === "function" && typeof nested["name"] === "string";
  const hasSchema = schemaFields.some((key) => isObject(value[key]));
  return typeof name === "string" && (type === "function" || hasSchema);
}

/** What is refused, with the command that reads it if it is a function tool, or is in one. */
export function withToolCommand(field: LeftField): LeftField {
  const { source, path } = field;
  if (source.body) return field;
  for (let end = path.length; end >= 0; end--) {
    const outer = path.slice(0, end);
    if (!isFunctionTool(valueAt(source.value, outer))) continue;
    const reason = `It is a function tool, not a prompt. To import tools: promptctl import tools ${shellQuote(source.file)}`;
    return { source, path: outer, reason };
  }
  return field;
}

/** Fields of prompts of all formats, and of definitions. */
const promptFields = ["kind", "messages", "prompt", "prompts", "input", "instructions", "system"];

const schemaFields = ["parameters", "input_schema", "inputSchema"];

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** The functions among the tools, in the form of any API. Other tools are listed. */
export function importedTools(nodes: readonly SourceNode[]): ImportedTool[] {
  const tools: ImportedTool[] = [];
  for (const node of nodes) {
    const found = functionIn(node);
    if (!found) leave(node, "Only functions can be tools of a definition.");
    const tool = found && importedTool(found, new Set(tools.map(({ name }) => name)));
    if (tool) tools.push(tool);
  }
  return tools;
}

interface FunctionFields {
  readonly node: SourceNode;
  /** The field with the schema of the arguments. */
  readonly schema: "parameters" | "input_schema" | "inputSchema";
}

/** `{type, function: {…}}` of Chat Completions, `{type, name, …}` of Responses, of Messages, or of MCP. */
export function functionIn(node: SourceNode): FunctionFields | undefined {
  const isFunction = isAt(node, "type", "function") || nodeAt(node, "type").value === undefined;
  const nested = nodeAt(node, "function");
  if (isFunction && isObject(nested.value)) return { node: nested, schema: "parameters" };
  if (
    nodeAt(node, "input_schema").value !== undefined &&
    (isFunction || isAt(node, "type", "custom"))
  )
    return { node, schema: "input_schema" };
  const isOfMcp = isFunction && nodeAt(node, "inputSchema").value !== undefined;
  if (isOfMcp) return { node, schema: "inputSchema" };
  return isFunction && nodeAt(node, "name").value !== undefined
    ? { node, schema: "parameters" }
    : undefined;
}

/** The tool; undefined, and listed, if its name is not valid or taken. */
function importedTool(
  { node, schema }: FunctionFields,
  taken: ReadonlySet<string>,
): ImportedTool | undefined {
  const name = nodeAt(node, "name");
  if (typeof name.value !== "string" || !toolName.test(name.value)) {
    leave(node, "The name of a tool has 1 to 64 letters, digits, underscores or hyphens.");
    return undefined;
  }
  if (taken.has(name.value)) {
    leave(node, `Another tool has the name "${name.value}".`);
    return undefined;
  }
  isAt(node, "strict", false); // as definitions are sent
  return {
    name: carry(name) as string,
    description: textAt(node, "description") ?? "",
    parameters: objectAt(node, schema) ?? {},
  };
}

/** Why settings of tools are not carried. */
export const noTools = "The prompt has no tools.";

/** What the model does with the tools, under the names of OpenAI. Listed without tools. */
export function toolSettings(
  node: SourceNode,
  tools: readonly ImportedTool[],
): { readonly toolChoice?: string | undefined; readonly parallelToolCalls?: boolean | undefined } {
  const choice = nodeAt(node, "tool_choice");
  if (tools.length > 0)
    return {
      toolChoice: toolChoiceOf(choice, tools),
      parallelToolCalls: booleanAt(node, "parallel_tool_calls"),
    };
  // responses have these defaults
  if (!isAt(node, "tool_choice", "auto")) leave(choice, noTools);
  if (!isAt(node, "parallel_tool_calls", true)) leave(nodeAt(node, "parallel_tool_calls"), noTools);
  return {};
}

/** The mode, or the name of a tool that is imported. */
function toolChoiceOf(choice: SourceNode, tools: readonly ImportedTool[]): string | undefined {
  const isMode = ["auto", "none", "required"].includes(choice.value as string);
  if (isMode) return carry(choice) as string;
  const names = [nodeAt(choice, "name"), nodeAt(choice, "function", "name")];
  const name = names.find((each) => tools.some((tool) => tool.name === each.value));
  if (name && isAt(choice, "type", "function")) return carry(name) as string;
  leave(choice, "Definitions can choose a mode or one of the imported tools.");
  return undefined;
}
