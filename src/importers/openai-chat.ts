// Requests of the Chat Completions API of OpenAI, as applications send them.
import type { JsonObject } from "../engine/model/json.ts";
import type { ImportedTool, Importer } from "./imported.ts";
import {
  blocksOf,
  imageBlock,
  messagesOf,
  roleOf,
  importedCallBlock,
  toolResultBlock,
} from "./messages.ts";
import { replyFormatOf, toolChoiceOf } from "./openai.ts";
import { importRequests } from "./requests.ts";
import { parametersOf, requestModel } from "./settings.ts";
import {
  at,
  booleanAt,
  carry,
  isAt,
  itemsOf,
  leave,
  numberAt,
  type SourceNode,
  textAt,
} from "./source-node.ts";
import type { Translate } from "./template-syntax.ts";
import { noTools, importedTool, importedTools } from "./tools.ts";

/** Reads requests as JSON or JSON Lines, also the lines of batch files. */
export const importOpenaiChat: Importer = importRequests("body", (request, translate, model) => {
  const tools = chatTools(at(request, "tools"));
  return {
    parameters: chatParameters(request, tools, model),
    tools,
    messages: chatMessages(at(request, "messages"), translate),
  };
});

/** The messages of a request. */
export function chatMessages(list: SourceNode, translate: Translate): JsonObject[] {
  return itemsOf(list).flatMap((message) => {
    const role = roleOf(message);
    const content = at(message, "content");
    if (role === "tool") {
      const id = textAt(message, "tool_call_id");
      const blocks = blocksOf(content, (text) => text);
      if (id !== undefined) return messagesOf(role, [toolResultBlock(id, blocks)]);
      leave(message, "A message with a result needs the id of its call.");
      return [];
    }
    const readPart = role === "user" ? imagePart : undefined;
    return messagesOf(role, [
      ...blocksOf(content, translate, readPart),
      ...(role === "assistant" ? itemsOf(at(message, "tool_calls")).flatMap(callBlock) : []),
    ]);
  });
}

function imagePart(part: SourceNode): JsonObject | undefined {
  const url = at(part, "image_url", "url");
  const block = imageBlock(url.value);
  if (!block || !isAt(part, "type", "image_url")) return undefined;
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

export function chatTools(list: SourceNode): ImportedTool[] {
  return importedTools(itemsOf(list), (node, names) => {
    if (isAt(node, "type", "function"))
      return importedTool(at(node, "function"), "parameters", names);
    leave(node, "Only functions can be tools of a definition.");
    return undefined;
  });
}

/** The settings of a request. `max_tokens` is the earlier name of `max_completion_tokens`. */
function chatParameters(
  request: SourceNode,
  tools: readonly ImportedTool[],
  model: string | undefined,
): JsonObject {
  const hasTools = tools.length > 0;
  const choice = at(request, "tool_choice");
  if (!hasTools)
    for (const each of [choice, at(request, "parallel_tool_calls")]) leave(each, noTools);
  return parametersOf(requestModel(request, "OPENAI", model), {
    responseFormat: replyFormatOf(at(request, "response_format")),
    temperature: numberAt(request, "temperature"),
    topP: numberAt(request, "top_p"),
    frequencyPenalty: numberAt(request, "frequency_penalty"),
    presencePenalty: numberAt(request, "presence_penalty"),
    maxTokens: numberAt(request, "max_completion_tokens") ?? numberAt(request, "max_tokens"),
    seed: numberAt(request, "seed"),
    toolChoice: hasTools ? toolChoiceOf(choice, tools) : undefined,
    parallelToolCalls: hasTools ? booleanAt(request, "parallel_tool_calls") : undefined,
    stream: booleanAt(request, "stream"),
  });
}
