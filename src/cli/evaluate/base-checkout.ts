// The checkout of the base, whose code the base runs with: --base-checkout.
import { join, resolve } from "node:path";
import { wrongUsage } from "../../engine/model/failure.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import type { TestBase } from "../../generated/types.ts";
import { isFolder } from "../../io/files/paths.ts";
import { openRepository, pathToRoot } from "../../io/git/git-repository.ts";
import type { TestedProject } from "./test-flags.ts";

/** The folder of the project in the checkout. Throws a Failure if the checkout is not at the base. */
export async function findBaseFolder(
  { host, settings, flags }: TestedProject,
  base: TestBase | null,
): Promise<string | undefined> {
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
  const checkout = await openRepository(folder, host.env);
  if (checkout.head !== commit) {
    const at = checkout.head === undefined ? "has no commit" : `is at ${shortHash(checkout.head)}`;
    throw wrongUsage(
      "base-checkout",
      `The checkout ${name} ${at}, and the base is ${shortHash(commit)}.`,
      checkoutHint(commit),
    );
  }
  const { prefix } = await openRepository(settings.root, host.env);
  return join(checkout.folder, pathToRoot(checkout), prefix);
}

function checkoutHint(commit: string): string {
  return `To check the base out: git worktree add --detach FOLDER ${commit}`;
}
