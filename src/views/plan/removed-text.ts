// What a plan says about definitions that HEAD has and the files do not.
import { someOf } from "../../engine/model/hint.ts";
import type { Plan } from "../../engine/model/plan.ts";

/** `Not defined any more:`, the addresses of the first ones, and what deletes their resources. */
export function removedTexts({
  removed = [],
}: Plan):
  | { readonly head: string; readonly addresses: string; readonly remedy: string }
  | undefined {
  if (removed.length === 0) return undefined;
  const [its, it] = removed.length === 1 ? ["its", "it"] : ["their", "them"];
  return {
    head: "Not defined any more:",
    addresses: someOf(removed),
    remedy: `(commit ${its} removal, then --prune deletes ${it})`,
  };
}
