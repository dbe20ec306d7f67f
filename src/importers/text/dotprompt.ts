// Dotprompt: front matter, and a text in Handlebars with {{role "system"}} before each message.
import {
  isObject,
  type Json,
  jsonEquals,
  type JsonObject,
  listOf,
  objectOf,
} from "../../engine/model/json.ts";
import { apiOf } from "../../engine/providers/known-models.ts";
import { eachSubschema } from "../../engine/json-schema/subschemas.ts";
import type { ModelParameters } from "../../generated/types.ts";
import { variablesOf } from "../../engine/render/template.ts";
import { caseValues } from "../convert/case-values.ts";
import { type ImportContext, type ImportedPrompt, RefusedPart } from "../convert/imported.ts";
import { modelOptions } from "../convert/model-options.ts";
import { isStrictSchema, notStrict } from "../convert/reply-format.ts";
import { textsOf } from "../convert/messages.ts";
import { namedModel, numberSettings, parametersOf } from "../convert/settings.ts";
import {
  nodeAt,
  carry,
  fieldsOf,
  isAt,
  leave,
  markSent,
  nameAt,
  noteChange,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";
import { importedTools } from "../convert/tools.ts";
import { asHandlebars } from "../convert/template-syntax.ts";
import { jsonSchemaOf } from "./picoschema.ts";
import {
  bodyOf,
  describedVariables,
  messagesBetween,
  notesIn,
  partMessage,
  pathTitle,
  sampleEvaluation,
  toolsWithoutNames,
} from "./text-body.ts";

/** The prompt of a file. Throws a RefusedPart. */
export function dotprompt(root: SourceNode, context: ImportContext): ImportedPrompt {
  const messages = messagesIn(root, context);
  const defaults = nodeAt(root, "input", "default");
  const nodes = toolsWithoutNames(nodeAt(root, "tools"));
  const tools = importedTools(nodes);
  const [settings, output] = [nodeAt(root, "config"), nodeAt(root, "output")];
  for (const sent of [settings, output, nodeAt(root, "tools")]) markSent(sent);
  const model = namedModel(nodeAt(root, "model"), root, context.model);
  const schema = schemaIn(output, model.provider);
  const isJson = isAt(output, "format", "json") && !schema;
  const evaluations = sampleEvaluation(caseValues(defaults), messages);
  if (evaluations.length > 0)
    noteChange(defaults, "Definitions have no default values: they are an evaluation.");
  return {
    name: nameAt(root, "name") ?? pathTitle(root),
    source: root,
    metadata: notesIn(root, ["description", "variant", "version", "metadata"]),
    parameters: parametersOf(model, {
      ...numberSettings(settings),
      ...modelOptions(settings, {
        api: apiOf(model),
        model,
        tools: nodes,
        schema,
        source: "settings",
      }),
      responseFormat: isJson ? "JSON" : undefined,
    }),
    tools,
    variables: describedVariables(
      messages,
      descriptionsIn(nodeAt(root, "input", "schema"), messages),
    ),
    messages,
    evaluations,
  };
}

/** The schema of replies, in the short form or as JSON Schema. Listed if definitions cannot send it. */
function schemaIn(
  output: SourceNode,
  provider: ModelParameters["provider"],
): JsonObject | undefined {
  const field = nodeAt(output, "schema");
  if (isAt(output, "format", "text") || field.value === undefined) return undefined;
  const schema = jsonSchemaOf(field.value);
  if (!schema) {
    const isName = typeof field.value === "string";
    leave(field, isName ? "It names a schema of the application." : "It has an unknown form.");
    return undefined;
  }
  const sent = provider === "OPENAI" ? withAllRequired(schema) : schema;
  if (provider === "OPENAI" && !isStrictSchema(sent)) {
    leave(field, notStrict);
    return undefined;
  }
  carry(field);
  if (!jsonEquals(sent, schema))
    noteChange(field, "OpenAI requires all properties: optional ones are null.");
  return sent;
}

/** Optional properties of the short form can be null, so each object can require all. */
function withAllRequired(schema: JsonObject): JsonObject {
  const copy = structuredClone(schema);
  eachSubschema(copy, (part) => {
    const entries = Object.entries(objectOf(part["properties"]));
    const required = listOf(part["required"]);
    const canBeNull = ([, each]: [string, Json]): boolean => {
      const { type } = objectOf(each);
      return type === undefined || [type].flat().includes("null");
    };
    const optional = entries.filter(([name]) => !required.includes(name));
    if (entries.length > 0 && optional.every(canBeNull))
      Object.assign(part, { required: entries.map(([name]) => name) });
  });
  return copy;
}

const marker = /\{\{\s*(?:role\s+(["'])([a-z]+)\1|(history))\s*\}\}/g;
const roles: Readonly<Record<string, string>> = {
  system: "system",
  user: "user",
  model: "assistant",
};

/** The messages. Text before the first role is one of the user. */
function messagesIn(root: SourceNode, context: ImportContext): JsonObject[] {
  const { text: whole } = bodyOf(root);
  const text = whole.trim();
  return messagesBetween(
    root,
    { text, start: whole.indexOf(text) },
    {
      marks: marker,
      firstRole: context.role ?? "user",
      roleAfter,
      read: (role, part) => {
        const message = partMessage(root, role, part, asHandlebars);
        return String(message["content"]).trim() === "" ? undefined : message;
      },
    },
  );
}

function roleAfter({ 0: tag, 2: name, index, input }: RegExpExecArray, node: SourceNode): string {
  if (name !== undefined && Object.hasOwn(roles, name)) return roles[name]!;
  if (name !== undefined)
    throw new RefusedPart(node, `The message has the role ${JSON.stringify(name)}.`);
  if (index + tag.length === input.length) return "user"; // of no text
  throw new RefusedPart(node, `${tag} is not at the end of the text.`);
}

/** The descriptions of variables in a schema in the short form, or in JSON Schema. */
function descriptionsIn(
  schema: SourceNode,
  messages: readonly JsonObject[],
): Record<string, string> {
  if (typeof schema.value === "string") leave(schema, "It names a schema of the application.");
  const used = new Set(textsOf(messages).flatMap(variablesOf));
  const isJsonSchema =
    isAt(schema, "type", "object") && isObject(nodeAt(schema, "properties").value);
  const fields = fieldsOf(isJsonSchema ? nodeAt(schema, "properties") : schema);
  if (isJsonSchema) carry(nodeAt(schema, "required"));
  const found = fields.flatMap(([key, field]): [string, string][] => {
    const name = key.replace(/\?$/, "");
    if (!used.has(name)) {
      if (key !== "type" || !isJsonSchema) leave(field, "No message uses the variable.");
      return [];
    }
    if (isObject(field.value)) {
      isAt(field, "type", "string");
      const description = textAt(field, "description");
      return description === undefined ? [] : [[name, description]];
    }
    const [, type, description = ""] =
      typeof field.value === "string"
        ? (/^\s*(\w+)\s*(?:,\s*(.*))?$/s.exec(field.value) ?? [])
        : [];
    if (type === undefined) return [];
    carry(field);
    if (type !== "string" || key !== name)
      noteChange(field, "Variables are texts, and every one needs a value.");
    return description === "" ? [] : [[name, description]];
  });
  return Object.fromEntries(found);
}
