// Alerts about prompts that change their model, with the prices of both.
import type { Alert, AlertModel, ModelPrice } from "../model/alert.ts";
import { groupBy } from "../model/collections.ts";
import { canonicalJson, type JsonObject, objectOf } from "../model/json.ts";
import type { Change } from "../model/plan.ts";
import { dollars } from "../text/quantities.ts";

/** A model by the names in a definition. */
export type ModelName = Omit<AlertModel, "price">;

interface ModelChange {
  readonly change: Change;
  readonly before: ModelName;
  readonly after: ModelName;
}

/** The changes of the model, of what runs with one. */
function modelChanges(changes: readonly Change[]): ModelChange[] {
  return changes.flatMap((change) => {
    const { runs, overridable } = change.row;
    if (!runs || overridable === undefined || !("after" in change)) return [];
    const modelIn = (content: JsonObject): ModelName => {
      const { provider, name, options } = objectOf(content[overridable]);
      const { reasoningEffort: effort, api } = objectOf(options);
      return {
        provider: String(provider),
        name: String(name),
        ...(effort !== undefined && { effort: String(effort) }),
        ...(api !== undefined && { api: String(api) }),
      };
    };
    const [before, after] = [modelIn(change.before), modelIn(change.after)];
    return canonicalJson({ ...before }) === canonicalJson({ ...after })
      ? []
      : [{ change, before, after }];
  });
}

/** The models whose prices the alerts show. */
export function changedModels(changes: readonly Change[]): ModelName[] {
  return modelChanges(changes).flatMap(({ before, after }) => [before, after]);
}

/** The price of a model; undefined if it is not known. */
export type PriceOf = (model: ModelName) => ModelPrice | undefined;

/** One alert for each pair of models. */
export function modelAlerts(changes: readonly Change[], priceOf: PriceOf): Alert[] {
  const pairs = groupBy(modelChanges(changes), ({ before, after }) =>
    canonicalJson([{ ...before }, { ...after }]),
  );
  return [...pairs.values()].map((group) => {
    const [before, after] = [group[0]!.before, group[0]!.after].map((model): AlertModel => {
      const price = priceOf(model);
      return { ...model, ...(price && { price }) };
    }) as [AlertModel, AlertModel];
    const addresses = group.map(({ change }) => change.address);
    const { plural } = group[0]!.change.row;
    const isSame = before.provider === after.provider && before.name === after.name;
    const [own, all] = isSame
      ? [" calls its model in another way: ", " call their model in another way: "]
      : [" changes its model: ", " change their model: "];
    const subject =
      addresses.length === 1
        ? [{ code: addresses[0]! }, own]
        : [`${addresses.length} ${plural}${all}`];
    return {
      code: "model",
      addresses,
      text: [
        ...subject,
        { code: modelsText(before, after) },
        ...(isSame ? [] : [` (${pricesText(before, after)})`]),
      ],
      facts: { model: { before, after } },
    };
  });
}

/** The providers only where they differ. */
function modelsText(before: AlertModel, after: AlertModel): string {
  const isSame = before.provider === after.provider;
  const textOf = ({ provider, name, effort, api }: AlertModel): string => {
    const options = [
      effort === undefined ? [] : `effort ${effort}`,
      api === undefined ? [] : `api ${api}`,
    ].flat();
    const model = isSame ? name : `${provider} ${name}`;
    return options.length > 0 ? `${model} (${options.join(", ")})` : model;
  };
  return `${textOf(before)} → ${textOf(after)}`;
}

/** `input $1 → $3, output $5 → $15 per million tokens` */
function pricesText({ price: before }: AlertModel, { price: after }: AlertModel): string {
  const unit = "per million tokens";
  if (before && after)
    return `input ${amount(before.input)} → ${amount(after.input)}, output ${amount(before.output)} → ${amount(after.output)} ${unit}`;
  if (!before && !after) return "their prices are not known";
  const { input, output } = (before ?? after)!;
  const known = `input ${amount(input)}, output ${amount(output)} ${unit}`;
  return before
    ? `${known} before; the new price is not known`
    : `the old price is not known; now ${known}`;
}

/** `$3`, `$0.80` */
const amount = (value: number): string => dollars(value).replace(/^(\$[1-9]\d*)\.00$/, "$1");
