// Requests of the Chat Completions API of OpenAI, as applications send them, and batch files.
import { chatApi } from "../../engine/providers/api-facts.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { importEach } from "../convert/collect.ts";
import type { ImportContext, ImportedPrompt, ImportedTool, Importer } from "../convert/imported.ts";
import {
  blocksOf,
  imageBlock,
  messagesOf,
  roleOf,
  importedCallBlock,
  toolResultBlock,
} from "../convert/messages.ts";
import { mergeRequests } from "../convert/merge-requests.ts";
import { modelOptions } from "../convert/model-options.ts";
import { responsesFormat } from "./openai-responses.ts";
import { type RequestFormat, requestPrompt } from "../convert/requests.ts";
import { firstNumber, parametersOf, requestModel } from "../convert/settings.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  ignoreDefaults,
  isAt,
  itemsOf,
  leave,
  markSent,
  numberAt,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";
import type { Translate } from "../convert/template-syntax.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";

/** Reads requests as JSON or JSON Lines, also the lines of batch files, and those for Responses. */
export const importOpenaiChat: Importer = (documents, context) => {
  const result = importEach(documents, (part) => [openaiRequest(part, context)]);
  return { ...result, prompts: mergeRequests(result.prompts, context) };
};

/** The prompt of a request, or of a line of a batch file. Throws a RefusedPart without messages. */
export function openaiRequest(
  part: SourceNode,
  context: Pick<ImportContext, "placeholders" | "model">,
): ImportedPrompt {
  const isForResponses = String(nodeAt(part, "url").value).endsWith("/responses");
  return requestPrompt(part, isForResponses ? responsesFormat : chatFormat, context);
}

const chatFormat: RequestFormat = {
  apis: ["openai-chat"],
  body: "body",
  lists: ["messages"],
  read: (request, translate, model) => {
    const messages = chatMessages(nodeAt(request, "messages"), translate);
    const tools = importedTools(itemsOf(nodeAt(request, "tools")));
    return { parameters: chatParameters(request, tools, model), tools, messages };
  },
};

/** The messages of a request. */
export function chatMessages(list: SourceNode, translate: Translate): JsonObject[] {
  markSent(list);
  return itemsOf(list).flatMap((message) => {
    const role = roleOf(message);
    const content = nodeAt(message, "content");
    if (role === "tool") {
      const id = textAt(message, "tool_call_id");
      const blocks = blocksOf(content, (text) => text);
      if (id !== undefined) return messagesOf(message, role, [toolResultBlock(id, blocks)]);
      leave(message, "A message with a result needs the id of its call.");
      return [];
    }
    const readPart = role === "user" ? imagePart : undefined;
    return messagesOf(message, role, [
      ...blocksOf(content, translate, readPart),
      ...(role === "assistant" ? itemsOf(nodeAt(message, "tool_calls")).flatMap(callBlock) : []),
    ]);
  });
}

function imagePart(part: SourceNode): JsonObject | undefined {
  const url = nodeAt(part, "image_url", "url");
  const block = imageBlock(url.value);
  if (!block || !isAt(part, "type", "image_url")) return undefined;
  isAt(nodeAt(part, "image_url"), "detail", "auto"); // the default
  carry(url);
  return block;
}

function callBlock(call: SourceNode): JsonObject[] {
  const [id, name, args] = [["id"], ["function", "name"], ["function", "arguments"]].map((path) =>
    textAt(call, ...path),
  );
  if (isAt(call, "type", "function") && id && name && args !== undefined)
    return [importedCallBlock(id, name, args)];
  leave(call, "Only calls of functions can be in a definition.");
  return [];
}

/** The settings of a request. `max_tokens` is the earlier name of `max_completion_tokens`. */
function chatParameters(
  request: SourceNode,
  tools: readonly ImportedTool[],
  model: string | undefined,
): JsonObject {
  ignoreDefaults(request, { n: [1] });
  const named = requestModel(request, "OPENAI", model);
  const settings = {
    temperature: numberAt(request, "temperature"),
    topP: numberAt(request, "top_p"),
    frequencyPenalty: numberAt(request, "frequency_penalty"),
    presencePenalty: numberAt(request, "presence_penalty"),
    maxTokens: firstNumber(request, ["max_completion_tokens", "max_tokens"]),
    seed: numberAt(request, "seed"),
    ...toolSettings(request, tools),
    stream: booleanAt(request, "stream"),
  };
  const nodes = itemsOf(nodeAt(request, "tools"));
  return parametersOf(named, {
    ...settings,
    ...modelOptions(request, { api: chatApi, model: named, tools: nodes, source: "request" }),
  });
}
