// The providers of a configuration of promptfoo: models with their settings and tools.
import { isObject, type JsonObject } from "../engine/model/json.ts";
import { type ImportedTool, RefusedPart } from "./imported.ts";
import { toolChoiceOf, replyFormatOf } from "./openai.ts";
import type { PromptfooFiles } from "./promptfoo-tests.ts";
import { modelOf, noModel, numberSettings, otherModel, parametersOf } from "./settings.ts";
import {
  at,
  booleanAt,
  carry,
  fieldsOf,
  isAt,
  itemsOf,
  leave,
  rootOf,
  type SourceNode,
  textAt,
} from "./source-node.ts";
import { noTools, importedTool, importedTools } from "./tools.ts";

export interface PromptfooModel {
  readonly name: string;
  /** The label of the provider. */
  readonly label: string | undefined;
  /** The labels of the prompts that it runs; undefined for all. */
  readonly prompts: readonly string[] | undefined;
  readonly parameters: JsonObject;
  readonly tools: readonly ImportedTool[];
}

/** The models of OpenAI and Anthropic. Throws a RefusedPart if there are none. */
export function modelsOf(
  config: SourceNode,
  files: PromptfooFiles,
  standard: string | undefined,
): PromptfooModel[] {
  const key = at(config, "providers").value === undefined ? "targets" : "providers";
  const list = at(config, key);
  const entries = Array.isArray(list.value)
    ? itemsOf(list)
    : list.value === undefined
      ? []
      : [list];
  const models = entries.flatMap((entry) => modelIn(entry, files));
  if (models.length > 0) return models;
  const model = standard === undefined ? undefined : modelOf(standard);
  if (!model) throw new RefusedPart(config, entries.length > 0 ? otherModel : noModel);
  const parameters = parametersOf(model, {});
  return [{ name: model.name, label: undefined, prompts: undefined, parameters, tools: [] }];
}

/** A name, an object with an id, or an object whose only key is the name. */
function modelIn(entry: SourceNode, files: PromptfooFiles): PromptfooModel[] {
  const [first] = fieldsOf(entry);
  const isKeyed = isObject(entry.value) && at(entry, "id").value === undefined && first;
  const id = isObject(entry.value) ? at(entry, "id") : entry;
  const options = isKeyed ? first[1] : entry;
  const text = isKeyed ? first[0] : id.value;
  const model = typeof text === "string" ? modelOf(text) : undefined;
  if (!model || /^(?:embedding|moderation|image|realtime|assistant|completion)/.test(model.name)) {
    leave(entry, otherModel);
    return [];
  }
  carry(id);
  const config = at(options, "config");
  const tools = toolsIn(config, files);
  const label = textAt(options, "label");
  const choice = at(config, "tool_choice");
  if (tools.length === 0) leave(choice, noTools);
  const parameters = parametersOf(model, {
    responseFormat: replyFormatOf(at(config, "response_format")),
    ...numberSettings(config),
    toolChoice: tools.length > 0 ? toolChoiceOf(choice, tools) : undefined,
    parallelToolCalls: tools.length > 0 ? booleanAt(config, "parallel_tool_calls") : undefined,
  });
  return [{ name: model.name, label, prompts: promptLabels(options), parameters, tools }];
}

/** The labels in `prompts` of a provider: one or a list. */
function promptLabels(options: SourceNode): readonly string[] | undefined {
  const labels = at(options, "prompts");
  if (labels.value === undefined) return undefined;
  const list = [carry(labels)!].flat();
  return list.map(String);
}

/** The tools of a provider, in the form of any API, in the configuration or in a file. */
function toolsIn(config: SourceNode, { readReferred, roots }: PromptfooFiles): ImportedTool[] {
  const list = at(config, "tools");
  if (typeof list.value !== "string") return toolList(list);
  const read = readReferred(list.record.source, list.value.replace(/^file:\/\//, ""));
  if (typeof read === "string" || read.documents.length === 0) {
    leave(list, typeof read === "string" ? read : "It is no list of tools.");
    return [];
  }
  carry(list);
  const documents = read.documents.map(rootOf);
  roots.push(...documents);
  return documents.flatMap(toolList);
}

function toolList(list: SourceNode): ImportedTool[] {
  return importedTools(itemsOf(list), (node, names) => {
    const nested = at(node, "function");
    const isFunction = isAt(node, "type", "function") || isAt(node, "type", "custom");
    if (nested.value !== undefined) return importedTool(nested, "parameters", names);
    if (at(node, "input_schema").value !== undefined)
      return importedTool(node, "input_schema", names);
    if (isFunction) return importedTool(node, "parameters", names);
    leave(node, "Only functions can be tools of a definition.");
    return undefined;
  });
}
