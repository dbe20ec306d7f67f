// Alerts about schemas of arguments that accept more than before.
import { type Alert, alertValues } from "../model/alert.ts";
import { type Json, parseJson, toPointer } from "../model/json.ts";
import type { Change } from "../model/plan.ts";
import { joinWithAnd } from "../text/kind-counts.ts";
import { type ValueChange, valueChangeText } from "../json/value-change.ts";
import { looserChanges } from "./looser-schema.ts";

/** One alert for each resource whose schema got looser. */
export function schemaAlerts(changes: readonly Change[]): Alert[] {
  return changes.flatMap((change): Alert | [] => {
    const { argumentsSchema: field } = change.row;
    if (field === undefined || !("after" in change)) return [];
    const { address, before, after } = change;
    const looser = looserChanges(schemaIn(before[field]), schemaIn(after[field]), [field]);
    if (looser.length === 0) return [];
    return {
      code: "loosened",
      addresses: [address],
      text: [{ code: address }, " is less strict: ", ...alertValues(looser.map(looserText))],
      facts: {
        changes: looser.map(({ path, before: old, after: now }) => ({
          address,
          path: toPointer(path),
          ...(old !== undefined && { before: old }),
          ...(now !== undefined && { after: now }),
        })),
      },
    };
  });
}

/** `"amount" is no longer required`, `parameters.properties.amount.maximum 15000 → 150000` */
function looserText(change: ValueChange): string {
  const { path, before, after = [] } = change;
  const [, ...inSchema] = path;
  if (inSchema.at(-1) !== "required" || !Array.isArray(before) || !Array.isArray(after))
    return valueChangeText(change);
  const left = (before as Json[]).filter((name) => !(after as Json[]).includes(name));
  const where = inSchema.length === 1 ? "" : ` in ${path.slice(0, -1).join(".")}`;
  return `${joinWithAnd(left.map((name) => JSON.stringify(name)))} ${left.length === 1 ? "is" : "are"} no longer required${where}`;
}

/** Schemas are objects or JSON text. */
function schemaIn(value: Json | undefined): Json | undefined {
  return typeof value === "string" ? parseJson(value) : value;
}
