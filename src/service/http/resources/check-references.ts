// What the service requires of the references in a body beyond their schema: that they are not too
// many, exist, and have distinct names where the kind's row says so.
import type { JsonObject } from "../../../engine/model/json.ts";
import type { Kind } from "../../../engine/model/kind.ts";
import { parentPointers, referencePointers } from "./resource-mapping.ts";
import type { ResourceKey, Targets } from "../../store/stored-resource.ts";

/** References in one body: a response contains what they refer to. Chosen by this project. */
const maxReferences = 1_000;

/** The mistake of too many references. */
export function countMistakes(row: Kind, body: JsonObject): string[] {
  return referencePointers(row, body).length > maxReferences
    ? [`the body has more than ${maxReferences} references`]
    : [];
}

const repeatedReferences = "X-Promptctl-Repeated-References";

/** The headers of the response to a write with references, with their descriptions. */
export const referenceHeaders: Readonly<Record<string, string>> = {
  [repeatedReferences]:
    "The number of references in the request that repeat an earlier one; they are ignored. Absent if there are none.",
};

/** The headers for a request body. */
export function referenceHeadersOf(row: Kind, body: JsonObject): Record<string, string> {
  const keys = referencePointers(row, body).map(({ field, to }) => `${field} ${to.id}`);
  const count = keys.length - new Set(keys).size;
  return count > 0 ? { [repeatedReferences]: String(count) } : {};
}

/** The references to another resource with the name of an earlier one. */
export function nameMistakes(row: Kind, body: JsonObject, targets: Targets): string[] {
  const distinct = row.references.filter(({ distinctNames }) => distinctNames);
  const ids = new Map<string, string>();
  return referencePointers({ ...row, references: distinct }, body).flatMap(
    ({ field, pointer, to: { kind, id } }) => {
      const name = targets.get(id)?.body["name"];
      if (name === undefined) return [];
      const key = JSON.stringify([field, name]);
      const firstId = ids.get(key) ?? id;
      ids.set(key, firstId);
      if (id === firstId) return [];
      return [`${pointer} refers to a second ${kind} with the name ${JSON.stringify(name)}`];
    },
  );
}

/** The references to resources that do not exist. */
export function danglingMistakes(
  row: Kind,
  body: JsonObject,
  missing: readonly ResourceKey[],
): string[] {
  const keyOf = ({ kind, id }: ResourceKey): string => `${kind} ${id}`;
  const keys = new Set(missing.map(keyOf));
  return [...parentPointers(row, body), ...referencePointers(row, body)]
    .filter(({ to }) => keys.has(keyOf(to)))
    .map(
      ({ pointer, to }) =>
        `${pointer} refers to ${to.kind} ${JSON.stringify(to.id)}, which does not exist`,
    );
}
