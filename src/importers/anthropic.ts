// Requests of the Messages API of Anthropic, as applications send them.
import { isObject, type JsonObject } from "../engine/model/json.ts";
import { messagesApi } from "../engine/providers/api-facts.ts";
import { modelOptions } from "./convert/model-options.ts";
import { importEach } from "./convert/collect.ts";
import type { ImportedTool, Importer } from "./convert/imported.ts";
import {
  blocksOf,
  messageOf,
  messagesOf,
  roleOf,
  importedCallBlock,
  toolResultBlock,
} from "./convert/messages.ts";
import { mergeRequests } from "./convert/merge-requests.ts";
import { type RequestFormat, requestPrompt } from "./convert/requests.ts";
import { parametersOf, requestModel } from "./convert/settings.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  isAt,
  itemsOf,
  leave,
  numberAt,
  type SourceNode,
  textAt,
} from "./convert/source-node.ts";
import type { Translate } from "./convert/template-syntax.ts";
import { importedTools, noTools } from "./convert/tools.ts";

/** Reads requests as JSON or JSON Lines, also the lines of batch files. */
export const importAnthropic: Importer = (documents, context) => {
  const result = importEach(documents, (part) => [requestPrompt(part, messagesFormat, context)]);
  return { ...result, prompts: mergeRequests(result.prompts, context) };
};

const messagesFormat: RequestFormat = {
  apis: ["anthropic"],
  body: "params",
  lists: ["system", "messages"],
  read: (request, translate, model) => {
    const messages = [
      ...systemMessages(nodeAt(request, "system"), translate),
      ...itemsOf(nodeAt(request, "messages")).flatMap((message) => {
        const role = roleOf(message);
        const readPart = (part: SourceNode): JsonObject | undefined => blockOf(part, role);
        return messagesOf(message, role, blocksOf(nodeAt(message, "content"), translate, readPart));
      }),
    ];
    const tools = importedTools(itemsOf(nodeAt(request, "tools")));
    return { parameters: messageParameters(request, tools, model), tools, messages };
  },
};

/** The message with the texts of `system`; none without text. */
function systemMessages(system: SourceNode, translate: Translate): JsonObject[] {
  const blocks = blocksOf(system, translate).filter(({ text }) => text !== "");
  return blocks.length > 0 ? [messageOf("system", blocks)] : [];
}

/** The block of a part that is no text, if the role can have it. */
function blockOf(part: SourceNode, role: string): JsonObject | undefined {
  const { value: type } = nodeAt(part, "type");
  const read = role === "assistant" ? { tool_use: callBlock } : role === "user" ? userBlocks : {};
  const block = (read as Readonly<Record<string, typeof callBlock>>)[String(type)]?.(part);
  if (block) carry(nodeAt(part, "type"));
  return block;
}

const userBlocks = { image: base64Image, tool_result: resultBlock } as const;

function callBlock(part: SourceNode): JsonObject | undefined {
  const input = nodeAt(part, "input");
  const [id, name] = [textAt(part, "id"), textAt(part, "name")];
  if (id === undefined || name === undefined || !isObject(input.value)) return undefined;
  carry(input);
  return importedCallBlock(id, name, input.value);
}

function resultBlock(part: SourceNode): JsonObject | undefined {
  const id = textAt(part, "tool_use_id");
  if (id === undefined) return undefined;
  return toolResultBlock(
    id,
    blocksOf(nodeAt(part, "content"), (text) => text),
  );
}

function base64Image(part: SourceNode): JsonObject | undefined {
  const source = nodeAt(part, "source");
  const [mediaType, imageBase64] = [textAt(source, "media_type"), textAt(source, "data")];
  if (mediaType === undefined || imageBase64 === undefined) return undefined;
  return isAt(source, "type", "base64")
    ? { type: "IMAGE_BASE64", mediaType, imageBase64 }
    : undefined;
}

function messageParameters(
  request: SourceNode,
  tools: readonly ImportedTool[],
  model: string | undefined,
): JsonObject {
  const choice = nodeAt(request, "tool_choice");
  if (tools.length === 0) leave(choice, noTools);
  const isSingle = tools.length > 0 && isAt(choice, "disable_parallel_tool_use", true);
  const named = requestModel(request, "ANTHROPIC", model);
  const settings = {
    temperature: numberAt(request, "temperature"),
    topP: numberAt(request, "top_p"),
    topK: numberAt(request, "top_k", 1),
    maxTokens: numberAt(request, "max_tokens"),
    toolChoice: tools.length > 0 ? toolChoiceOf(choice, tools) : undefined,
    parallelToolCalls: isSingle ? false : undefined,
    stream: booleanAt(request, "stream"),
  };
  const nodes = itemsOf(nodeAt(request, "tools"));
  return parametersOf(named, {
    ...settings,
    ...modelOptions(request, { api: messagesApi, model: named, tools: nodes, source: "request" }),
  });
}

/** The names of definitions for the modes of Anthropic. */
const modes: Readonly<Record<string, string>> = { auto: "auto", any: "required", none: "none" };

function toolChoiceOf(choice: SourceNode, tools: readonly ImportedTool[]): string | undefined {
  const type = nodeAt(choice, "type");
  isAt(choice, "disable_parallel_tool_use", false);
  const mode = Object.keys(modes).find((each) => each === type.value);
  const named = tools.find(({ name }) => name === nodeAt(choice, "name").value);
  if (mode === undefined && !(type.value === "tool" && named)) {
    leave(choice, "Definitions can choose a mode or one of the imported tools.");
    return undefined;
  }
  carry(type);
  if (mode !== undefined) return modes[mode];
  carry(nodeAt(choice, "name"));
  return named!.name;
}
