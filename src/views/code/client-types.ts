// The TypeScript types of a project's prompts and tools, for application code.
import { compile } from "json-schema-to-typescript";
import { type Json, type JsonObject, toPointer } from "../../engine/model/json.ts";
import { argumentSchema, docText } from "./argument-schema.ts";
import { jsonText } from "../text/json-text.ts";

/** A prompt as application code sees it. */
export interface CodePrompt {
  readonly address: string;
  /** The address without its kind. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly variables: readonly CodeVariable[];
  /** Whether there may be other variables: the texts of external prompts are not known. */
  readonly hasUnknownVariables: boolean;
  /** The names that the model calls; undefined if they are not known. */
  readonly tools: readonly string[] | undefined;
  /** The APIs that get its requests, in some environment; undefined if they are not known. */
  readonly apis?: readonly string[] | undefined;
  /** The JSON Schema of its replies; undefined for replies without one. */
  readonly reply?: JsonObject | undefined;
}

export interface CodeVariable {
  readonly name: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

/** A tool as application code sees it. */
export interface CodeTool {
  readonly address: string;
  /** The name that the model calls. */
  readonly name: string;
  readonly description?: string | undefined;
  /** A JSON Schema; undefined if it is not known. */
  readonly parameters: JsonObject | undefined;
}

export interface ClientTypes {
  /** The declarations of `Prompts`, `Tools`, `Replies` if there are some, and of types that these share. */
  readonly text: string;
  /** The addresses of tools and prompts whose schema cannot be written as a type: any value is allowed. */
  readonly unknown: readonly string[];
}

/** The types of prompts and tools, in their order. */
export async function clientTypes(
  prompts: readonly CodePrompt[],
  tools: readonly CodeTool[],
): Promise<ClientTypes> {
  try {
    return { text: await declarations(prompts, tools), unknown: [] };
  } catch {
    // The library cannot write every schema as a type, for example a reference to itself.
    const unknown = new Set<string>();
    const isKnown = async (...own: Parameters<typeof declarations>): Promise<boolean> =>
      declarations(...own).then(
        () => true,
        () => false,
      );
    for (const tool of tools) if (!(await isKnown([], [tool]))) unknown.add(tool.address);
    for (const prompt of prompts)
      if (prompt.reply && !(await isKnown([prompt], []))) unknown.add(prompt.address);
    const knownTools = tools.map((tool) =>
      unknown.has(tool.address) ? { ...tool, parameters: {} } : tool,
    );
    const knownPrompts = prompts.map((prompt) =>
      unknown.has(prompt.address) ? { ...prompt, reply: {} } : prompt,
    );
    return { text: await declarations(knownPrompts, knownTools), unknown: [...unknown] };
  }
}

/** A type around all others, so that their names differ. It is not part of the code. */
const root = "PromptctlTypes";

/** Throws an error of the library. */
async function declarations(
  prompts: readonly CodePrompt[],
  tools: readonly CodeTool[],
): Promise<string> {
  const replies = prompts.filter(({ reply }) => reply !== undefined);
  const properties = {
    prompts: promptsSchema(prompts),
    tools: toolsSchema(tools),
    ...(replies.length > 0 && { replies: repliesSchema(replies) }),
  };
  const schema = marked({ title: root, ...closed(properties) });
  const text = await compile(schema as Parameters<typeof compile>[0], root, {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    $refOptions: { resolve: { external: false } },
  });
  const rootDeclaration = new RegExp(`^export interface ${root} \\{\\n[^}]*\\}\\n`, "m");
  return unmarked(text).replace(rootDeclaration, "");
}

/**
 * The library calls this method of schemas, which a field of this name hides. Definitions contain no
 * NUL, so it marks the name.
 */
function marked(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"hasOwnProperty"', '"hasOwnProperty\\u0000"')) as JsonObject;
}

function unmarked(types: string): string {
  return types.replace(/(hasOwnProperty)(?:\\u0000|\0)/g, "$1");
}

/** A schema of an object that has all properties, and no others. */
function closed(properties: { readonly [name: string]: Json }): JsonObject {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

/** The printer writes the text of `tsType` as it is. */
const noVariables: JsonObject = { tsType: "{ [name: string]: never }" };
const variableValue: JsonObject = { tsType: "string | null" };

function promptsSchema(prompts: readonly CodePrompt[]): JsonObject {
  const description = "The prompts by name: the variables of each, and the tools that it can call.";
  const entries = prompts.map((prompt) => [
    prompt.name,
    {
      ...described(prompt.description),
      ...closed({
        variables: variablesSchema(prompt),
        tools: toolNames(prompt),
        ...(prompt.apis && { api: oneOfTexts(prompt.apis) }),
      }),
    },
  ]);
  return { title: "Prompts", description, ...closed(Object.fromEntries(entries)) };
}

function variablesSchema({ variables, hasUnknownVariables }: CodePrompt): JsonObject {
  if (variables.length === 0 && !hasUnknownVariables) return noVariables;
  const entries = variables.map(({ name, description }) => [
    name,
    { ...described(description), ...variableValue },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(entries),
    required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: hasUnknownVariables && variableValue,
  };
}

function toolNames({ tools }: CodePrompt): JsonObject {
  return tools === undefined ? { type: "string" } : oneOfTexts(tools);
}

function oneOfTexts(texts: readonly string[]): JsonObject {
  const names = [...new Set(texts)].map((each) => jsonText(each));
  return { tsType: names.length === 0 ? "never" : names.join(" | ") };
}

/** Tools of one name have one type: the arguments of any of them. */
function toolsSchema(tools: readonly CodeTool[]): JsonObject {
  const description = "The arguments of the tools, by the name that the model calls.";
  const names = [...new Set(tools.map(({ name }) => name))];
  const entries = names.map((name) => {
    const same = tools.filter((tool) => tool.name === name);
    const pointer = `/properties/tools/properties/${name}`;
    const schemas = same.map(({ parameters = {} }, index) =>
      argumentSchema(parameters, same.length === 1 ? pointer : `${pointer}/anyOf/${index}`),
    );
    const [first, ...others] = schemas;
    const schema = others.length === 0 ? first! : { anyOf: schemas };
    return [name, { ...schema, ...described(same[0]!.description) }];
  });
  return { title: "Tools", description, ...closed(Object.fromEntries(entries)) };
}

function repliesSchema(prompts: readonly CodePrompt[]): JsonObject {
  const description = "The replies of the prompts with a reply schema, as JSON.parse returns them.";
  const entries = prompts.map(({ name, reply = {} }) => {
    const pointer = `/properties/replies/properties${toPointer([encodeURIComponent(name)])}`;
    return [name, argumentSchema(reply, pointer)];
  });
  return { title: "Replies", description, ...closed(Object.fromEntries(entries)) };
}

function described(text: string | undefined): JsonObject {
  const description = docText(text ?? "");
  return description === undefined ? {} : { description };
}
