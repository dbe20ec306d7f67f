// The leftovers that belong to a project by their contents, or because the scope names them.
import type { Leftover } from "../../engine/match/match-context.ts";
import type { KeptReason } from "../../engine/model/unmanaged.ts";
import { isNameListed } from "../../engine/environments/scope.ts";
import { type Address, type Definition, nameOf } from "../../engine/model/resource.ts";

type Ownership = (leftover: Leftover) => KeptReason | undefined;

/** The same function; `owned` collects the leftovers that belong to the project by their contents. */
export function collectOwned(ownership: Ownership): {
  readonly owned: ReadonlySet<Leftover>;
  readonly ownership: Ownership;
} {
  const owned = new Set<Leftover>();
  return {
    owned,
    ownership: (leftover) => {
      const reason = ownership(leftover);
      if (reason === undefined) owned.add(leftover);
      return reason;
    },
  };
}

/** Whether an entry of the scope names the resource, or the parent of a nameless one. */
export function isNamedInScope(
  { row, observed, parent }: Leftover,
  matched: ReadonlyMap<Address, Definition>,
  scope: readonly string[],
): boolean {
  if (observed.name !== undefined) return isNameListed(scope, row.kind, observed.name);
  const owner = matched.get(parent ?? "");
  return (
    owner !== undefined && isNameListed(scope, owner.row.kind, owner.name ?? nameOf(owner.address))
  );
}
