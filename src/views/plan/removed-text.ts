// What a plan says about definitions that HEAD has and the files do not.
import { groupBy } from "../../engine/model/collections.ts";
import { someOf } from "../../engine/model/hint.ts";
import type { Plan } from "../../engine/model/plan.ts";

interface RemovedText {
  readonly head: string;
  /** The addresses of the first ones. */
  readonly addresses: string;
  /** What deletes their resources; undefined if they stay. */
  readonly remedy?: string;
  /** Why they stay. It may name a folder of the repository. */
  readonly obstacle?: string;
}

/** `Not defined any more:`, for those with one outcome each. */
export function removedTexts({ removed = [] }: Plan): RemovedText[] {
  return [...groupBy(removed, ({ obstacle }) => obstacle)].map(([obstacle, some]) => {
    const [its, it] = some.length === 1 ? ["its", "it"] : ["their", "them"];
    return {
      head: "Not defined any more:",
      addresses: someOf(some.map(({ address }) => address)),
      ...(obstacle === undefined
        ? { remedy: `(commit ${its} removal, then --prune deletes ${it})` }
        : { obstacle: `(stays: ${obstacle})` }),
    };
  });
}
