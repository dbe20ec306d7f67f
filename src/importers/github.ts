// GitHub Models: .prompt.yml files with their test data and evaluators.
import { isObject, type JsonObject, objectOf, parseJson } from "../engine/model/json.ts";
import { apiOf } from "../engine/providers/known-models.ts";
import { type Variables, variablesOf } from "../engine/render/template.ts";
import { type AssertionOptions, evaluationsOf, textAssertion } from "./convert/assertions.ts";
import { allVariables, caseValues, rowCase, rowsWithValues } from "./convert/case-values.ts";
import { importEach } from "./convert/collect.ts";
import { type ImportContext, type Importer, type ImportedPrompt } from "./convert/imported.ts";
import { modelOptions } from "./convert/model-options.ts";
import { refuseEmpty, textsOf } from "./convert/messages.ts";
import { chatMessages } from "./openai/openai-chat.ts";
import { fileTitle } from "./convert/requests.ts";
import { namedModel, numberSettings, parametersOf } from "./convert/settings.ts";
import {
  nodeAt,
  carry,
  isAt,
  isCarried,
  itemsOf,
  leave,
  markSent,
  type SourceNode,
  nameAt,
  textAt,
} from "./convert/source-node.ts";
import { asPlaceholders, rendered } from "./convert/template-syntax.ts";

/** Reads .prompt.yml files. */
export const importGithub: Importer = (documents, context) =>
  importEach(documents, (node): ImportedPrompt[] => {
    const messages = chatMessages(nodeAt(node, "messages"), asPlaceholders);
    refuseEmpty(messages, node, [nodeAt(node, "messages")]);
    const description = textAt(node, "description");
    return [
      {
        name: nameAt(node, "name") ?? fileTitle(node),
        source: node,
        ...(description !== undefined && { metadata: { description } }),
        parameters: parametersIn(node, context),
        tools: [],
        messages,
        evaluations: evaluationsIn(node, textsOf(messages)),
      },
    ];
  });

function parametersIn(node: SourceNode, { model: standard }: ImportContext): JsonObject {
  const settings = nodeAt(node, "modelParameters");
  for (const sent of [settings, nodeAt(node, "responseFormat"), nodeAt(node, "jsonSchema")])
    markSent(sent);
  const model = namedModel(nodeAt(node, "model"), node, standard);
  const numbers = numberSettings(settings);
  const isJson = isAt(node, "responseFormat", "json_object");
  const reply = { format: formatIn(node) ?? formatIn(settings), schema: schemaIn(node) };
  const { responseFormat = isJson ? "JSON" : undefined, ...rest } = modelOptions(settings, {
    api: apiOf(model),
    model,
    tools: [],
    source: "settings",
    ...reply,
  });
  return parametersOf(model, { responseFormat, ...numbers, ...rest });
}

/** An object with a type, as in requests. */
function formatIn(node: SourceNode): SourceNode | undefined {
  const format = nodeAt(node, "responseFormat");
  return isObject(format.value) ? format : undefined;
}

/** The schema in `jsonSchema`, a text: for the format `json_schema`. */
function schemaIn(node: SourceNode): JsonObject | undefined {
  const [format, text] = [nodeAt(node, "responseFormat"), nodeAt(node, "jsonSchema")];
  if (format.value === undefined || isObject(format.value) || isCarried(format)) return undefined;
  if (isAt(node, "responseFormat", "text")) return undefined;
  const value = typeof text.value === "string" ? parseJson(text.value) : text.value;
  const { name: _name, strict, schema, ...others } = objectOf(value);
  const isStrict = strict === true && isObject(schema) && Object.keys(others).length === 0;
  if (format.value !== "json_schema" || !isStrict) {
    leave(format, "Definitions have texts, JSON, and schemas in jsonSchema that are strict.");
    return undefined;
  }
  for (const each of [format, text]) carry(each);
  return schema;
}

/** An evaluation for each row; one without rows, if the messages have no variables. */
function evaluationsIn(node: SourceNode, texts: readonly string[]): JsonObject[] {
  const evaluators = itemsOf(nodeAt(node, "evaluators"));
  const rows = rowsWithValues(itemsOf(nodeAt(node, "testData")));
  const used = new Set(texts.flatMap(variablesOf));
  if (rows.length === 0) {
    if (used.size > 0) for (const each of evaluators) leave(each, "There is no test data.");
    const assertions =
      used.size === 0 ? evaluators.flatMap((each) => checkOf(each, {}, undefined)) : [];
    return assertions.length === 0
      ? []
      : evaluationsOf([{ name: undefined, variables: {}, assertions }]);
  }
  return evaluationsOf(
    rows.map((row) => {
      const values = caseValues(row);
      const checks = evaluators.map((each) => ({
        assertions: checkOf(each, allVariables(values), row),
        expected: String(expectedIn(each)?.value.value ?? ""),
      }));
      return rowCase(values, texts, checks);
    }),
  );
}

/** In the order in which GitHub looks for them: one check counts. */
const checks = ["equals", "contains", "startsWith", "endsWith"] as const;

/** The check of an evaluator that counts, and its expected text. */
function expectedIn(
  evaluator: SourceNode,
): { readonly check: (typeof checks)[number]; readonly value: SourceNode } | undefined {
  const string = nodeAt(evaluator, "string");
  const check = checks.find((each) => (nodeAt(string, each).value ?? "") !== "");
  return check && { check, value: nodeAt(string, check) };
}

/** The assertion of an evaluator; none, and listed, for other ways to evaluate. */
function checkOf(
  evaluator: SourceNode,
  variables: Variables,
  row: SourceNode | undefined,
): JsonObject[] {
  const { check, value } = expectedIn(evaluator) ?? {};
  if (!check || typeof value?.value !== "string") {
    leave(evaluator, "Assertions can check a text with equals, contains and startsWith.");
    return [];
  }
  if (check === "endsWith") {
    leave(evaluator, "Assertions cannot check how a text ends.");
    return [];
  }
  const text = rendered(value.value, variables, evaluator, row);
  const options: AssertionOptions = { name: textAt(evaluator, "name"), ignoreCase: true };
  if (text === undefined) return [];
  carry(value);
  if (check === "equals")
    return [textAssertion("EXACT_MATCH", text, { ...options, ignoreCase: false })];
  if (check === "contains") return [textAssertion("CONTAINS_ALL", [text], options)];
  return [textAssertion("STARTS_WITH", text, options)];
}
