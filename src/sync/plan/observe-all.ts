// Lists what a service holds: one call per kind.
import { groupBy } from "../../engine/model/collections.ts";
import { refused, undefinedIfNotFound } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import type { ServiceReader, RetryControl } from "../../engine/model/ports.ts";
import type { Definition } from "../../engine/model/resource.ts";
import type { ListResponses } from "../../engine/normalize/observe.ts";

/** Lists all kinds at once. Throws if any list fails. */
export async function observeAll(
  reader: ServiceReader,
  kinds: readonly string[],
  { signal: stop, ...control }: RetryControl = {},
): Promise<ListResponses> {
  const abort = new AbortController(); // ends the pauses of the others after a failure
  const signal = stop ? AbortSignal.any([stop, abort.signal]) : abort.signal;
  const lists = await Promise.all(
    kinds.map((kind) =>
      reader.list(kind, { ...control, signal }).catch((error: unknown) => {
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
 * Lists what a plan needs. Which of several resources with one name is the definition, their children
 * tell: then kinds of children are listed even if nothing else needs them.
 */
export async function observeForPlan(
  kinds: Kinds,
  reader: ServiceReader,
  definitions: readonly Definition[],
  prune: boolean,
): Promise<ListResponses> {
  const listed = kindsToList(kinds, definitions, prune);
  const responses = await observeAll(reader, listed);
  const others = kinds.filter(({ kind }) => !listed.includes(kind));
  const hasNamesakes = others.some(({ parent }) => {
    const byName = groupBy(responses.get(parent!.kind) ?? [], (each) => each["name"]);
    return definitions.some(
      ({ row, name }) => row.kind === parent!.kind && (byName.get(name)?.length ?? 0) > 1,
    );
  });
  if (!hasNamesakes) return responses;
  const names = others.map(({ kind }) => kind);
  return new Map([...responses, ...(await observeAll(reader, names))]);
}

/**
 * Returns the kinds that a plan lists. Kinds of children are listed only if a definition manages
 * children or unmanaged resources are deleted.
 */
function kindsToList(kinds: Kinds, definitions: readonly Definition[], prune: boolean): string[] {
  const children = prune || definitions.some((each) => each.managedChildKinds.length > 0);
  return kinds.filter((row) => !row.parent || children).map((row) => row.kind);
}

/**
 * Throws a Failure if the service lists no resources of a kind, although one exists: the parent of
 * a listed resource that cannot outlive it. A plan would create all of them again.
 */
export async function refuseFalseEmptyLists(
  kinds: Kinds,
  reader: ServiceReader,
  responses: ListResponses,
): Promise<void> {
  for (const { kind, plural, parent } of kinds) {
    const [child] = responses.get(kind) ?? [];
    if (!child || parent?.cascades !== true || responses.get(parent.kind)?.length !== 0) continue;
    const parentId = String(child[parent.idField]);
    if (!(await reader.get(parent.kind, parentId).catch(undefinedIfNotFound))) continue;
    throw refused(
      "incomplete-list",
      `The service lists no ${kindNamed(kinds, parent.kind).plural}, but it has ${plural} of the ${parent.kind} ${parentId}, which exists. With such a list, all ${kindNamed(kinds, parent.kind).plural} would be created again.`,
      "Run the same command again. If the list stays empty, report it to the operator of the service.",
    );
  }
}
