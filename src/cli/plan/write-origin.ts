// The origin that apply sends with each write: the commit and the file of the definition, and in CI
// where the job belongs to. Authors and messages are not sent: the commit has them.
import { originHeaderText, publicAddress } from "../../engine/history/origin-header.ts";
import { posix } from "node:path";
import { once } from "../../engine/model/collections.ts";
import { onFailure } from "../../engine/model/failure.ts";
import { type Origin } from "../../engine/model/origin.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { type GitObjects, openObjects } from "../../io/git/git-objects.ts";
import { type ProjectPaths, uncommittedFiles } from "../../project/commits/uncommitted-files.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { PreparedPlan } from "./prepare-plan.ts";

/**
 * Returns the header for the definition with an address. git is asked once, when the first header is
 * wanted; without a commit there is none. Of the project only the paths are kept.
 */
export function createOrigins(
  host: CommandHost,
  { settings, project, paths: { commit, commitFolder } }: OriginSource,
): (address: Address) => Promise<string | undefined> {
  const { sourceFiles } = project;
  const source = {
    settings,
    project: { sourceFiles, included: new Set(project.included.keys()) },
    paths: { commit, commitFolder },
  };
  const files = new Map(
    [...project.sources].map(([address, { draft }]) => [address, draft.document.file]),
  );
  const read = once(
    () => readShared(host, source).catch(onFailure(() => undefined)), // no git, or no repository
  );
  return async (address) => {
    const shared = await read();
    if (!shared) return undefined;
    const file = files.get(address);
    return originHeaderText({
      ...shared.origin,
      ...(file !== undefined && { path: posix.join(shared.folder, file) }),
    });
  };
}

type OriginSource = Pick<PreparedPlan, "settings" | "project" | "paths">;

interface CommittedSource extends Pick<OriginSource, "settings"> {
  readonly project: ProjectPaths;
  readonly paths: Pick<OriginSource["paths"], "commit" | "commitFolder">;
}

/** What all definitions share, and the folder of the project in the commit. */
async function readShared(
  host: CommandHost,
  { settings, project, paths }: CommittedSource,
): Promise<{ readonly origin: Origin; readonly folder: string } | undefined> {
  const objects = openObjects(await host.openRepository(settings.root));
  const { head, prefix } = objects.repository;
  const commit = paths.commit ?? head;
  if (commit === undefined) return undefined;
  const isClean = paths.commit !== undefined || (await isCommitted(objects, settings, project));
  const origin = { commit, dirty: !isClean, ...ciOrigin(host.env) };
  return { origin, folder: paths.commitFolder ?? prefix };
}

async function isCommitted(
  objects: GitObjects,
  settings: CommittedSource["settings"],
  project: ProjectPaths,
): Promise<boolean> {
  const files = await uncommittedFiles(async () => objects, settings, project).finally(
    objects.close,
  );
  return files?.length === 0;
}

/** What the variables of GitHub Actions and GitLab CI say about the job. */
function ciOrigin(env: EnvironmentVariables): Omit<Origin, "commit" | "dirty" | "path"> {
  if (env["GITHUB_ACTIONS"] === "true") {
    const { GITHUB_REF: ref, GITHUB_RUN_ID: run } = env;
    const repository = `${env["GITHUB_SERVER_URL"]}/${env["GITHUB_REPOSITORY"]}`;
    const [, pullRequest] = /^refs\/pull\/(\d+)\//.exec(ref ?? "") ?? [];
    return ciFields(repository, ref, pullRequest, run && `${repository}/actions/runs/${run}`);
  }
  if (env["GITLAB_CI"] === "true")
    return ciFields(
      env["CI_PROJECT_URL"],
      env["CI_COMMIT_REF_NAME"],
      env["CI_MERGE_REQUEST_IID"],
      env["CI_JOB_URL"],
    );
  return {};
}

function ciFields(
  repositoryText = "",
  ref = "",
  pullRequest = "",
  runText = "",
): Omit<Origin, "commit" | "dirty" | "path"> {
  const [repository, run] = [repositoryText, runText].map(publicAddress);
  return {
    ...(repository !== undefined && { repository }),
    ...(ref !== "" && { ref }),
    ...(/^[1-9]\d{0,14}$/.test(pullRequest) && { pullRequest: Number(pullRequest) }),
    ...(run !== undefined && { run }),
  };
}
