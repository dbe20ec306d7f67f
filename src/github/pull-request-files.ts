// The files that a pull request changes, and their content at its base commit, from GitHub's API.
import { type Failure, isFailure } from "../engine/model/failure.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import type { ApiPurpose } from "./api-errors.ts";
import type { FileChange, PullRequestFiles } from "./commands.ts";

const listFiles: ApiPurpose = {
  what: "list the files of the pull request",
  needs: "pull-requests: read",
  isOptional: true,
};
const readFile: ApiPurpose = {
  what: "read a file of the base commit",
  needs: "contents: read",
  gives: "sha",
  isOptional: true,
};

/** GitHub lists at most 3,000 files of a pull request, on pages of 100. */
const maxListedFiles = 3000;
/** The maximum number of files that are read at the base commit, one request each. */
export const maxReadFiles = 100;

export interface LimitedPullRequestFiles extends PullRequestFiles {
  /** The first failed request for a file. After it, no other file is requested. */
  failure(): Failure | undefined;
}

/**
 * Lists the files of a pull request. Throws a Failure if GitHub does not list them. `repositoryPath`:
 * the path of the repository, relative to the workspace.
 */
export async function pullRequestFiles(
  api: GitHubApi,
  { number, baseSha }: { readonly number: number; readonly baseSha: string },
  repositoryPath: string,
): Promise<LimitedPullRequestFiles> {
  const repository = `/repos/${api.repository}`;
  const pages = maxListedFiles / 100;
  const items = await api.all(`${repository}/pulls/${number}/files`, listFiles, pages);
  let failure: Failure | undefined;
  let requests = 0;
  return {
    changes: items.map((item) => fileChange(item, repositoryPath)),
    isCut: items.length >= maxListedFiles,
    failure: () => failure,
    read: async (basePath) => {
      if (failure || requests >= maxReadFiles) return undefined;
      requests++;
      const path = basePath.slice(repositoryPath.length).split("/").map(encodeURIComponent);
      const url = `${repository}/contents/${path.join("/")}?ref=${encodeURIComponent(baseSha)}`;
      try {
        return contentOf(await api.send("GET", url, readFile));
      } catch (error) {
        if (!isFailure(error)) throw error;
        failure ??= error;
        return undefined;
      }
    },
  };
}

function fileChange(item: JsonObject, repositoryPath: string): FileChange {
  const { filename, previous_filename: previous, status } = item;
  const path = repositoryPath + String(filename);
  const isAdded = status === "added" || status === "copied";
  const basePath = typeof previous === "string" ? repositoryPath + previous : path;
  return { path, basePath: isAdded ? undefined : basePath };
}

/** The bytes of a file; undefined if it is larger than 1 MB: GitHub leaves out its content. */
function contentOf({ content, encoding }: JsonObject): Uint8Array | undefined {
  if (typeof content !== "string" || encoding !== "base64") return undefined;
  return Buffer.from(content, "base64");
}
