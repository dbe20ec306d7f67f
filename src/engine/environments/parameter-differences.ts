// The values that differ between two environments of one project.
import { jsonEquals, type Json, valueAt } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { Source } from "../resolve/source.ts";
import type { OverriddenFields } from "./apply-overrides.ts";
import type { EnvironmentOverrides } from "./environment.ts";
import { chooseOverrides, overridesIn } from "./override.ts";

/** A value of a definition in two environments. */
export interface ParameterDifference {
  readonly address: Address;
  /** `parameters.name`, for example. */
  readonly field: string;
  readonly own: Json | undefined;
  readonly other: Json | undefined;
}

/** `sources`: of the definitions with values that can be overridden. `own`: the overridden values. */
export function parameterDifferences(
  sources: ReadonlyMap<Address, Pick<Source, "body">>,
  own: ReadonlyMap<Address, OverriddenFields>,
  other: EnvironmentOverrides,
): ParameterDifference[] {
  const overrides = overridesIn(other);
  return [...sources].flatMap(([address, { body }]) => {
    const chosen = chooseOverrides(overrides, address);
    const fields = new Set([...(own.get(address)?.keys() ?? []), ...chosen.keys()]);
    return [...fields].flatMap((field) => {
      const base = valueAt(body, field.split(".")) ?? null; // an option that is null is absent
      const valueIn = (values: OverriddenFields | undefined): Json | undefined => {
        const override = values?.get(field)?.override;
        return override ? override.value : base;
      };
      const [one, two] = [valueIn(own.get(address)), valueIn(chosen)];
      return jsonEquals(one, two) ? [] : [{ address, field, own: one, other: two }];
    });
  });
}
