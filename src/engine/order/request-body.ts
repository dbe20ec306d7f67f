// The last step before a call: addresses become ids, and the body takes the form the service speaks.
import { crypto } from "../packages.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import type { Step } from "../model/plan.ts";
import { mapReferences } from "../model/references.ts";
import type { Address } from "../model/resource.ts";

/** The body of a create or update as the service takes it. */
export function requestBody(row: Kind, step: Step, idOf: (address: Address) => string): JsonObject {
  const body = mapReferences(row, step.body ?? {}, (address, { writes }) => ({
    [writes]: idOf(address),
  }));
  const fields = Object.entries(body).map(([name, value]): [string, Json] => {
    if (row.stamp?.list === name) return [name, stamped(row.stamp.field, step.address, value)];
    return [name, value];
  });
  const parent = row.parent ? [[row.parent.idField, idOf(step.parent!)] as const] : [];
  return Object.fromEntries([...parent, ...fields]);
}

/** Each item with an id made from the address and its position: the same definition, the same body. */
function stamped(field: string, address: Address, items: Json): Json {
  return (items as Json[]).map((item, index) =>
    isObject(item) ? { [field]: uuid5(`${address}#${index}`), ...item } : item,
  );
}

/** The URL namespace of RFC 9562, appendix C. */
const namespace = "6ba7b8119dad11d180b400c04fd430c8";

/** A UUID version 5 (RFC 9562, section 5.5) of a name. */
function uuid5(name: string): string {
  const hash = crypto()
    .createHash("sha1")
    .update(Buffer.from(namespace, "hex"))
    .update(`promptctl:${name}`);
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [8, 12, 16, 20, 32]
    .map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end))
    .join("-");
}
