// Requests of the Responses API of OpenAI: in prompt objects, in responses and in batch files.
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";
import type { ImportedTool } from "../convert/imported.ts";
import { inputMessages } from "./openai-messages.ts";
import type { RequestContent, RequestFormat } from "../convert/requests.ts";
import { parametersOf, replyFormatOf, requestModel } from "../convert/settings.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  fieldsOf,
  isAt,
  itemsOf,
  numberAt,
  type SourceNode,
} from "../convert/source-node.ts";
import type { Translate } from "../convert/template-syntax.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";

/** Where a request, or a prompt object, has its messages. */
export const responsesLists = ["instructions", "messages", "input"] as const;

/** The content of a request. Throws a RefusedPart without a model. */
export function responsesContent(
  node: SourceNode,
  translate: Translate,
  model: string | undefined,
): RequestContent {
  ignoreDefaults(node);
  const tools = importedTools(itemsOf(nodeAt(node, "tools")));
  return {
    parameters: responsesParameters(node, tools, model),
    tools,
    messages: responsesLists.flatMap((key) =>
      inputMessages(nodeAt(node, key), translate, key === "instructions" ? "system" : "user"),
    ),
  };
}

/** A line of a batch file for Responses. */
export const responsesFormat: RequestFormat = {
  apis: ["openai"],
  body: "body",
  lists: responsesLists,
  read: responsesContent,
};

/** Settings of a request with their default value, as responses have them. */
const defaults: Readonly<Record<string, readonly Json[]>> = {
  background: [false],
  frequency_penalty: [0],
  presence_penalty: [0],
  service_tier: ["auto", "default"],
  store: [true],
  top_logprobs: [0],
  truncation: ["disabled"],
};

/** Settings that the request does not change are not listed. */
function ignoreDefaults(node: SourceNode): void {
  for (const [key, values] of Object.entries(defaults))
    for (const value of values) isAt(node, key, value);
  isAt(nodeAt(node, "text"), "verbosity", "medium");
  const reasoning = nodeAt(node, "reasoning");
  if (
    isObject(reasoning.value) &&
    fieldsOf(reasoning).every(([, { value }]) => value === undefined)
  )
    carry(reasoning);
}

function responsesParameters(
  node: SourceNode,
  tools: readonly ImportedTool[],
  model: string | undefined,
): JsonObject {
  return parametersOf(requestModel(node, "OPENAI", model), {
    responseFormat: replyFormatOf(nodeAt(node, "text", "format")),
    temperature: numberAt(node, "temperature"),
    topP: numberAt(node, "top_p"),
    maxTokens: numberAt(node, "max_output_tokens"),
    ...toolSettings(node, tools),
    stream: booleanAt(node, "stream"),
  });
}
