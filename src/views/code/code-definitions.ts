// The prompts and tools of a project as application code sees them.
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  valueAt,
} from "../../engine/model/json.ts";
import type { Kind } from "../../engine/model/kind.ts";
import { messageTexts } from "../../engine/text/message-texts.ts";
import { type Address, type Definition, nameOf } from "../../engine/model/resource.ts";
import { variablesOf } from "../../engine/render/template.ts";
import type { CodePrompt, CodeTool, CodeVariable } from "./client-types.ts";

/** A definition, with the keys of its file that are not sent. */
export interface DefinitionInFile {
  readonly definition: Definition;
  readonly mapping: JsonObject;
}

/**
 * The prompts, sorted by name. `names`: the names of tools on the service, by address. `apis`: those of each
 * prompt, by address.
 */
export function codePrompts(
  prompts: readonly DefinitionInFile[],
  names: ReadonlyMap<Address, string>,
  apis: ReadonlyMap<Address, readonly string[]>,
): CodePrompt[] {
  return prompts
    .map(({ definition: { address, row, spec, external }, mapping }) => ({
      address,
      name: nameOf(address),
      description: textOf(objectOf(mapping["metadata"])["description"]),
      variables: variablesIn(spec, mapping),
      hasUnknownVariables: external,
      reply: replyIn(row, spec),
      apis: apis.get(address),
      tools: external ? undefined : toolsIn(spec).map((tool) => names.get(tool) ?? nameOf(tool)),
    }))
    .sort(byName);
}

/** Variables in messages are required. Others that the prompt declares are for appended messages. */
function variablesIn(spec: JsonObject, mapping: JsonObject): CodeVariable[] {
  const used = new Set(messageTexts(spec["messages"]).flatMap(variablesOf));
  const declared = objectOf(mapping["variables"]);
  return [...new Set([...used, ...Object.keys(declared)])].map((name) => ({
    name,
    description: Object.hasOwn(declared, name) ? textOf(declared[name]) : undefined,
    isRequired: used.has(name),
  }));
}

function replyIn({ replySchema }: Kind, spec: JsonObject): JsonObject | undefined {
  const schema = replySchema && valueAt(spec, replySchema);
  return isObject(schema) ? schema : undefined;
}

function toolsIn({ tools }: JsonObject): string[] {
  return Array.isArray(tools) ? tools.map(String) : [];
}

/** The tools, sorted by name. */
export function codeTools(tools: readonly DefinitionInFile[]): CodeTool[] {
  return tools
    .map(({ definition: { address, name, spec, external } }) => ({
      address,
      name: name ?? nameOf(address),
      description: textOf(spec["description"]),
      parameters: external ? undefined : objectOf(spec["parameters"]),
    }))
    .sort(byName);
}

function byName(one: CodePrompt | CodeTool, other: CodePrompt | CodeTool): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.address < other.address ? -1 : 1;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
