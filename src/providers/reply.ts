// The reply in a provider's response: content, tokens and price. @pydantic/genai-prices reads the
// tokens and contains the prices (no network access). It is large, so it is loaded on first use.
import type { Usage } from "@pydantic/genai-prices";
import type { Json } from "../engine/model/json.ts";
import type { Block } from "../generated/types.ts";
import { expectType, type Provider } from "./provider.ts";
import { ProviderError, type ProviderResponse } from "./provider-error.ts";

interface ProviderReply {
  readonly content: Block[];
  /** All input tokens, including those read from or written to the provider's cache. */
  readonly inputTokenCount: number;
  readonly outputTokenCount: number;
  /** US dollars, rounded to 12 decimals; undefined if the model has no known price. */
  readonly cost: number | undefined;
}

/** Reads a successful response to a request for `model`. Throws a ProviderError if it is invalid. */
export async function readReply(
  provider: Provider,
  model: string,
  { status, text }: ProviderResponse,
): Promise<ProviderReply> {
  const { extractUsage, findProvider } = await import("@pydantic/genai-prices");
  const priceData = findProvider({ providerId: provider.id })!;
  try {
    const response = expectType(JSON.parse(text) as Json, "object");
    const usageIn = { usage: response["usage"] };
    const { usage } = extractUsage(priceData, usageIn, provider.usageFormat);
    return {
      content: provider.parseContent(response),
      inputTokenCount: usage["input_tokens"]!,
      outputTokenCount: usage["output_tokens"]!,
      cost: await priceInDollars(usage, provider.id, [model, response["model"]]),
    };
  } catch {
    throw new ProviderError(
      502,
      `${provider.name} returned status ${status} with a body that is not a valid reply.`,
    );
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
  return undefined;
}
