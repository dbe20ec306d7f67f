// OpenAI: requests to the Responses API.
// OpenAI rejects some valid prompts, so their requests are adapted: other content of a message with tool
// results follows them as a user message, and a tool schema without a type or properties gets both. Tools say
// whether they are strict, because here they are if a request does not say. Each text of the assistant is an
// item of its own: its messages take no parts of input. A call has a call_id and no id, which would name an
// item that OpenAI has stored. Requests are not stored unless the option `extra` asks for it.
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ImageBlock, TextBlock } from "../generated/types.ts";
import { dataUrl, toContent, toFunction, toToolChoice } from "./openai-parts.ts";
import { type ProviderMessage, toProviderMessages } from "./provider-messages.ts";
import { schemaName, type SentOptions, sentOptions, withExtra } from "./sent-options.ts";
import { type SentSettings, sentSettings } from "./sent-settings.ts";

/** The body of POST /responses. */
export function toResponsesRequest({
  prompt,
  messages,
  user,
}: RenderedPrompt): Record<string, unknown> {
  const settings = sentSettings(prompt.parameters);
  const { reasoningEffort, responseSchema, strictTools, extra } = sentOptions(prompt.parameters);
  const body = {
    model: prompt.parameters.name,
    input: toProviderMessages(messages).flatMap(toItems),
    ...(prompt.tools.length > 0 && {
      tools: prompt.tools.map((tool) => ({
        type: "function",
        ...toFunction(tool, strictTools === true),
        strict: strictTools === true,
      })),
      tool_choice: toToolChoice(settings, (name) => ({ type: "function", name })),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    reasoning: reasoningEffort === undefined ? undefined : { effort: reasoningEffort },
    text: toTextFormat(prompt.name, responseSchema, settings),
    max_output_tokens: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    store: extra?.["store"] === undefined ? false : undefined,
    stream: settings.stream,
    user: user || undefined,
  };
  return withExtra(body, prompt.parameters);
}

function toTextFormat(
  promptName: string,
  schema: SentOptions["responseSchema"],
  { responseFormat }: SentSettings,
) {
  if (schema !== undefined) {
    const name = schemaName(promptName);
    return { format: { type: "json_schema", name, schema, strict: true } };
  }
  return responseFormat === "JSON" ? { format: { type: "json_object" } } : undefined;
}

/** The items of a message. */
function toItems({ role, results, blocks }: ProviderMessage): object[] {
  if (role === "assistant") return blocks.flatMap(toAssistantItems);
  const outputs = results.map(({ toolCallId, result }) => ({
    type: "function_call_output",
    call_id: toolCallId,
    output: result,
  }));
  const parts = blocks.filter((block) => block.type !== "TOOL_CALL");
  if (outputs.length > 0 && parts.length === 0) return outputs;
  return [...outputs, { role, content: toContent(parts, toPart) }];
}

function toAssistantItems(block: ProviderMessage["blocks"][number]): object[] {
  if (block.type === "TOOL_CALL") {
    const { toolCallId, function: tool } = block.toolCall;
    const call = { call_id: toolCallId, name: tool.name, arguments: tool.arguments };
    return [{ type: "function_call", ...call }];
  }
  const isSent = block.type === "TEXT" && block.text !== "";
  return isSent ? [{ role: "assistant", content: block.text }] : [];
}

function toPart(block: TextBlock | ImageBlock) {
  return block.type === "TEXT"
    ? { type: "input_text", text: block.text }
    : { type: "input_image", image_url: dataUrl(block), detail: "auto" };
}
