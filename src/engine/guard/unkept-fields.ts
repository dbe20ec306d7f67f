// Refuses to send fields to a service that does not keep them: it would drop them without a word.
import { groupBy } from "../model/collections.ts";
import { type JsonObject, objectOf, valueAt } from "../model/json.ts";
import { flattenChange, type Change, type Refusal } from "../model/plan.ts";
import type { ServiceReader } from "../model/ports.ts";
import { unkeptFields } from "../refusals/refusals.ts";

/** A refusal for each field that the service does not announce to keep, and that a change would send. */
export function unkeptFieldRefusals(
  changes: readonly Change[],
  { baseUrl, announces }: Pick<ServiceReader, "baseUrl" | "announces">,
): Refusal[] {
  const sent = changes.flatMap(flattenChange).flatMap((change) => {
    const { address, row } = change;
    const { extended } = row;
    const body: JsonObject = change.action === "delete" ? {} : change.body;
    if (!extended || announces(extended.by)) return [];
    const value = valueAt(body, extended.path);
    return value === undefined ? [] : [{ address, extended, fields: Object.keys(objectOf(value)) }];
  });
  return [...groupBy(sent, ({ extended }) => extended)].map(([extended, group]) =>
    unkeptFields(
      baseUrl,
      extended,
      group.map(({ address }) => address),
      [...new Set(group.flatMap(({ fields }) => fields))],
    ),
  );
}
