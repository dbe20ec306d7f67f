// What a release is judged by: the files of the source, git, the remote, the tree, npm.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commitOf, git, remoteTags, sourceOf, treeOf } from "./git.mjs";
import { isIn } from "./merge.mjs";

/** The facts of the source and its remote. */
export function sourceFactsOf(root, { version, remote, resume, env }) {
  const tags = remoteTags(root, remote, env);
  const tag = `v${version}`;
  const source =
    resume && tags.has(tag)
      ? sourceOf(root, { tag, remote, env })
      : git(root, ["rev-parse", "HEAD"]);
  const text = (path) => git(root, ["show", `${source}:${path}`]);
  return {
    version,
    resume,
    source,
    ...newest(text("CHANGELOG.md")),
    packageVersion: JSON.parse(text("package.json")).version,
    lockVersion: JSON.parse(text("package-lock.json")).version,
    dirty: git(root, ["status", "--porcelain"]),
    merged: git(root, ["branch", "--remotes", "--contains", source])
      .split("\n")
      .some((line) => line.trim() === `${remote}/main`),
    tags,
    reachable:
      tags.has(`${tag}^{}`) && isIn(root, tags.get(`${tag}^{}`), `refs/remotes/${remote}/main`),
  };
}

/** Reads all of it; writes nothing but objects into the repository, which nothing names yet. */
export function factsOf(root, { tree, expected, repository, ...given }) {
  const facts = sourceFactsOf(root, given);
  const { version, source } = facts;
  const hash = treeOf(join(root, ".git"), tree);
  const files = git(root, ["ls-tree", "-r", "--name-only", hash]).split("\n");
  return {
    ...facts,
    commit: commitOf(root, hash, [source], `promptctl ${version}\n\nBuilt from ${source}.\n`),
    tree: {
      hash,
      expected,
      repository,
      files,
      own: JSON.parse(readFileSync(join(tree, "package.json"), "utf8")),
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
