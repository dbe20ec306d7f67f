// Commits and branches through GitHub's API, so that the checkout needs no token. GitHub signs commits for
// which no author is named, and moves a branch only if it is where it was: a lease.
import { isFailure } from "../../engine/model/failure.ts";
import { type JsonObject, objectOf, objectsIn } from "../../engine/model/json.ts";
import { type CommitStore, movedBranch, type StoredCommit } from "../../io/git/put-branch.ts";
import type { GitHubApi } from "./api.ts";
import { ignoreNotPermitted } from "./api-errors.ts";

const needs = "contents: write";
const readCommit = { what: "read a commit", needs: "contents: read", gives: "tree" };
const readBranch = { what: "read a branch", needs: "contents: read", gives: "object" };
const writeTree = { what: "write the files of a commit", needs, gives: "sha" };
const writeCommit = { what: "write a commit", needs, gives: "sha" };
const moveBranch = { what: "write a branch", needs };
const readRepository = { what: "read the repository", needs, gives: "node_id" };

/** The commits and branches of the repository of a run. */
export function apiCommits(api: GitHubApi): CommitStore {
  const git = `/repos/${api.repository}/git`;
  const read = async (commit: string): Promise<StoredCommit> => {
    const found = await api.send("GET", `${git}/commits/${commit}`, readCommit);
    return {
      tree: shaOf(objectOf(found["tree"])),
      parents: objectsIn(found["parents"]).map(shaOf),
      message: String(found["message"]),
    };
  };
  const branch: CommitStore["branch"] = async (name) => {
    const path = `${git}/ref/heads/${encodeURIComponent(name)}`;
    const found = await api.send("GET", path, readBranch).catch(ignoreNotPermitted);
    return found && shaOf(objectOf(found["object"]));
  };
  return {
    read,
    branch,
    writeTree: async (parent, files) => {
      const entries = files.map(({ path, mode, content }) =>
        content === undefined
          ? { path, mode, type: "blob", sha: null }
          : { path, mode, type: "blob", content },
      );
      const body = { base_tree: (await read(parent)).tree, tree: entries };
      return shaOf(await api.send("POST", `${git}/trees`, writeTree, body));
    },
    writeCommit: async ({ tree, parents, message }) => {
      const body = { tree, parents: [...parents], message };
      return shaOf(await api.send("POST", `${git}/commits`, writeCommit, body));
    },
    setBranch: async (name, commit, before) => {
      const repository = await api.send("GET", `/repos/${api.repository}`, readRepository);
      const query = updateRefs(String(repository["node_id"]), {
        name: `refs/heads/${name}`,
        beforeOid: before ?? noCommit,
        afterOid: commit ?? noCommit,
        force: true,
      });
      try {
        await api.graphql(query, moveBranch);
      } catch (problem) {
        if (!isFailure(problem)) throw problem;
        const now = await branch(name);
        if (now === commit) return; // the request was repeated
        throw now === before ? problem : movedBranch(name, "somebody else has moved it.");
      }
    },
  };
}

/** What GitHub takes for the commit of a branch that does not exist. */
const noCommit = "0".repeat(40);

function updateRefs(repositoryId: string, update: JsonObject): string {
  const fields = Object.entries(update).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const input = `{ repositoryId: ${JSON.stringify(repositoryId)}, refUpdates: [{ ${fields.join(", ")} }] }`;
  return `mutation { updateRefs(input: ${input}) { clientMutationId } }`;
}

function shaOf({ sha }: JsonObject): string {
  return String(sha);
}
