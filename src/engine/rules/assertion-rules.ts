// Warnings about assertions and tool calls with unknown tools or arguments.
import { memo } from "../model/collections.ts";
import { didYouMean } from "../model/diagnostic.ts";
import { isObject, type JsonObject, type Path } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { Checked, Finding, Subject } from "./rule.ts";
import { type Messages, messagesIn } from "./texts.ts";

/** Assertions on tools that the prompt does not have, or on arguments that the tools do not have. */
export function calledTools(project: Checked): Finding[] {
  const toolsOfPrompt = memo((prompt: Subject | undefined) => toolsOf(project, prompt));
  const argumentsOfTool = memo(argumentsOf);
  return project.all("assertion").flatMap(({ definition: { address, parent, spec } }) => {
    const { toolName, argKeyName } = spec;
    if (typeof toolName !== "string") return [];
    const tools = toolsOfPrompt(project.find(project.find(parent)?.definition.parent));
    if (!tools) return [];
    const tool = tools.find((each) => each.definition.name === toolName);
    if (!tool) return [unknownTool(address, ["toolName"], toolName, tools)];
    const names = argumentsOfTool(tool);
    const isUnknown = typeof argKeyName === "string" && names && !hasName(names, argKeyName, spec);
    return isUnknown ? [unknownArgument(address, toolName, argKeyName, names)] : [];
  });
}

function hasName(names: readonly string[], name: string, { ignoreCase }: JsonObject): boolean {
  if (ignoreCase !== true) return names.includes(name);
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}

function unknownArgument(
  address: Address,
  toolName: string,
  name: string,
  names: readonly string[],
): Finding {
  const available = names.length > 0 ? `Available: ${names.join(", ")}.` : undefined;
  return {
    code: "unknown-argument",
    address,
    path: ["argKeyName"],
    message: `The parameters of "${toolName}" have no "${name}".`,
    hint: didYouMean(name, names) ?? available,
  };
}

/** Tool calls in messages to tools that the prompt does not have. */
export function calledInMessages(project: Checked): Finding[] {
  const found: Finding[] = [];
  for (const { subject, blocks, before } of messagesIn(project).values()) {
    const called = blocks.flatMap(calledIn);
    if (called.length === 0) continue;
    const isAppended = subject.definition.parent !== undefined;
    const tools = toolsOf(project, isAppended ? before?.subject : subject);
    if (!tools) continue;
    for (const { path, name } of called)
      if (!tools.some((each) => each.definition.name === name))
        found.push(unknownTool(subject.definition.address, path, name, tools));
  }
  return found;
}

/** The name of the tool that a block calls, with its path. */
function calledIn({ path, block }: Messages["blocks"][number]): { path: Path; name: string }[] {
  const call = block["toolCall"] as JsonObject | undefined;
  const name = (call?.["function"] as JsonObject | undefined)?.["name"];
  return typeof name === "string"
    ? [{ path: [...path, "toolCall", "function", "name"], name }]
    : [];
}

function unknownTool(
  address: Address,
  path: Finding["path"],
  name: string,
  tools: readonly Subject[],
): Finding {
  const names = tools.map((each) => String(each.definition.name));
  return {
    code: "unknown-called-tool",
    address,
    path,
    message: `Unknown tool: the prompt has no tool "${name}".`,
    hint:
      didYouMean(name, names) ??
      (names.length > 0 ? `Available: ${names.join(", ")}.` : "List its tools under tools."),
  };
}

/** The tools of a prompt; undefined if some of them are not defined in the project. */
function toolsOf(project: Checked, prompt: Subject | undefined): Subject[] | undefined {
  if (!prompt || prompt.definition.external) return undefined;
  const tools = prompt.references.map((each) => project.find(each));
  return tools.every((each) => each !== undefined) ? (tools as Subject[]) : undefined;
}

/** The keywords besides `properties` that can name arguments. */
const otherArgumentKeywords = [
  "patternProperties",
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "dependencies",
];

/** The names of a tool's arguments; undefined if its schema does not name all of them. */
function argumentsOf({ written }: Subject): string[] | undefined {
  const { parameters } = written;
  if (!isObject(parameters) || !isObject(parameters["properties"])) return undefined;
  if (otherArgumentKeywords.some((each) => parameters[each] !== undefined)) return undefined;
  if (![undefined, false].includes(parameters["additionalProperties"] as false)) return undefined;
  return Object.keys(parameters["properties"]);
}
