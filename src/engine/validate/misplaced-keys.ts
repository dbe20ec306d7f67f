// Keys with wrong indentation: unknown where they are, and missing in a mapping around or below that.
import { groupBy } from "../model/collections.ts";
import type { SchemaError } from "./compiled-schema.ts";

interface MisplacedKeys {
  /** The errors of missing keys that unknown keys explain. */
  readonly missing: ReadonlySet<SchemaError>;
  /** Hints for the unknown keys, by their errors. */
  readonly hints: ReadonlyMap<SchemaError, string>;
}

/** The keys that are unknown in one mapping and missing in another one around it or below it. */
export function misplacedKeys(errors: readonly SchemaError[]): MisplacedKeys {
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  const required = errors.filter(({ keyword }) => keyword === "required");
  const missingByKey = groupBy(required, ({ params }) => String(params["missingProperty"]));
  const unknownByKey = groupBy(unknown, ({ params }) => String(params["additionalProperty"]));
  const missing = new Set<SchemaError>();
  const hints = new Map<SchemaError, string>();
  for (const [key, [each, second]] of unknownByKey) {
    // Of several, none is certain to be the missing one.
    if (!each || second) continue;
    const found = missingByKey.get(key) ?? [];
    const around = found.findLast((other) => isBelow(each.instancePath, other.instancePath));
    const below = found.findLast((other) => isBelow(other.instancePath, each.instancePath));
    const place = around ?? below;
    if (!place) continue;
    missing.add(place);
    hints.set(
      each,
      around
        ? "It belongs to the mapping around this one: indent it less."
        : `It belongs to ${place.instancePath.slice(1).replaceAll("/", ".")}: indent it more.`,
    );
  }
  return { missing, hints };
}

function isBelow(pointer: string, other: string): boolean {
  return pointer.startsWith(`${other}/`);
}
