// The git database of the fake of GitHub: a bare repository, which GitHub's API reads and writes. What git
// does not have is refused, as GitHub does.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { gitEnv, runTestGit } from "../io/repository.ts";
import type { Answer } from "./fake-github.ts";

/** A request below `/repos/acme/shop/git/`. */
interface GitCall {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly sha?: string | null;
  readonly content?: string;
}

const unprocessable = (message: string): Answer => ({ status: 422, body: { message } });
const noCommit = "0".repeat(40);

/** Whether a bare repository has an object of a type. */
function has(repository: string, object: unknown, type: string): boolean {
  try {
    return runTestGit(["cat-file", "-t", String(object)], repository) === type;
  } catch {
    return false;
  }
}

/** The commit of a branch; undefined if there is none. */
export function branchCommit(repository: string, name: string): string | undefined {
  const words = ["for-each-ref", "--format=%(objectname)", `refs/heads/${name}`];
  return runTestGit(words, repository).split("\n")[0] || undefined;
}

/** The answer to a request for an object or a branch; undefined for another endpoint. */
export function gitAnswer(repository: string, { method, path, body }: GitCall): Answer | undefined {
  const [, branch] = /^ref\/heads\/(.+)$/.exec(path) ?? [];
  if (method === "GET" && branch !== undefined) {
    const sha = branchCommit(repository, decodeURIComponent(branch));
    if (sha === undefined) return { status: 404, body: { message: "Not Found" } };
    return { status: 200, body: { ref: `refs/heads/${branch}`, object: { type: "commit", sha } } };
  }
  const [, commit] = /^commits\/([0-9a-f]{40})$/.exec(path) ?? [];
  if (method === "GET" && commit !== undefined) {
    if (!has(repository, commit, "commit")) return { status: 404, body: { message: "Not Found" } };
    const format = ["log", "-1", "--format=%T%n%P%n%B", commit];
    const [tree, parents = "", ...message] = runTestGit(format, repository).split("\n");
    const shas = parents.split(" ").filter(Boolean);
    return {
      status: 200,
      body: {
        sha: commit,
        tree: { sha: tree },
        parents: shas.map((sha) => ({ sha })),
        message: message.join("\n"),
      },
    };
  }
  if (method === "POST" && path === "trees") return writeTree(repository, body);
  if (method === "POST" && path === "commits") return writeCommit(repository, body);
  return undefined;
}

function writeTree(repository: string, { base_tree: base, tree }: GitCall["body"]): Answer {
  if (!has(repository, base, "tree")) return unprocessable("base_tree is not a valid tree oid");
  const index = join(repository, "fake-index");
  const git = (words: string[], input = ""): string =>
    execFileSync("git", words, {
      cwd: repository,
      env: { ...gitEnv, GIT_INDEX_FILE: index },
      input,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  git(["read-tree", String(base)]);
  for (const { path, mode, sha, content } of tree as TreeEntry[]) {
    if (sha === null && git(["ls-files", "--", path]) === "")
      return unprocessable("GitRPC::BadObjectState");
    const hash = sha === null ? noCommit : git(["hash-object", "-w", "--stdin"], content);
    git(["update-index", "--index-info"], `${sha === null ? "0" : mode} ${hash}\t${path}\n`);
  }
  const written = git(["write-tree"]);
  rmSync(index);
  return { status: 201, body: { sha: written, tree: [] } };
}

function writeCommit(repository: string, { tree, parents, message }: GitCall["body"]): Answer {
  if (!has(repository, tree, "tree")) return unprocessable("Tree SHA does not exist");
  const given = parents as string[];
  if (!given.every((parent) => has(repository, parent, "commit")))
    return unprocessable("Parent SHA does not exist or is not a commit object");
  const words = given.flatMap((parent) => ["-p", parent]);
  const sha = runTestGit(
    ["commit-tree", String(tree), ...words, "-m", String(message)],
    repository,
  );
  return { status: 201, body: { sha } };
}

/** The data or the errors of the mutation `updateRefs` with one update. */
export function updateRefs(repository: string, query: string): object {
  const valueOf = (field: string): string => new RegExp(`${field}: "([^"]*)"`).exec(query)![1]!;
  const [name, before, after] = ["name", "beforeOid", "afterOid"].map(valueOf);
  const branch = name!.replace("refs/heads/", "");
  const now = branchCommit(repository, branch) ?? noCommit;
  const error = (message: string): object => ({
    data: { updateRefs: null },
    errors: [{ message }],
  });
  if (valueOf("repositoryId") !== "R_shop") return error("Could not resolve to a node");
  if (now !== before) return error("Reference cannot be updated");
  if (after !== noCommit && !has(repository, after, "commit"))
    return error("Object does not exist");
  const words = after === noCommit ? ["-d", name!] : [name!, after!];
  runTestGit(["update-ref", ...words], repository);
  return { data: { updateRefs: { clientMutationId: null } } };
}

/** Whether a branch has commits that another one does not have. */
export function hasCommitsBetween(repository: string, base: string, head: string): boolean {
  return runTestGit(["rev-list", "--max-count=1", `${base}..${head}`], repository) !== "";
}
