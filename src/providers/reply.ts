// The reply in a provider's response: content, tokens and price. @pydantic/genai-prices reads the
// tokens and contains the prices (no network access). It is large, so it is loaded on first use.
import type { Usage } from "@pydantic/genai-prices";
import { type Json, type JsonObject, parseJson } from "../engine/model/json.ts";
import { expectType, type ParsedReply, type Provider, UnreadableReply } from "./provider.ts";
import { ProviderError, type ProviderResponse } from "./provider-error.ts";

interface ProviderReply extends ParsedReply {
  /** All input tokens, including those read from or written to the provider's cache. */
  readonly inputTokenCount: number;
  readonly outputTokenCount: number;
  /** US dollars, rounded to 12 decimals; null if the model has no known price. */
  readonly cost: number | null;
}

/** Reads a successful response to a request for `model`. Throws a ProviderError if it is invalid. */
export async function readReply(
  provider: Provider,
  model: string,
  { status, text, brokeOff = false }: ProviderResponse,
): Promise<ProviderReply> {
  try {
    if (brokeOff) throw new UnreadableReply("it broke off");
    const value = parseJson(text);
    if (value === undefined) throw new UnreadableReply("the body is not JSON");
    const response = expectType(value, "object", "the body");
    const { content, stopReason, ...reply } = provider.parseReply(response);
    const usage = await usageIn(provider, response);
    const hasCalls = content.some(({ type }) => type === "TOOL_CALL");
    return {
      ...reply,
      content,
      // A call that tool_choice forced ends with the reason of a text.
      stopReason: stopReason === "complete" && hasCalls ? "tool-calls" : stopReason,
      inputTokenCount: usage["input_tokens"]!,
      outputTokenCount: usage["output_tokens"]!,
      cost: await priceInDollars(usage, provider.id, [model, response["model"]]),
    };
  } catch (error) {
    if (!(error instanceof UnreadableReply)) throw error;
    // Status 424, not 5xx: the provider charges for this reply, and clients would repeat a 5xx.
    throw new ProviderError(
      424,
      `${provider.name} returned status ${status} with a reply that cannot be read: ${error.message}.`,
    );
  }
}

/** The token counts. Throws an UnreadableReply if the response has none. */
async function usageIn(provider: Provider, response: JsonObject): Promise<Usage> {
  const { extractUsage, findProvider } = await import("@pydantic/genai-prices");
  const priceData = findProvider({ providerId: provider.id })!;
  try {
    return extractUsage(priceData, { usage: response["usage"] }, provider.usageFormat).usage;
  } catch {
    throw new UnreadableReply("usage has no valid token counts");
  }
}

/** The price by the first of the model names that has one. */
async function priceInDollars(usage: Usage, providerId: string, models: (Json | undefined)[]) {
  const { calcPrice } = await import("@pydantic/genai-prices");
  for (const model of models) {
    if (typeof model !== "string") continue;
    try {
      const price = calcPrice(usage, model, { providerId });
      if (price) return Number(price.total_price.toFixed(12));
    } catch {
      // Inconsistent token counts, or prices that do not cover them: no price.
    }
  }
  return null;
}
