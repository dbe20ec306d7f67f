// The documents of imported prompts and their tools, with unique names.
import { groupBy } from "../../engine/model/collections.ts";
import { canonicalJson, type JsonObject } from "../../engine/model/json.ts";
import type { ImportedPrompt, ImportedTool } from "./imported.ts";

/** A definition to write. */
export interface ImportedDefinition {
  readonly document: JsonObject;
  /** The prompt that it comes from, also for a tool. */
  readonly prompt: ImportedPrompt;
  /** The name that it would have, if another definition has it. */
  readonly renamedFrom?: string;
  /** The name of its parent, if it is a document of its own. */
  readonly parent?: string;
}

/**
 * The definitions of prompts, each after its tools, or only the tools. Equal prompts become one, and so do equal
 * tools. Other prompts of one name are numbered. Different tools of one name all get a key, because
 * names without a key are unique.
 */
export function definitionsOf(prompts: readonly ImportedPrompt[]): readonly ImportedDefinition[] {
  const definitions: ImportedDefinition[] = [];
  const names = new Map<string, string>();
  const keys = new Map<string, string>();
  const repeated = repeatedNames(prompts.flatMap(({ tools }) => tools));
  for (const prompt of prompts) {
    const references = prompt.tools.map((tool) => {
      const { unique, isNew } = uniqueName(keys, tool.name, canonicalJson({ ...tool }), "-");
      if (isNew) definitions.push(toolDefinition(tool, unique, repeated, prompt));
      return unique;
    });
    if (prompt.hasOnlyTools === true) continue;
    const content = promptContent(prompt, references);
    const { unique, isNew } = uniqueName(names, prompt.name, canonicalJson(content), " ");
    if (isNew)
      definitions.push({
        document: { kind: "prompt", name: unique, ...content },
        prompt,
        ...(unique !== prompt.name && { renamedFrom: prompt.name }),
      });
  }
  return definitions;
}

/** `used`: name → content. The same content has the same name. */
function uniqueName(
  used: Map<string, string>,
  name: string,
  content: string,
  separator: string,
): { readonly unique: string; readonly isNew: boolean } {
  let unique = name;
  for (let number = 2; used.has(unique); number++) {
    if (used.get(unique) === content) return { unique, isNew: false };
    unique = `${name}${separator}${number}`;
  }
  used.set(unique, content);
  return { unique, isNew: true };
}

/** The names of different tools. */
function repeatedNames(tools: readonly ImportedTool[]): ReadonlySet<string> {
  const contents = groupBy(tools, ({ name }) => name);
  const isRepeated = (all: readonly ImportedTool[]): boolean =>
    new Set(all.map((tool) => canonicalJson({ ...tool }))).size > 1;
  return new Set([...contents].filter(([, all]) => isRepeated(all)).map(([name]) => name));
}

function toolDefinition(
  { name, description, parameters }: ImportedTool,
  key: string,
  repeated: ReadonlySet<string>,
  prompt: ImportedPrompt,
): ImportedDefinition {
  const isKeyed = repeated.has(name);
  const document = { kind: "tool", ...(isKeyed && { key }), name, description, parameters };
  return { document, prompt, ...(key !== name && { renamedFrom: name }) };
}

/** The fields of a prompt, without its name. `references`: the keys of its tools. */
export function promptContent(
  { metadata = {}, parameters, variables = {}, messages, evaluations }: ImportedPrompt,
  references: readonly string[],
): JsonObject {
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(references.length > 0 && { tools: references }),
    parameters,
    ...(Object.keys(variables).length > 0 && { variables }),
    messages,
    ...(evaluations.length > 0 && { evaluations }),
  };
}
