// Prompty: front matter, and a text with a line `system:`, `user:` or `assistant:` before each message.
import { isObject, type JsonObject, objectOf, stringOrJson } from "../../engine/model/json.ts";
import { responsesApi } from "../../engine/providers/api-facts.ts";
import { apiOf } from "../../engine/providers/known-models.ts";
import { variablesOf } from "../../engine/render/template.ts";
import { type CaseValue, caseValues, isHeld } from "../convert/case-values.ts";
import { type ImportContext, type ImportedPrompt, RefusedPart } from "../convert/imported.ts";
import { modelOptions } from "../convert/model-options.ts";
import { textsOf } from "../convert/messages.ts";
import { namedModel, numberSettings, parametersOf } from "../convert/settings.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  fieldsOf,
  ignoreFields,
  isAt,
  itemsOf,
  leave,
  markSent,
  nameAt,
  type SourceNode,
} from "../convert/source-node.ts";
import { asHandlebars, asJinja, type Translate } from "../convert/template-syntax.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";
import { outputSchema } from "./prompty-outputs.ts";
import {
  bodyOf,
  describedVariables,
  messagesBetween,
  notesIn,
  partMessage,
  partNode,
  pathTitle,
  sampleEvaluation,
  type BodyPart,
} from "./text-body.ts";

const notes = ["description", "version", "authors", "tags", "metadata"];

/** The prompt of a file. Throws a RefusedPart. */
export function prompty(root: SourceNode, context: ImportContext): ImportedPrompt {
  ignoreFields(root, ["$schema"]);
  const messages = messagesIn(root, context);
  const { samples, descriptions } = inputsIn(root, messages);
  const model = nodeAt(root, "model");
  const settings =
    [nodeAt(model, "parameters"), nodeAt(model, "options")].find(
      ({ value }) => value !== undefined,
    ) ?? nodeAt(model, "parameters");
  const nodes = [...itemsOf(nodeAt(settings, "tools")), ...ownTools(root)];
  const tools = importedTools(nodes);
  for (const sent of [settings, nodeAt(root, "tools")]) markSent(sent);
  const named = namedModel(modelField(model), root, context.model);
  const provider = named.provider.toLowerCase();
  const kinds = ["api", "apiType"].map((key) => nodeAt(model, key));
  for (const kind of kinds) refuseOtherApi(kind);
  const isForResponses = kinds.some(({ value }) => value === "responses");
  isAt(model, "provider", provider);
  isAt(nodeAt(model, "configuration"), "type", provider);
  return {
    name: nameAt(root, "name") ?? pathTitle(root),
    source: root,
    metadata: notesIn(root, notes),
    parameters: parametersOf(named, {
      ...numberSettings(settings),
      ...toolSettings(settings, tools),
      ...(tools.length > 0 && severalCalls(settings)),
      stream: booleanAt(settings, "stream"),
      ...modelOptions(settings, {
        api: isForResponses && named.provider === "OPENAI" ? responsesApi : apiOf(named),
        model: named,
        tools: nodes,
        schema: outputsIn(root, settings),
        source: settings.path.at(-1) === "parameters" ? "request" : "settings",
      }),
    }),
    tools,
    variables: describedVariables(messages, descriptions),
    messages,
    evaluations: sampleEvaluation(samples, messages),
  };
}

/** The name of `parallel_tool_calls` in the options of Prompty. */
function severalCalls(settings: SourceNode): { readonly parallelToolCalls?: boolean } {
  const parallelToolCalls = booleanAt(settings, "allowMultipleToolCalls");
  return parallelToolCalls === undefined ? {} : { parallelToolCalls };
}

/** The schema of replies in `outputs`. In the first version of the format, that field is not sent. */
function outputsIn(root: SourceNode, settings: SourceNode): JsonObject | undefined {
  const properties = nodeAt(root, "outputSchema", "properties");
  const field = properties.value === undefined ? nodeAt(root, "outputs") : properties;
  if (field.value === undefined) return undefined;
  const schema = outputSchema(field.value);
  if (schema && objectOf(settings.value)["response_format"] === undefined) {
    carry(field);
    return schema;
  }
  if (settings.path.at(-1) === "options") markSent(field);
  leave(field, "Only properties with a name, a kind and a description are imported.");
  return undefined;
}

/** The field with the name of the model, in one of the versions of the format. */
function modelField(model: SourceNode): SourceNode {
  if (!isObject(model.value)) return model;
  const [configuration, connection] = [nodeAt(model, "configuration"), nodeAt(model, "connection")];
  const places = [
    nodeAt(model, "id"),
    ...[configuration, connection].flatMap((each) =>
      ["model", "name", "azure_deployment"].map((key) => nodeAt(each, key)),
    ),
  ];
  return places.find(({ value }) => typeof value === "string" && value !== "") ?? places[0]!;
}

/** Throws a RefusedPart for an interface that is none of conversations, such as `embedding`. */
function refuseOtherApi(api: SourceNode): void {
  if (api.value === undefined || ["chat", "responses"].includes(String(api.value))) carry(api);
  else
    throw new RefusedPart(
      api,
      `The interface ${JSON.stringify(api.value)} is none of conversations.`,
    );
}

/** The tools of the prompt. Those that are no functions with a JSON schema are listed. */
function ownTools(root: SourceNode): SourceNode[] {
  const tools = nodeAt(root, "tools");
  if (!Array.isArray(tools.value)) {
    leave(tools, "Only functions with a JSON schema are imported.");
    return [];
  }
  return itemsOf(tools).filter((tool) => {
    const isFunction = nodeAt(tool, "kind").value === undefined || isAt(tool, "kind", "function");
    const hasSchema = !Array.isArray(nodeAt(tool, "parameters").value);
    if (!isFunction || !hasSchema) leave(tool, "Only functions with a JSON schema are imported.");
    return isFunction && hasSchema;
  });
}

interface Inputs {
  readonly samples: readonly CaseValue[];
  /** By the name of the variable. */
  readonly descriptions: Readonly<Record<string, string>>;
}

/** The values of `sample`, else those of `inputs`, and the descriptions of the variables. */
function inputsIn(root: SourceNode, messages: readonly JsonObject[]): Inputs {
  const [sample, inputs] = [nodeAt(root, "sample"), nodeAt(root, "inputs")];
  if (typeof sample.value === "string") leave(sample, "Sample values in other files are not read.");
  const own = isObject(sample.value) ? caseValues(sample) : [];
  const used = new Set(textsOf(messages).flatMap(variablesOf));
  const named = Array.isArray(inputs.value)
    ? itemsOf(inputs).map((item) => [nameAt(item, "name") ?? "", item] as const)
    : fieldsOf(inputs);
  for (const [name, field] of named) if (used.has(name)) refuseOtherKind(nodeAt(field, "kind"));
  const given = named.flatMap(([name, field]) => inputValue(name, field));
  for (const { name, node } of given)
    if (own.some((each) => each.name === name)) leave(node, "The sample has another value.");
  const descriptions = named.flatMap(([name, field]) => {
    const text = used.has(name) && isObject(field.value) ? nameAt(field, "description") : undefined;
    return text === undefined ? [] : [[name, text] as const];
  });
  const rest = given.filter(({ name }) => !own.some((each) => each.name === name));
  return { samples: [...own, ...rest], descriptions: Object.fromEntries(descriptions) };
}

/** Throws a RefusedPart for an input that is no text in a message, but messages or a file. */
function refuseOtherKind(kind: SourceNode): void {
  if (["thread", "image", "file", "audio"].includes(String(kind.value)))
    throw new RefusedPart(
      kind,
      `Variables are texts, and the input is of the kind ${String(kind.value)}.`,
    );
}

/** The value of an input: itself, or the one that its description has. */
function inputValue(name: string, field: SourceNode): CaseValue[] {
  if (isObject(field.value)) {
    for (const key of ["type", "kind"]) isAt(field, key, "string");
    carry(nodeAt(field, "required")); // every variable is
  }
  const fields = ["sample", "example", "default"].map((key) => nodeAt(field, key));
  const node = isObject(field.value) ? fields.find(({ value }) => value !== undefined) : field;
  if (node?.value === undefined || !isHeld(node)) return [];
  return [{ name, text: stringOrJson(node.value), node }];
}

/** The messages. Text before the first role is one of the system. */
function messagesIn(root: SourceNode, context: ImportContext): JsonObject[] {
  const translate = translateOf(nodeAt(root, "template"));
  return messagesBetween(root, bodyOf(root), {
    marks: boundary,
    firstRole: context.role ?? "system",
    roleAfter,
    read: (role, { text: whole, start }) => {
      const text = whole.replace(/^\n+|(?<!\n)\n+$/g, "");
      if (text.trim() === "") return undefined;
      const part: BodyPart = { text, start: start + whole.indexOf(text) };
      refuseImages(root, part);
      return partMessage(root, role, part, translate);
    },
  });
}

function roleAfter([line, name = "", options]: RegExpExecArray, node: SourceNode): string {
  const role = name.toLowerCase();
  if (options === undefined && ["system", "user", "assistant"].includes(role)) return role;
  if (options === undefined && role === "developer") return "system";
  throw new RefusedPart(
    node,
    `The section ${JSON.stringify(line.trim())} is no message of a definition.`,
  );
}

/** A line with a role, or with the place of the messages of the application. `(?<![^\n])`: a line starts. */
const boundary =
  /(?<![^\n])[ \t]*(?:(?:#[ \t]*)?(assistant|function|system|user|tools?|developer)[ \t]*(?:(\[[^\]\n]*\])[ \t]*)?:[ \t]*|!\[thread\][^\n]*)(?:\n|$)/gi;

/** It ends before the next `![`, so that each character is read once. */
const imagePattern = /!\[(?:(?!!\[)[^\]\n])*\]\((?:(?!!\[)[^)\n])*\)/;

function refuseImages(root: SourceNode, part: BodyPart): void {
  const image = imagePattern.exec(part.text);
  if (image)
    throw new RefusedPart(
      partNode(root, part),
      `${image[0]} is an image. Definitions have images in base64.`,
      image.index,
    );
}

/** The language of the template, which is Jinja unless the front matter names another. */
function translateOf(template: SourceNode): Translate {
  const format = nodeAt(template, "format");
  const places = [template, nodeAt(template, "type"), format, nodeAt(format, "kind")];
  const named = places.find(({ value }) => typeof value === "string");
  isAt(nodeAt(template, "parser"), "kind", "prompty");
  isAt(template, "parser", "prompty");
  if (named === undefined) return asJinja;
  if (["jinja2", "nunjucks"].includes(String(named.value))) carry(named);
  else if (["mustache", "handlebars"].includes(String(named.value))) {
    carry(named);
    return asHandlebars;
  } else leave(named, "Templates are in Jinja, Mustache or Handlebars.");
  return asJinja;
}
