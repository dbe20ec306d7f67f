// What a release is judged by: the files of the source, git, the remote, the tree, npm.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commitOf, git, remoteTags, treeOf } from "./git.mjs";

/** Reads all of it; writes nothing but objects into the repository, which nothing names yet. */
export function factsOf(root, { version, tree, expected, repository, remote, resume, env }) {
  const json = (path) => JSON.parse(readFileSync(path, "utf8"));
  const source = git(root, ["rev-parse", "HEAD"]);
  const hash = treeOf(join(root, ".git"), tree);
  const files = git(root, ["ls-tree", "-r", "--name-only", hash]).split("\n");
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  return {
    version,
    resume,
    source,
    ...newest(changelog),
    packageVersion: json(join(root, "package.json")).version,
    lockVersion: json(join(root, "package-lock.json")).version,
    dirty: git(root, ["status", "--porcelain"]),
    merged: git(root, ["branch", "--remotes", "--contains", source])
      .split("\n")
      .some((line) => line.trim() === `${remote}/main`),
    tags: remoteTags(root, remote, env),
    commit: commitOf(root, hash, source, `promptctl ${version}\n\nBuilt from ${source}.\n`),
    tree: {
      hash,
      expected,
      repository,
      files,
      own: json(join(tree, "package.json")),
      main: files.includes("action.yml")
        ? /^ +main: *(\S+)$/m.exec(readFileSync(join(tree, "action.yml"), "utf8"))?.[1]
        : "dist/action.js",
    },
    npmVersion: execFileSync("npm", ["--version"], { encoding: "utf8" }).trim(),
    tokens: ["NODE_AUTH_TOKEN", "NPM_TOKEN"].filter((name) => process.env[name]),
  };
}

/** The first section of the changelog. */
function newest(changelog) {
  const [, section = ""] = changelog.split(/^## /m);
  const [heading, ...notes] = section.split("\n");
  return { heading, notes: notes.join("\n").trim() };
}
