// Whether a name is that of another resource on the service than in the definitions: a commit between the
// two gives it up to a definition with `renamedFrom`, and the name was used again.
import type { RenamedSince } from "../model/held-version.ts";
import type { ProjectHistory } from "./project-history.ts";
import type { StateAt } from "./versions.ts";

/**
 * Whether commits that could have such a rename are not known: the history ends between what the service
 * holds and the older definitions of --ref.
 */
export function areRenamesUnknown({ commits, newer, end }: ProjectHistory, held: string): boolean {
  if (!newer?.has(held) || end === "first") return false;
  return commits.every(({ info }) => newer.has(info.commit));
}

/**
 * The rename between the definitions and what the service holds. `states`: of the definition on the line
 * of HEAD, newest first. `held`: the commit that introduced what the service holds; undefined if it is
 * not on the line, and then the name must have been used again after the rename.
 */
export function renamedSince(
  states: readonly StateAt[],
  { newer = new Set() }: Pick<ProjectHistory, "newer">,
  held: string | undefined,
): RenamedSince | undefined {
  const position = states.findIndex(({ info }) => info.commit === held);
  const reused = states.findIndex(({ state }) => state.status === "defined");
  const renames = states.flatMap(({ info: { commit }, state }, index) =>
    state.status === "absent" && state.renamedTo !== undefined
      ? [{ index, isUndone: newer.has(commit), rename: { commit, ...state.renamedTo } }]
      : [],
  );
  const missing = renames.find(
    ({ index, isUndone }) => !isUndone && (position < 0 || index < position),
  );
  if (missing) return missing.rename;
  const after = position < 0 ? reused : position;
  const undone = renames.findLast(({ index, isUndone }) => isUndone && after >= 0 && index > after);
  return undone && { ...undone.rename, isUndone: true };
}
