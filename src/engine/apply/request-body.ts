// Bodies of create and update requests, as the service expects them.
import { createHash } from "node:crypto";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import type { Step } from "../model/plan.ts";
import { mapReferences } from "../model/references.ts";
import type { Address } from "../model/resource.ts";

/** Returns the body of a step, with ids in place of addresses. */
export function requestBody(
  row: Kind,
  step: Pick<Step, "address" | "body" | "parent">,
  idOf: (address: Address) => string,
): JsonObject {
  const body = mapReferences(row, step.body ?? {}, (address, { requestIdField }) => ({
    [requestIdField]: idOf(address),
  }));
  const fields = Object.entries(body).map(([name, value]): [string, Json] => {
    if (row.itemIds?.list === name)
      return [name, withItemIds(row.itemIds.field, step.address, value)];
    return [name, value];
  });
  const parent = row.parent ? [[row.parent.idField, idOf(step.parent!)] as const] : [];
  return Object.fromEntries([...parent, ...fields]);
}

/** Adds an id to each item, derived from address and position: equal definitions send equal bodies. */
function withItemIds(field: string, address: Address, items: Json): Json {
  return (items as Json[]).map((item, index) =>
    isObject(item) ? { [field]: uuid5(`${address}#${index}`), ...item } : item,
  );
}

/** The URL namespace of RFC 9562, appendix C. */
const urlNamespace = Uint8Array.from(
  "6ba7b8119dad11d180b400c04fd430c8".match(/../g)!,
  (byte: string) => Number.parseInt(byte, 16),
);

/** A UUID version 5 (RFC 9562, section 5.5). */
function uuid5(name: string): string {
  const hash = createHash("sha1").update(urlNamespace).update(`promptctl:${name}`).digest("hex");
  const variant = ((Number.parseInt(hash[16]!, 16) & 0x3) | 0x8).toString(16);
  const hex = `${hash.slice(0, 12)}5${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
