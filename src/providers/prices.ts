// Prices of replies. @pydantic/genai-prices reads the tokens and contains the prices (no network
// access). It is large, so it is loaded on first use.
import type { PriceOptions, Usage } from "@pydantic/genai-prices";
import type { ModelPrice } from "../engine/model/alert.ts";
import { once } from "../engine/model/collections.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import type { ProviderName } from "../engine/providers/request-facts.ts";
import { knownModel } from "../engine/providers/known-models.ts";
import type { Provider } from "./provider.ts";

/**
 * The price of a model per million tokens, of short requests; undefined if it is not known. `provider`:
 * its name in definitions.
 */
export async function modelPrice({
  provider,
  name,
}: {
  readonly provider: string;
  readonly name: string;
}): Promise<ModelPrice | undefined> {
  if (!Object.hasOwn(providerFacts, provider)) return undefined;
  const { id } = providerFacts[provider as ProviderName];
  const priceOf = (outputTokens: number): Promise<number | null> =>
    priceInDollars({ input_tokens: 1000, output_tokens: outputTokens }, id, [
      name,
      knownModel(provider, name),
    ]);
  const [input, both] = [await priceOf(0), await priceOf(1000)];
  if (input === null || both === null) return undefined;
  const perMillion = (dollars: number): number => Number((dollars * 1000).toFixed(6));
  return { input: perMillion(input), output: perMillion(both - input) };
}

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
