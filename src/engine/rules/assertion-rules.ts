// Warnings about assertions that search for nothing, and about assertions and tool calls with unknown
// tools or arguments.
import { didYouMean } from "../text/did-you-mean.ts";
import { type Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, objectOf, parseJson, type Path } from "../model/json.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";

/** An assertion on a tool that the prompt does not have, or on an argument that the tool does not have. */
export function calledTool(
  { definition: { parent, spec } }: Subject,
  project: RuleProject,
): Findings {
  const { toolName } = spec;
  if (typeof toolName !== "string") return [];
  const tools = toolsOf(project, project.find(project.find(parent)?.definition.parent));
  if (!tools) return [];
  const tool = tools.find((each) => each.definition.name === toolName);
  if (!tool) return [unknownTool(["toolName"], toolName, tools)];
  const names = argumentsOf(tool);
  if (!names) return [];
  return wantedNames(spec).flatMap(({ path, name }) =>
    hasName(names, name, spec)
      ? []
      : {
          code: "unknown-argument",
          path,
          message: `The parameters of "${toolName}" have no "${name}".`,
          hint: didYouMean(name, names) ?? availableOf(names),
        },
  );
}

/** The arguments that an assertion or a check names, each with its place. */
function wantedNames({
  argKeyName,
  arguments: values,
}: JsonObject): { readonly path: Path; readonly name: string }[] {
  const given = typeof values === "string" ? parseJson(values) : undefined;
  return [
    ...(typeof argKeyName === "string" ? [{ path: ["argKeyName"], name: argKeyName }] : []),
    ...Object.keys(objectOf(given)).map((name) => ({ path: ["arguments", name], name })),
  ];
}

/** An assertion with an empty list of texts: services hold such lists, but there is nothing to find. */
export function emptyTargets({ definition: { spec } }: Subject): Findings {
  const { targetValues } = spec;
  if (!Array.isArray(targetValues) || targetValues.length > 0) return [];
  return {
    code: "empty-targets",
    path: ["targetValues"],
    message: `"targetValues" is empty, so this assertion has no text to search for.`,
    hint: "Add at least one text, or remove the assertion.",
  };
}

function hasName(names: readonly string[], name: string, { ignoreCase }: JsonObject): boolean {
  if (ignoreCase !== true) return names.includes(name);
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}

function availableOf(names: readonly string[]): string | undefined {
  return names.length > 0 ? `Available: ${names.join(", ")}.` : undefined;
}

/** Tool calls in messages to tools that the prompt does not have. */
export function calledInMessages({ definition }: Subject, project: RuleProject): Finding[] {
  const { blocks } = project.messages.get(definition.address)!;
  const tools = toolsOf(project, project.find(definition.parent ?? definition.address));
  if (!tools) return [];
  return blocks.flatMap(({ path, block }) => {
    const { name } = objectOf(objectOf(block["toolCall"])["function"]);
    const isKnown = tools.some((each) => each.definition.name === name);
    if (typeof name !== "string" || isKnown) return [];
    return [unknownTool([...path, "toolCall", "function", "name"], name, tools)];
  });
}

function unknownTool(path: Path, name: string, tools: readonly Subject[]): Finding {
  const names = tools.map((each) => String(each.definition.name));
  return {
    code: "unknown-called-tool",
    path,
    message: `Unknown tool: the prompt has no tool "${name}".`,
    hint: didYouMean(name, names) ?? availableOf(names) ?? "List its tools under tools.",
  };
}

/** The tools of a prompt; undefined if some of them are not defined in the project. */
export function toolsOf(project: RuleProject, prompt: Subject | undefined): Subject[] | undefined {
  if (!prompt || prompt.definition.external) return undefined;
  const tools = project.references(prompt).map((each) => project.find(each));
  return tools.every((each) => each !== undefined) ? tools : undefined;
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
function argumentsOf({ mapping }: Subject): string[] | undefined {
  const { parameters } = mapping;
  if (!isObject(parameters) || !isObject(parameters["properties"])) return undefined;
  if (otherArgumentKeywords.some((each) => parameters[each] !== undefined)) return undefined;
  if (![undefined, false].includes(parameters["additionalProperties"] as false)) return undefined;
  return Object.keys(parameters["properties"]);
}
