// OpenAI: prompt objects, in the fields of the Responses API, and evals with their runs and rows.
import { isObject, type JsonObject } from "../engine/model/json.ts";
import { variablesOf } from "../engine/model/template.ts";
import { evaluationAsSent } from "./assertions.ts";
import { collect, partsOf } from "./collect.ts";
import { type Importer, type ImportedPrompt, type ImportedTool, RefusedPart } from "./imported.ts";
import { evalOf, evalPrompt, type EvalParts } from "./openai-evals.ts";
import { inputMessages } from "./openai-messages.ts";
import { textsOf } from "./messages.ts";
import { noSchema, parametersOf, requestModel } from "./settings.ts";
import {
  at,
  booleanAt,
  carry,
  fieldsOf,
  isAt,
  itemsOf,
  leave,
  numberAt,
  rootOf,
  type SourceNode,
  textAt,
} from "./source-node.ts";
import { asPlaceholders } from "./template-syntax.ts";
import { noTools, importedTool, importedTools } from "./tools.ts";

/** Reads prompt objects, evals, runs of evals, and rows of runs, from any of the files. */
export const importOpenai: Importer = (documents, { model }) => {
  const roots = documents.map(rootOf);
  const all = roots.flatMap(partsOf).flatMap(itemsOfPage);
  const has = (node: SourceNode, key: string): boolean => at(node, key).value !== undefined;
  const evals = all.filter((node) => has(node, "testing_criteria"));
  const runs = all.filter((node) => has(node, "data_source"));
  const rows = all.filter((node) => isObject(at(node, "item").value));
  const data: EvalParts = { evals, runs, rows };
  return collect(
    roots,
    all.filter((node) => !rows.includes(node)),
    (node) => {
      if (!isObject(node.value)) throw new RefusedPart(node, "It is not a JSON object.");
      if (runs.includes(node)) return [evalPrompt(node, data, model)];
      if (!evals.includes(node)) return [promptObject(node, model)];
      if (runs.some((run) => evalOf(run, data) === node)) return [];
      throw new RefusedPart(node, "It has no run with messages and a model. Import a run with it.");
    },
  );
};

/** The items of a page of a list, as the API returns it. */
function itemsOfPage(node: SourceNode): SourceNode[] {
  if (at(node, "object").value !== "list") return [node];
  carry(at(node, "object"));
  return itemsOf(at(node, "data"));
}

/** A prompt object, or a request or a response of the Responses API. */
function promptObject(node: SourceNode, model: string | undefined): ImportedPrompt {
  carry(at(node, "object"));
  const name =
    textAt(node, "name") ?? textAt(node, "prompt", "id") ?? textAt(node, "id") ?? "prompt";
  const tools = responseTools(at(node, "tools"));
  const parameters = responseParameters(node, tools, model);
  const instructions = inputMessages(at(node, "instructions"), asPlaceholders, "system");
  const messages = [
    ...instructions,
    ...inputMessages(at(node, "messages"), asPlaceholders),
    ...inputMessages(at(node, "input"), asPlaceholders),
  ];
  if (messages.length === 0)
    throw new RefusedPart(node, "It has no instructions, messages or input.");
  const values = valuesOf(node, messages);
  return {
    name,
    source: node,
    metadata: notesOf(node),
    parameters,
    tools,
    messages,
    evaluations: evaluationAsSent(values),
  };
}

/** What describes a prompt object, kept as notes. */
function notesOf(node: SourceNode): JsonObject {
  const notes = ["id", "version", "description"].flatMap((key) => {
    const field = at(node, key).value === undefined ? at(node, "prompt", key) : at(node, key);
    return field.value === undefined ? [] : [[key, carry(field)!] as const];
  });
  const metadata = at(node, "metadata");
  const own = isObject(metadata.value) && Object.keys(metadata.value).length > 0;
  return { ...Object.fromEntries(notes), ...(own && { metadata: carry(metadata)! }) };
}

/** The values of variables that the messages use. */
function valuesOf(node: SourceNode, messages: readonly JsonObject[]): Map<string, string> {
  const used = new Set(textsOf(messages).flatMap(variablesOf));
  const values = new Map<string, string>();
  for (const variables of [at(node, "variables"), at(node, "prompt", "variables")])
    for (const [name, field] of fieldsOf(variables)) {
      const value = at(field, "text").value === undefined ? field : at(field, "text");
      if (!used.has(name)) leave(field, "No message uses the variable.");
      else if (typeof value.value === "string") {
        values.set(name, carry(value) as string);
        isAt(field, "type", "input_text");
      }
    }
  return values;
}

/** The settings of a request of the Responses API. */
function responseParameters(
  node: SourceNode,
  tools: readonly ImportedTool[],
  model: string | undefined,
): JsonObject {
  const choice = at(node, "tool_choice");
  const parallel = at(node, "parallel_tool_calls");
  if (tools.length === 0) for (const each of [choice, parallel]) leave(each, noTools);
  return parametersOf(requestModel(node, "OPENAI", model), {
    responseFormat: replyFormatOf(at(node, "text", "format")),
    temperature: numberAt(node, "temperature"),
    topP: numberAt(node, "top_p"),
    maxTokens: numberAt(node, "max_output_tokens"),
    toolChoice: tools.length > 0 ? toolChoiceOf(choice, tools) : undefined,
    parallelToolCalls: tools.length > 0 ? booleanAt(node, "parallel_tool_calls") : undefined,
    stream: booleanAt(node, "stream"),
  });
}

/** JSON or undefined, for text. A schema is listed. */
export function replyFormatOf(format: SourceNode): "JSON" | undefined {
  if (isAt(format, "type", "json_object")) return "JSON";
  if (!isAt(format, "type", "text")) leave(format, noSchema);
  return undefined;
}

/** The mode, or the name of a tool that is imported. */
export function toolChoiceOf(
  choice: SourceNode,
  tools: readonly ImportedTool[],
): string | undefined {
  const isMode = ["auto", "none", "required"].includes(choice.value as string);
  if (isMode) return carry(choice) as string;
  const names = [at(choice, "name"), at(choice, "function", "name")];
  const name = names.find((each) => tools.some((tool) => tool.name === each.value));
  if (!name || !isAt(choice, "type", "function")) {
    leave(choice, "Definitions can choose a mode or one of the imported tools.");
    return undefined;
  }
  return carry(name) as string;
}

/** The functions of a request of the Responses API. */
function responseTools(list: SourceNode): ImportedTool[] {
  return importedTools(itemsOf(list), (node, names) => {
    if (isAt(node, "type", "function")) return importedTool(node, "parameters", names);
    leave(node, "Only functions can be tools of a definition.");
    return undefined;
  });
}
