// OpenAI: requests to the Chat Completions API.
// OpenAI rejects some valid prompts, so their requests are adapted: other content of a message with tool
// results follows them as a user message; a tool schema without a type gets "object", and one
// without properties gets empty ones; models that refuse tools while they reason do not reason. The texts
// of a message of the assistant become one, and one that only calls tools has the content null, because
// compatible servers refuse other forms. Tool call arguments are sent as the model wrote them.
import { canStopReasoning, refusedBy } from "../engine/providers/known-models.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ImageBlock, TextBlock, Tool } from "../generated/types.ts";
import { dataUrl, toContent, toFunction, toToolChoice } from "./openai-parts.ts";
import { type ProviderMessage, toProviderMessages } from "./provider-messages.ts";
import { schemaName, type SentOptions, sentOptions, withExtra } from "./sent-options.ts";
import { type SentSettings, sentSettings } from "./sent-settings.ts";

/** The body of POST /chat/completions. */
export function toChatRequest(
  { prompt, messages, user }: RenderedPrompt,
  maxTokensField = "max_completion_tokens",
): Record<string, unknown> {
  const { provider, name } = prompt.parameters;
  const settings = sentSettings(prompt.parameters);
  const { reasoningEffort, responseSchema, stopSequences, strictTools } = sentOptions(
    prompt.parameters,
  );
  const hasTools = prompt.tools.length > 0;
  const mustNotReason = hasTools && refusedBy(provider, name).has("toolsInChat");
  const stopsReasoning = mustNotReason && canStopReasoning(provider, name);
  const body = {
    model: name,
    messages: toProviderMessages(messages).flatMap(toMessages),
    ...(hasTools && {
      tools: prompt.tools.map((tool) => toTool(tool, strictTools === true)),
      tool_choice: toToolChoice(settings, (tool) => ({
        type: "function",
        function: { name: tool },
      })),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    reasoning_effort: reasoningEffort ?? (stopsReasoning ? "none" : undefined),
    response_format: toResponseFormat(prompt.name, responseSchema, settings),
    [maxTokensField]: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    frequency_penalty: settings.frequencyPenalty,
    presence_penalty: settings.presencePenalty,
    seed: settings.seed,
    stop: stopSequences,
    stream: settings.stream,
    user: user || undefined,
  };
  return withExtra(body, prompt.parameters);
}

function toResponseFormat(
  promptName: string,
  schema: SentOptions["responseSchema"],
  { responseFormat }: SentSettings,
) {
  if (schema === undefined) return responseFormat === "JSON" ? { type: "json_object" } : undefined;
  return {
    type: "json_schema",
    json_schema: { name: schemaName(promptName), schema, strict: true },
  };
}

function toMessages({ role, results, blocks }: ProviderMessage): object[] {
  const toolMessages = results.map(({ toolCallId, result }) => ({
    role: "tool",
    tool_call_id: toolCallId,
    content: result,
  }));
  const calls = blocks
    .filter((block) => block.type === "TOOL_CALL")
    .map(({ toolCall: { toolCallId: id, type, function: tool } }) => ({
      id,
      type,
      function: { name: tool.name, arguments: tool.arguments },
    }));
  const parts = blocks.filter((block) => block.type !== "TOOL_CALL");
  if (role === "assistant") {
    const text = joinedTexts(parts);
    if (calls.length === 0) return [{ role, content: text }];
    return [{ role, content: text || null, tool_calls: calls }];
  }
  if (results.length > 0 && parts.length === 0) return toolMessages;
  return [...toolMessages, { role, content: toContent(parts, toPart) }];
}

/** The texts of a message as one, with an empty line between them. */
function joinedTexts(blocks: readonly (TextBlock | ImageBlock)[]): string {
  const texts = blocks.flatMap((block) => (block.type === "TEXT" ? block.text : []));
  return texts.filter((text) => text !== "").join("\n\n");
}

function toPart(block: TextBlock | ImageBlock) {
  if (block.type === "TEXT") return { type: "text", text: block.text };
  return { type: "image_url", image_url: { url: dataUrl(block) } };
}

function toTool(tool: Tool, isStrict: boolean) {
  const strict = isStrict ? { strict: true } : {};
  return { type: "function", function: { ...toFunction(tool, isStrict), ...strict } };
}
