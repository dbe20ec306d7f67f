// What a reply cost, from the prices bundled with @pydantic/genai-prices: no network.
// The data is large, so it is loaded with the first reply that needs it.
import type { Provider, Reply } from "./provider.ts";

/** US dollars, to 12 decimals; undefined where no price is known for the model. */
export async function priceOf(
  provider: Provider["id"],
  model: string,
  reply: Reply,
): Promise<number | undefined> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  const usage = {
    input_tokens: reply.usage.inputTokens,
    output_tokens: reply.usage.outputTokens,
    cache_read_tokens: reply.usage.cacheReadTokens,
    cache_write_tokens: reply.usage.cacheWriteTokens,
  };
  for (const name of [model, reply.model]) {
    if (name === undefined) continue;
    try {
      const price = calcPrice(usage, name, { providerId: provider });
      if (price) return Number(price.total_price.toFixed(12));
    } catch {
      // Counts that do not add up, or prices that do not fit them: no price.
    }
  }
  return undefined;
}
