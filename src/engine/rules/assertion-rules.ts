// Assertions that can never hold: of tools and arguments that are not there, of paths into text.
import { memo } from "../model/collections.ts";
import { didYouMean } from "../model/diagnostic.ts";
import { isObject, type JsonObject, type Path } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { Checked, Finding, Subject } from "./rule.ts";
import { type Messages, messagesIn } from "./texts.ts";

/** Assertions on tools the prompt does not have, or on arguments these do not take. */
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
    const known = argumentsOfTool(tool);
    const same = (name: string): string =>
      spec["ignoreCase"] === true ? name.toLowerCase() : name;
    if (typeof argKeyName !== "string" || !known) return [];
    if (known.map(same).includes(same(argKeyName))) return [];
    return [
      {
        code: "unknown-argument",
        address,
        path: ["argKeyName"],
        message: `The parameters of "${toolName}" have no "${argKeyName}".`,
        hint:
          didYouMean(argKeyName, known) ??
          (known.length > 0 ? `They have ${known.join(", ")}.` : undefined),
      },
    ];
  });
}

/** Tool calls in messages, of tools the prompt does not have. */
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

/** The name of the tool that a block calls, and where it stands. */
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
      (names.length > 0 ? `It has ${names.join(", ")}.` : "Name its tools under tools."),
  };
}

/** The tools of a prompt; undefined where they are not all known here. */
function toolsOf(project: Checked, prompt: Subject | undefined): Subject[] | undefined {
  if (!prompt || prompt.definition.external) return undefined;
  const tools = prompt.references.map((each) => project.find(each));
  return tools.every((each) => each !== undefined) ? (tools as Subject[]) : undefined;
}

/** What may name arguments besides `properties`. */
const further = ["patternProperties", "$ref", "allOf", "anyOf", "oneOf", "if", "dependencies"];

/** The names of a tool's arguments; undefined where its schema does not name them all. */
function argumentsOf({ written }: Subject): string[] | undefined {
  const { parameters } = written;
  if (!isObject(parameters) || !isObject(parameters["properties"])) return undefined;
  if (further.some((each) => parameters[each] !== undefined)) return undefined;
  if (![undefined, false].includes(parameters["additionalProperties"] as false)) return undefined;
  return Object.keys(parameters["properties"]);
}
