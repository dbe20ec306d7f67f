// Opens the history of a project: its commits in the git repository around it.
import { findEnvironment } from "../../engine/environments/environment.ts";
import { lineGap } from "../../engine/history/history-extent.ts";
import { type LineCommit, type LineEnd, maxLineCommits } from "../../engine/history/line-commit.ts";
import { onFailure } from "../../engine/model/failure.ts";
import { readConfigurationIn, type Settings } from "../../project/settings/configuration.ts";
import { hasAncestor, lineWithout, refWith } from "../../project/commits/git-line.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { resolveCommit } from "../../io/git/git-repository.ts";
import type { LineStart, ProjectInCommit } from "../../project/commits/line-segments.ts";
import {
  readLineStart,
  readOtherCommits,
  readProjectLine,
} from "../../project/commits/project-line.ts";
import { definitionPathFilterIn } from "../../project/files/definition-listing.ts";
import type { ProjectTree } from "../../project/files/project-tree.ts";
import { kinds } from "../../kinds.ts";
import type { LoadedFiles } from "../../sync/load/load.ts";
import type { CommitSource } from "../../sync/plan/read-history.ts";
import { configurationSchema } from "./project.ts";
import { readProjectAt } from "./project-at.ts";

export interface HistoryRange {
  /** The one of --ref. */
  readonly ref?: string | undefined;
  /** The number of commits of the line that are read at most. Default: 500. */
  readonly limit?: number;
}

/**
 * Opens the history of the project around which `objects` was opened, as its environment has it. `files`:
 * the project as it is now. Throws a Failure of class `usage` without commits.
 */
export async function openHistory(
  objects: GitObjects,
  now: Settings,
  files: Pick<LoadedFiles, "texts" | "included">,
  { ref, limit = maxLineCommits }: HistoryRange = {},
): Promise<CommitSource> {
  const { root, environment } = now;
  const { repository } = objects;
  const startAt = async (name: string): Promise<LineStart | undefined> => {
    const commit = await resolveCommit(repository, name);
    const project = await readProjectAt(objects, commit);
    return (
      project && {
        ...projectIn(project.settings, environment?.name),
        commit,
        folder: project.folder,
      }
    );
  };
  const readProjectIn = async (tree: ProjectTree): Promise<ProjectInCommit | undefined> => {
    const read = await readConfigurationIn(kinds, configurationSchema, tree, root);
    return read?.diagnostics.length === 0 ? projectIn(read.settings, environment?.name) : undefined;
  };
  const options = {
    limit,
    texts: files.texts,
    included: [...files.included.keys()],
    projectIn: readProjectIn,
  };
  const lineOf = (start: LineStart | undefined): AsyncIterable<LineCommit | LineEnd> =>
    start ? readProjectLine(objects, start, options) : withoutCommits();
  const start = await startAt("HEAD");
  const refCommit = ref === undefined ? undefined : await resolveCommit(repository, ref);
  const refStart = refCommit === undefined ? undefined : await startAt(refCommit);
  return {
    head: () => (start ? readLineStart(objects, start, options) : withoutCommits()),
    line: () => lineOf(start),
    ...(refCommit !== undefined && {
      chosen: {
        ref: ref!,
        line: () => lineOf(refStart),
        newer: () => lineWithout(repository, "HEAD", refCommit),
      },
    }),
    from: async (commit) => {
      const undefinedOnFailure = onFailure(() => undefined); // promptctl.yaml of another branch is wrong
      const at = await startAt(commit).catch(undefinedOnFailure);
      const newer = await lineWithout(repository, commit, "HEAD").catch(undefinedOnFailure);
      return at && newer && { line: lineOf(at), newer };
    },
    others: (known) =>
      start
        ? readOtherCommits(objects, start, { ...options, limit: maxLineCommits }, known)
        : withoutCommits(),
    isMerged: async (commit) => (await hasAncestor(repository, "HEAD", commit)) === true,
    refWith: (commit) => refWith(repository, commit),
    at: async (commit) => {
      if (repository.isShallow) return { type: "unknown", reason: lineGap("shallow") };
      if (repository.isPartial) return { type: "unknown", reason: lineGap("partial") };
      const isMerged = await hasAncestor(repository, "HEAD", commit);
      if (isMerged !== true) return { type: isMerged === false ? "not-merged" : "missing" };
      // As on the line, a commit without promptctl.yaml has the folders of HEAD.
      const project = (await startAt(commit)) ?? (start && { ...start, commit });
      const { folder, definitions } = project ?? { ...now, folder: repository.prefix };
      const isDefinition = definitionPathFilterIn(definitions);
      return {
        type: "merged",
        commits: () => (project ? readLineStart(objects, project, options) : withoutCommits()),
        isOwnFile: (path) => path.startsWith(folder) && isDefinition(path.slice(folder.length)),
      };
    },
  };
}

/** What settings say about the definitions, as an environment has them. */
function projectIn(
  { definitions, include, environments }: Settings,
  environment: string | undefined,
): ProjectInCommit {
  const overrides = findEnvironment(environments, environment)?.overrides;
  return { definitions, include, overrides };
}

/** The line of a project that is not committed. */
async function* withoutCommits(): AsyncGenerator<"first"> {
  yield "first";
}
