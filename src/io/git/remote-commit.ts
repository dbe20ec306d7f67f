// Finds a built commit of promptctl in a remote repository, with the credentials of the user.
import { rmSync } from "node:fs";
import { failed, type Failure, refused, wrongUsage } from "../../engine/model/failure.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { createTemporaryFolder } from "../files/temporary-folder.ts";
import { runRemoteGit } from "./git-command.ts";

/** A commit, and a tag that names it. */
export interface TaggedCommit {
  readonly commit: string;
  readonly tag: string | undefined;
}

/**
 * The commit that a hash or a tag of a repository names. Throws a Failure if it does not exist or has no built
 * program. The repository is a URL without a password.
 */
export async function findBuiltCommit(
  env: EnvironmentVariables,
  repository: string,
  ref: string,
): Promise<TaggedCommit> {
  const folder = createTemporaryFolder("source");
  const git = async (...words: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runRemoteGit({ folder, env }, words);
    if (exitCode === 0) return stdout.toString();
    throw unreadable(repository, stderr);
  };
  try {
    await git("init", "--quiet", "--bare", "--template=");
    const tags = tagsIn(await git("ls-remote", "--tags", "--", repository));
    const commit = ref.startsWith("v") ? tags.get(ref) : ref;
    if (commit === undefined)
      throw wrongUsage(
        "unknown-source",
        `${repository} has no tag ${ref}.`,
        `Its tags: git ls-remote --tags ${repository}`,
      );
    const tag = commit === ref ? [...tags].find(([, each]) => each === commit)?.[0] : ref;
    const wanted = tag === undefined ? commit : `refs/tags/${tag}`;
    const flags = ["--quiet", "--depth=1", "--no-tags", "--filter=blob:none"];
    await git("fetch", ...flags, "--", repository, wanted);
    if ((await git("ls-tree", "--name-only", commit, "dist/main.cjs")) !== "")
      return { commit, tag };
    throw refused(
      "unbuilt-source",
      `The commit ${commit} of ${repository} has no built program (dist/main.cjs). Nothing was written.`,
      "Use the commit of a release, or make one in a clone: node scripts/release-tree.mjs --tag v0.1.0-company.1 --push origin",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tag to commit; a line with `^{}` names the commit of an annotated tag and follows the line of the tag. */
function tagsIn(lines: string): ReadonlyMap<string, string> {
  const found = lines.matchAll(/^([0-9a-f]{40})\trefs\/tags\/(v\d[\w.-]*)(?:\^\{\})?$/gm);
  return new Map([...found].map(([, commit, tag]) => [tag!, commit!]));
}

function unreadable(repository: string, stderr: string): Failure {
  const [, line = "no reason given"] = /^(?:fatal|error|remote): (.*)/m.exec(stderr) ?? [];
  const reason = line.replace(/\/\/[^/@\s]*@/g, "//");
  return failed(
    "unreadable-source",
    `git cannot read ${repository}: ${reason}`,
    `Check the address and your access: git ls-remote ${repository}`,
  );
}
