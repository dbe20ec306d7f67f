// Prices of replies. @pydantic/genai-prices reads the tokens and contains the prices (no network
// access). It is large, so it is loaded on first use.
import type { PriceOptions, Usage } from "@pydantic/genai-prices";
import { once } from "../engine/model/collections.ts";
import type { Provider } from "./provider.ts";

/** Also loaded by readReply. */
export const loadPrices: () => Promise<typeof import("@pydantic/genai-prices")> = once(
  () => import("@pydantic/genai-prices"),
);

/** The price data of one model, by provider and name: to find it takes a millisecond. */
const knownModels = new Map<string, PriceOptions>();

/**
 * US dollars, rounded to 12 decimals, by the price of the first of the models that has one; null if
 * none has. Usage without input tokens is not usage: some gateways report 0.
 */
export async function priceInDollars(
  usage: Usage,
  providerId: Provider["id"],
  models: readonly (string | null)[],
): Promise<number | null> {
  if (usage["input_tokens"] === 0) return null;
  const { calcPrice } = await loadPrices();
  for (const model of models) {
    if (model === null) continue;
    const key = `${providerId} ${model}`;
    try {
      const price = calcPrice(usage, model, knownModels.get(key) ?? { providerId });
      if (!price) continue;
      knownModels.set(key, { provider: { ...price.provider, models: [price.model] } });
      return Number(price.total_price.toFixed(12));
    } catch {
      // Inconsistent token counts, or prices that do not cover them: no price.
    }
  }
  return null;
}
