// Finds resources that appeared during an apply with the name of a resource that it created, as
// when two applies run at once: the service accepts a name that exists.
import { groupBy } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import type { ExecutablePlan, Step } from "../model/plan.ts";
import { type Address, addressOf } from "../model/resource.ts";
import { isNameInScope } from "../environments/scope.ts";
import {
  type AddressOfId,
  contentDigest,
  type ListResponses,
  observe,
} from "../normalize/observe.ts";
import type { SameName } from "./apply-event.ts";
import type { IdRegistry } from "./id-registry.ts";

interface CreatedResources {
  readonly kinds: Kinds;
  readonly plan: ExecutablePlan;
  /** The successful creates of kinds with names. */
  readonly created: readonly Step[];
  readonly registry: IdRegistry;
  /** Address patterns of the resources that prune may delete. */
  readonly scope: readonly string[];
}

/** Compares the created resources with what the service lists after the creates. */
export function findSameNames(
  { kinds, plan, created, registry, scope }: CreatedResources,
  responses: ListResponses,
): SameName[] {
  // Prompts of two applies are duplicates although each refers to the tools of its own apply.
  const duplicates = new Map<string, Address>();
  const addressOfId: AddressOfId = (kind, id) =>
    registry.addressOf(kind, id) ?? duplicates.get(addressOf(kind, id));
  const sameNames = (row: Kind, step: Step, response: JsonObject): SameName[] => {
    const other = observe(row, response, addressOfId);
    const key = addressOf(row.kind, other.id);
    if (registry.addressOf(row.kind, other.id) || plan.listed[key] === other.name) return [];
    const isDuplicate = contentDigest(row, other.spec) === contentDigest(row, step.body!);
    if (isDuplicate) duplicates.set(key, step.address);
    const deletedByPrune = isDuplicate && isNameInScope(scope, row.kind, other.name!);
    const id = registry.idOf(step.address);
    return [{ address: step.address, id, otherId: other.id, isDuplicate, deletedByPrune }];
  };
  return [...responses].flatMap(([kind, list]) => {
    const row = kindNamed(kinds, kind);
    const byName = groupBy(list, ({ name }) => name);
    return created
      .filter((step) => step.kind === kind)
      .flatMap((step) =>
        (byName.get(step.body!["name"]) ?? []).flatMap((each) => sameNames(row, step, each)),
      );
  });
}
