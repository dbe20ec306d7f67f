// The providers of a configuration of promptfoo: models with their settings and tools.
import { isObject, type JsonObject } from "../../engine/model/json.ts";
import { responsesApi } from "../../engine/providers/api-facts.ts";
import { apiOf } from "../../engine/providers/known-models.ts";
import { modelOptions } from "../convert/model-options.ts";
import { type ImportedTool, RefusedPart } from "../convert/imported.ts";
import { itemsInFiles, type PromptfooFiles } from "./promptfoo-files.ts";
import { modelOf, noModel, numberSettings, otherModel, parametersOf } from "../convert/settings.ts";
import {
  nodeAt,
  carry,
  fieldsOf,
  itemsOf,
  leave,
  markSent,
  markUnsent,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";

export interface PromptfooModel {
  readonly name: string;
  /** The provider; undefined for the model of --model. */
  readonly source: SourceNode | undefined;
  /** By which tests select it: its id and its label. */
  readonly selectors: readonly string[];
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
  const key = nodeAt(config, "providers").value === undefined ? "targets" : "providers";
  const list = nodeAt(config, key);
  const entries = Array.isArray(list.value)
    ? itemsOf(list)
    : list.value === undefined
      ? []
      : [list];
  const models = entries
    .flatMap((entry) => (isProviderFile(entry) ? itemsInFiles(entry, files) : [entry]))
    .flatMap((entry) => modelIn(entry, files));
  if (models.length > 0) return models;
  const model = standard === undefined ? undefined : modelOf(standard);
  if (!model && entries.length > 0)
    throw new RefusedPart(list, `${otherModel} Name one with --model.`);
  if (!model) throw new RefusedPart(config, noModel);
  const parameters = parametersOf(model, {});
  const unnamed = { source: undefined, selectors: [], label: undefined, prompts: undefined };
  return [{ ...unnamed, name: model.name, parameters, tools: [] }];
}

/** Providers that are no chat models: `openai:embedding:…`, `openai:chat` without a model. */
const otherUse =
  /^(?:(?:agents|assistant|chat|chatkit|claude-agent-sdk|claude-code|codex-sdk|completion|embeddings?|image|messages|moderation|realtime|responses|speech|transcription|tts|video)(?::|$)|(?:dall-e|omni-moderation|sora|text-embedding|text-moderation|tts|whisper)-)/;

const noChatModel = "It is no chat model of OpenAI or Anthropic.";

/** Files of other kinds are programs. */
function isProviderFile({ value }: SourceNode): boolean {
  return typeof value === "string" && /^file:\/\/.*\.(?:json|ya?ml)$/i.test(value);
}

/** A name, an object with an id, or an object whose only key is the name. */
function modelIn(entry: SourceNode, files: PromptfooFiles): PromptfooModel[] {
  const [first] = fieldsOf(entry);
  const isKeyed = isObject(entry.value) && nodeAt(entry, "id").value === undefined && first;
  const id = isObject(entry.value) ? nodeAt(entry, "id") : entry;
  const options = isKeyed ? first[1] : entry;
  const text = isKeyed ? first[0] : id.value;
  const model = typeof text === "string" ? modelOf(text) : undefined;
  if (!model || otherUse.test(model.name)) {
    leave(entry, model ? noChatModel : otherModel);
    return [];
  }
  carry(id);
  const config = nodeAt(options, "config");
  markSent(config);
  markUnsent(nodeAt(config, "apiKey"));
  const nodes = toolsIn(config, files);
  const tools = importedTools(nodes);
  const label = textAt(options, "label");
  const settings = { ...numberSettings(config), ...toolSettings(config, tools) };
  const api = String(text).startsWith("openai:responses:") ? responsesApi : apiOf(model);
  const format = formatIn(config, files);
  const parameters = parametersOf(model, {
    ...settings,
    ...modelOptions(config, { api, model, tools: nodes, format, source: "settings" }),
  });
  const prompts = selectorsAt(options, "prompts");
  const selectors = [text as string, ...(label === undefined ? [] : [label])];
  return [{ name: model.name, source: entry, selectors, label, prompts, parameters, tools }];
}

/** What a provider or a test runs, or runs with: one or a list; undefined for all. */
export function selectorsAt(node: SourceNode, key: string): readonly string[] | undefined {
  const field = nodeAt(node, key);
  if (field.value === undefined) return undefined;
  return [carry(field)!].flat().map(String);
}

/** Whether one of the wanted names selects: a name, the start before a colon, or `start*`. */
export function isSelected(
  wanted: readonly string[] | undefined,
  selectors: readonly string[],
): boolean {
  if (wanted === undefined) return true;
  const starts = wanted.map((each) => (each.endsWith("*") ? each.slice(0, -1) : `${each}:`));
  return selectors.some(
    (each) => wanted.includes(each) || starts.some((start) => each.startsWith(start)),
  );
}

/** The tools of a provider, in the configuration or in a file. */
function toolsIn(config: SourceNode, files: PromptfooFiles): SourceNode[] {
  const list = nodeAt(config, "tools");
  return typeof list.value === "string" ? sentItemsIn(list, files) : itemsOf(list);
}

/** The format of replies, if it is in a file. */
function formatIn(config: SourceNode, files: PromptfooFiles): SourceNode | undefined {
  const format = nodeAt(config, "response_format");
  return typeof format.value === "string" ? sentItemsIn(format, files)[0] : undefined;
}

/** What is in the files that a setting names. */
function sentItemsIn(node: SourceNode, files: PromptfooFiles): SourceNode[] {
  const items = itemsInFiles(node, files);
  for (const each of items) markSent(each);
  return items;
}
