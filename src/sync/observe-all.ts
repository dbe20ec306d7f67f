// Lists what a service holds: one call per kind.
import type { JsonObject } from "../engine/model/json.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { ServiceReader } from "../engine/model/ports.ts";
import type { Definition } from "../engine/model/resource.ts";
import type { ListResponses } from "../engine/observe/observe.ts";

/** Lists all kinds at once. Throws if any list fails. */
export async function observeAll(
  reader: ServiceReader,
  kinds: readonly string[],
): Promise<ListResponses> {
  const abort = new AbortController(); // ends the pauses of the others after a failure
  const lists = await Promise.all(
    kinds.map((kind) =>
      reader.list(kind, { signal: abort.signal }).catch((error: unknown) => {
        abort.abort();
        throw error;
      }),
    ),
  );
  return new Map(
    kinds.map((kind, index): [string, readonly JsonObject[]] => [kind, lists[index]!]),
  );
}

/**
 * Returns the kinds that a plan lists. Kinds of children are listed only if a definition manages
 * children or unmanaged resources are deleted.
 */
export function kindsToList(
  kinds: Kinds,
  definitions: readonly Definition[],
  prune: boolean,
): string[] {
  const children = prune || definitions.some((each) => each.managedChildKinds.length > 0);
  return kinds.filter((row) => !row.parent || children).map((row) => row.kind);
}
