// The prices of the models that a plan changes.
import { changedModels, type ModelName } from "../../engine/alerts/model-alerts.ts";
import type { ModelPrice } from "../../engine/model/alert.ts";
import { canonicalJson } from "../../engine/model/json.ts";
import type { Change } from "../../engine/model/plan.ts";

/** Looks up the prices of the models that change. */
export async function pricesOf(
  changes: readonly Change[],
  priceOf: ((model: ModelName) => Promise<ModelPrice | undefined>) | undefined,
): Promise<(model: ModelName) => ModelPrice | undefined> {
  const keyOf = ({ provider, name }: ModelName): string => canonicalJson([provider, name]);
  const prices = new Map<string, ModelPrice | undefined>();
  for (const model of changedModels(changes)) prices.set(keyOf(model), await priceOf?.(model));
  return (model) => prices.get(keyOf(model));
}
