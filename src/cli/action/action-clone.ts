// What git says about the checkout of the Action: its commit, and newer commits of its branch.
import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { ActionClone } from "../../github/commands.ts";
import { configurationName, type Settings } from "../../project/settings/configuration.ts";
import { gitOutput } from "../../io/git/git-command.ts";
import { hasAncestor, isSameAt } from "../../project/commits/git-line.ts";
import { resolveCommit } from "../../io/git/git-repository.ts";
import { isInside, tryOr } from "../../io/files/paths.ts";
import type { Project } from "../../sync/load/load.ts";
import type { CommandHost } from "../host/command-host.ts";

/** The clone around a folder. */
export function actionClone(host: CommandHost, folder: string): ActionClone {
  return {
    head: async () => {
      const repository = await host.openRepository(folder);
      return (await gitOutput(repository, ["rev-parse", "--verify", "HEAD"])).trim();
    },
    isInHead: async (ref) => {
      const repository = await host.openRepository(folder);
      return (await hasAncestor(repository, "HEAD", await resolveCommit(repository, ref))) === true;
    },
    hasHead: async (commit) => {
      const repository = await host.openRepository(folder);
      const has = await hasAncestor(repository, commit, "HEAD");
      return has === false && repository.isShallow ? undefined : has;
    },
    newerCommit: async (branch) => {
      const repository = await host.openRepository(folder);
      const commit = await resolveCommit(repository, `refs/remotes/origin/${branch}`);
      const isNewer =
        commit !== (await resolveCommit(repository, "HEAD")) &&
        (await hasAncestor(repository, commit, "HEAD")) === true;
      return isNewer ? commit : undefined;
    },
  };
}

/**
 * Whether a commit has the files of a project as HEAD has them. Throws a Failure if the clone lacks
 * the commit.
 */
export async function hasSameFiles(
  host: CommandHost,
  settings: Settings,
  project: Project,
  commit: string,
): Promise<boolean> {
  const repository = await host.openRepository(settings.root);
  const other = await resolveCommit(repository, commit);
  return isSameAt(repository, ["HEAD", other], filesOf(settings, project));
}

/** Paths in git: promptctl.yaml, the folders, and the files that lie outside them or behind a link. */
function filesOf(
  { root, definitions, include }: Settings,
  { sourceFiles, included }: Project,
): readonly string[] {
  const folders = [configurationName, definitions, ...include];
  const paths = [...folders, ...sourceFiles, ...included.keys()].map((path) => join(root, path));
  const real = paths.map((path) => tryOr(path, () => realpathSync.native(path)));
  const top = realpathSync.native(root);
  const listed = folders.map((path) => join(top, path));
  const others = real.filter((path) => !listed.some((folder) => isInside(folder, path)));
  return [...listed, ...new Set(others)].map(
    (path) => relative(top, path).split(sep).join("/") || ".",
  );
}
