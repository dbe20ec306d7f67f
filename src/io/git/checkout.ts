// Whether a file may have come with a checkout: then whoever wrote the repository wrote the file.
import { existsSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isFailure, messageWithHint, refused } from "../../engine/model/failure.ts";
import type { Hint } from "../../engine/model/hint.ts";
import { listTrackedNear } from "./git.ts";
import type { GitPlace } from "./git-command.ts";
import { linkStatsOf } from "../files/atomic-file.ts";
import { findFolderWith, tryOr } from "../files/paths.ts";

/** Why a file may come from a repository, as a clause, and what to do. */
interface PossibleCheckout {
  readonly reason: string;
  readonly hint: Hint;
}

const deleteIt = "Delete it, also from the repository. promptctl creates it again.";
const untrackIt = [
  "If it is your own, keep it and remove it from the repository: git rm -r --cached .promptctl",
  deleteIt.replace("Delete", "Otherwise delete"),
];

/**
 * Why a file or folder inside the folder of the place may come from a repository, as a clause;
 * undefined if it does not. A folder that is, or lies in, a submodule or a link is as good as tracked.
 */
export async function checkoutReason(place: GitPlace, path: string): Promise<string | undefined> {
  return (await possibleCheckout(place, path))?.reason;
}

async function possibleCheckout(
  place: GitPlace,
  path: string,
): Promise<PossibleCheckout | undefined> {
  const names = relative(place.folder, path).split(sep);
  const paths = names.map((_, index) => join(place.folder, ...names.slice(0, index + 1)));
  const existing = paths.flatMap((each) => {
    const stats = tryOr(undefined, () => linkStatsOf(each));
    return stats ? [{ path: each, stats }] : [];
  });
  if (existing.length === 0) return undefined;
  if (existing.some(({ stats }) => stats.isSymbolicLink()))
    return { reason: "it is behind a symbolic link", hint: deleteIt };
  if (existing.some((each) => existsSync(join(each.path, ".git"))))
    return { reason: "it is in a git repository of its own", hint: deleteIt };
  const folder = realpathSync.native(place.folder);
  const top = findFolderWith(folder, ".git");
  if (top === undefined) return undefined;
  try {
    const inTop = relative(top, join(folder, ...names)).replaceAll(sep, "/");
    const name = comparablePath(inTop);
    const tracked = (await listTrackedNear({ ...place, folder: top }, inTop)).map(comparablePath);
    const isTracked = tracked.some((each) => each.startsWith(name) || name.startsWith(each));
    return isTracked ? { reason: "git tracks it", hint: untrackIt } : undefined;
  } catch (problem) {
    const reason = "git cannot tell whether the repository contains it";
    return { reason, hint: isFailure(problem) ? messageWithHint(problem) : deleteIt };
  }
}

/** Ends with a slash, and in lower case, because some file systems ignore the case. */
function comparablePath(path: string): string {
  return `${path.toLowerCase()}/`;
}

/** Throws a Failure if a file or folder may come from a repository. */
export async function refuseCheckout(place: GitPlace, path: string): Promise<void> {
  const checkout = await possibleCheckout(place, path);
  if (!checkout) return;
  const name = relative(place.folder, path).replaceAll(sep, "/");
  throw refused(
    "local-folder",
    `${name} is not used, because ${checkout.reason}: a change of the repository could bring its own.`,
    checkout.hint,
  );
}
