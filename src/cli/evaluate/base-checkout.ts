// The checkout of the base, whose code the base runs with: --base-checkout.
import { join, resolve } from "node:path";
import { wrongUsage } from "../../engine/model/failure.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { TestBase } from "../../generated/types.ts";
import { isFolder } from "../../io/files/paths.ts";
import { changedFiles } from "../../io/git/git.ts";
import { type GitRepository, pathToRoot } from "../../io/git/git-repository.ts";
import type { TestedProject } from "./test-flags.ts";

/** The project in the checkout of the base. */
interface BaseCheckout {
  /** The folder of the project, absolute. */
  readonly folder: string;
  /** That its code is not exactly that of the base. */
  readonly warnings: readonly string[];
}

/** Finds the project in the checkout. Throws a Failure if the checkout is not at the base. */
export async function findBaseCheckout(
  { host, settings, flags }: TestedProject,
  base: TestBase | null,
): Promise<BaseCheckout | undefined> {
  const { baseCheckout: name } = flags;
  if (name === undefined) return undefined;
  const commit = base?.commit;
  if (commit === undefined)
    throw wrongUsage(
      "base-checkout",
      "--base-checkout needs a base that is a commit.",
      "Name one with --base.",
    );
  const folder = resolve(host.cwd, name);
  if (!isFolder(folder))
    throw wrongUsage("base-checkout", `No such folder: ${name}`, checkoutHint(commit));
  const checkout = await host.openRepository(folder);
  if (checkout.head !== commit) {
    const at = checkout.head === undefined ? "has no commit" : `is at ${shortHash(checkout.head)}`;
    throw wrongUsage(
      "base-checkout",
      `The checkout ${name} ${at}, and the base is ${shortHash(commit)}.`,
      checkoutHint(commit),
    );
  }
  const own = await host.openRepository(settings.root);
  const root = rootOf(checkout);
  if (root === rootOf(own))
    throw wrongUsage(
      "base-checkout",
      `${name} is the checkout of this change, not one of the base.`,
      checkoutHint(commit),
    );
  const changed = (await changedFiles(root, host.env)) ?? [];
  const warnings =
    changed.length === 0
      ? []
      : [`The base ran with uncommitted changes in the checkout ${name}: ${someOf(changed)}`];
  return { folder: join(root, own.prefix), warnings };
}

/** The root of the repository, absolute. */
function rootOf(repository: GitRepository): string {
  return resolve(repository.folder, pathToRoot(repository));
}

function checkoutHint(commit: string): string {
  return `To check the base out: git worktree add --detach FOLDER ${commit}`;
}
