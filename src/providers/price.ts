// The price of a reply, from the price data bundled with @pydantic/genai-prices (no network access).
import type { Provider, ProviderReply } from "./provider.ts";

/** US dollars, rounded to 12 decimals; undefined if the model has no known price. */
export async function priceInDollars(
  provider: Provider["id"],
  model: string,
  reply: ProviderReply,
): Promise<number | undefined> {
  const { calcPrice } = await import("@pydantic/genai-prices"); // large: loaded on first use
  const usage = {
    input_tokens: reply.usage.inputTokens,
    output_tokens: reply.usage.outputTokens,
    cache_read_tokens: reply.usage.cacheReadTokens,
    cache_write_tokens: reply.usage.cacheWriteTokens,
  };
  for (const name of [model, reply.model]) {
    if (typeof name !== "string") continue;
    try {
      const price = calcPrice(usage, name, { providerId: provider });
      if (price) return Number(price.total_price.toFixed(12));
    } catch {
      // Inconsistent token counts, or prices that do not cover them: no price.
    }
  }
  return undefined;
}
