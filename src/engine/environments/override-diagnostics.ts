// The errors and warnings about the values that an environment overrides.
import { groupBy } from "../model/collections.ts";
import { errorAt, type UnlocatedDiagnostic, warningAt } from "../model/diagnostic.ts";
import { similarWord } from "../text/did-you-mean.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import { someOf } from "../text/word-lists.ts";
import { jsonEquals, valueAt } from "../model/json.ts";
import { providerFacts } from "../providers/provider-facts.ts";
import { providerOfModel } from "../providers/known-models.ts";
import type { Address, Definition } from "../model/resource.ts";
import type { EnvironmentOverrides } from "./environment.ts";
import {
  type ChosenOverride,
  chooseOverrides,
  type Override,
  type UnknownDefinitions,
} from "./override.ts";

export interface OverrideCheck {
  readonly environment: EnvironmentOverrides;
  readonly overrides: readonly Override[];
  /** The definitions of which values can be overridden, external ones included. */
  readonly base: ReadonlyMap<Address, Definition>;
  /** All definitions, with the values of the environment. */
  readonly changed: ReadonlyMap<Address, Definition>;
  readonly overridden: ReadonlyMap<Address, ReadonlyMap<string, ChosenOverride>>;
  readonly unknown: UnknownDefinitions;
}

/** All errors, else all warnings. */
export function overrideDiagnostics(check: OverrideCheck): UnlocatedDiagnostic[] {
  const several = severalProviders(check);
  const isReported = (found: UnlocatedDiagnostic): boolean =>
    several.some(({ place }) => place.path === found.place.path);
  const errors = [
    ...(check.unknown.mayLackDefinitions ? [] : unmatchedPatterns(check)),
    ...conflicts(check),
    ...several,
    ...otherProviders(check).filter((found) => !isReported(found)),
  ];
  return errors.length > 0 || check.unknown.hasErrors ? errors : withoutEffect(check);
}

function valueOf(definition: Definition, field: string): ReturnType<typeof valueAt> {
  return valueAt(definition.spec, field.split("."));
}

function unmatchedPatterns({ environment, base }: OverrideCheck): UnlocatedDiagnostic[] {
  const all = [...base.values()];
  return Object.keys(environment.set).flatMap((pattern) => {
    const matching = all.filter(({ address }) => matchesPattern(pattern, address));
    if (matching.some(({ external }) => !external)) return [];
    const path = ["environments", environment.environment, "set", pattern];
    const place = { file: environment.file.path, document: 0, path, part: "key" as const };
    const addresses = all.filter(({ external }) => !external).map(({ address }) => address);
    const message =
      matching.length > 0
        ? `"${pattern}" matches only external definitions, whose parameters no file has.`
        : `"${pattern}" matches no definition.`;
    return [errorAt("wrong-override", place, message, nearestText(pattern, addresses))];
  });
}

function nearestText(pattern: string, addresses: readonly Address[]): string {
  if (addresses.length === 0) return "Remove it.";
  const near = nearestAddress(pattern, addresses);
  return near === undefined
    ? `The definitions are ${someOf(addresses, 5)}.`
    : `Did you mean "${near}"?`;
}

/** The address that is like the pattern, or begins like it; undefined if none does. */
export function nearestAddress(
  pattern: string,
  addresses: readonly Address[],
): Address | undefined {
  const [start = ""] = pattern.split("*");
  const isWhole = start === pattern;
  const compared = addresses.map((each) => (isWhole ? each : each.slice(0, start.length)));
  const similar = similarWord(start, compared);
  return similar === undefined ? undefined : addresses[compared.indexOf(similar)];
}

/** Overrides that set one field of one definition to different values, none being more specific. */
function conflicts({ overridden }: OverrideCheck): UnlocatedDiagnostic[] {
  const seen = new Set<string>();
  return [...overridden].flatMap(([address, fields]) =>
    [...fields].flatMap(([field, { override, others }]) => {
      const conflicting = others.find(({ value }) => !jsonEquals(value, override.value));
      const pair = JSON.stringify([override.place.path, conflicting?.place.path]);
      if (!conflicting || seen.has(pair)) return [];
      seen.add(pair);
      const message = `"${conflicting.pattern}" and "${override.pattern}" set ${field} of ${address} to different values, and neither is more specific.`;
      const hint = `Set it in an entry for "${address}".`;
      const found = errorAt("wrong-override", conflicting.place, message, hint);
      return [{ ...found, also: { in: "message" as const, place: override.place } }];
    }),
  );
}

/** The fields that decide which provider gets a request. */
const modelField = "parameters.name";
const providerField = "parameters.provider";

/** The definitions whose value of a field an override sets. */
function definitionsWith(
  { overridden, changed }: OverrideCheck,
  field: string,
): Map<Override, Definition[]> {
  const uses = [...overridden].flatMap(([address, fields]) => {
    const chosen = fields.get(field);
    return chosen ? [{ override: chosen.override, definition: changed.get(address)! }] : [];
  });
  const groups = groupBy(uses, ({ override }) => override);
  return new Map([...groups].map(([key, all]) => [key, all.map(({ definition }) => definition)]));
}

/** Model names for definitions of more than one provider. */
function severalProviders(check: OverrideCheck): UnlocatedDiagnostic[] {
  return [...definitionsWith(check, modelField)].flatMap(([override, definitions]) => {
    const byProvider = groupBy(definitions, (each) => String(valueOf(each, providerField)));
    if (byProvider.size < 2) return [];
    const examples = [...byProvider].map(([provider, [each]]) => `${each!.address} (${provider})`);
    const message = `"${override.pattern}" sets parameters.name of definitions of several providers: ${examples.join(", ")}.`;
    const hint = "Also set parameters.provider, or write an entry for each provider.";
    return [errorAt("wrong-override", override.place, message, hint)];
  });
}

/** Models of another provider than that of their definition. */
function otherProviders(check: OverrideCheck): UnlocatedDiagnostic[] {
  const byName = definitionsWith(check, modelField);
  const byProvider = [...definitionsWith(check, providerField)].map(
    ([override, all]) =>
      [
        override,
        all.filter(({ address }) => !check.overridden.get(address)!.has(modelField)),
      ] as const,
  );
  return [...byName, ...byProvider].flatMap(([override, definitions]) => {
    const wrong = definitions.find((each) => {
      const owner = providerOfModel(String(valueOf(each, modelField)));
      return owner !== undefined && owner !== valueOf(each, providerField);
    });
    if (!wrong) return [];
    const [model, provider] = [modelField, providerField].map((each) =>
      String(valueOf(wrong, each)),
    );
    const owner = providerOfModel(model!)!;
    const message = `${model} is a model of ${providerFacts[owner].name}, but the provider of ${wrong.address} is ${provider}.`;
    const hint =
      override.field === providerField
        ? "Also set parameters.name to a model of this provider."
        : `Also set parameters.provider to ${owner}, or name another model.`;
    return [errorAt("wrong-override", override.place, message, hint)];
  });
}

/** Overrides that change no value: it is the same in all definitions, or others are more specific. */
function withoutEffect({ overrides, overridden, base }: OverrideCheck): UnlocatedDiagnostic[] {
  const uses = [...overridden].flatMap(([address, fields]) =>
    [...fields.values()].flatMap(({ override, others }) =>
      [override, ...others].map((each) => ({ override: each, definition: base.get(address)! })),
    ),
  );
  const byOverride = groupBy(uses, ({ override }) => override);
  return overrides.flatMap((override) => {
    const definitions = (byOverride.get(override) ?? []).map(({ definition }) => definition);
    const others = overrides.filter((each) => each !== override);
    const isEqual = (each: Definition): boolean => {
      const next = chooseOverrides(others, each.address).get(override.field)?.override;
      const value = next ? next.value : valueOf(each, override.field);
      return jsonEquals(value ?? null, override.value); // an option that is null is absent
    };
    if (!definitions.every(isEqual)) return [];
    const message =
      definitions.length > 0
        ? `${override.field} is ${JSON.stringify(override.value)} without this override.`
        : `More specific patterns override this ${override.field} everywhere.`;
    return [warningAt("unused-override", override.place, message, "Remove it.")];
  });
}
