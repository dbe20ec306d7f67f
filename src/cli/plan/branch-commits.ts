// The commits of `pull --branch`. The tip merges what the service has with HEAD. Each version from which the
// service was changed gets a commit with exactly the values of the service, so that a plan finds them in
// git after the merge. Nothing is written here.
import { findEnvironment } from "../../engine/environments/environment.ts";
import { fileCount, type PullResult } from "../../engine/export/pull-result.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { isFailure, refused, wrongUsage } from "../../engine/model/failure.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { serviceHost } from "../../io/http/base-url.ts";
import { type GitObjects, openObjects } from "../../io/git/git-objects.ts";
import { type GitRepository, resolveCommit } from "../../io/git/git-repository.ts";
import type { CommitFile, NewBranch, NewCommit } from "../../io/git/put-branch.ts";
import { kinds } from "../../kinds.ts";
import { commitFiles, listCommitFiles } from "../../project/commits/commit-files.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { pullAll, type PulledProject } from "../../sync/pull/pull.ts";
import type { VersionPlace } from "../../engine/history/held-version.ts";
import type { PullOptions } from "../../sync/pull/pull-new.ts";
import type { CommandHost } from "../host/command-host.ts";
import {
  type DefinitionsAt,
  openCommit,
  projectFilesAt,
  throwIfInvalidAt,
} from "../project/definitions-at.ts";
import { definitionSchemas } from "../project/project.ts";

/** What a pull needs besides the files of a commit. */
export type BranchOptions = Omit<
  PullOptions,
  "files" | "folder" | "pathExists" | "settings" | "isForBranch"
>;

export interface PlannedBranch {
  readonly result: PullResult;
  /** Undefined if there is nothing to take over. */
  readonly branch: Omit<NewBranch, "name"> | undefined;
}

interface BranchContext {
  readonly settings: Settings;
  readonly reader: ServiceReader;
  readonly options: BranchOptions;
  readonly repository: GitRepository;
  readonly objects: GitObjects;
}

/** Merges what the service has with HEAD, and makes the commits of a branch. */
export async function planBranch(
  host: CommandHost,
  settings: Settings,
  reader: ServiceReader,
  options: BranchOptions,
): Promise<PlannedBranch> {
  const repository = await host.openRepository(settings.root);
  const head = await resolveCommit(repository, "HEAD");
  const objects = openObjects(repository);
  const context = { settings, reader, options, repository, objects };
  try {
    const pulled = await pullAt(context, head, { ...options, isForBranch: true });
    const { result, taken, bases, files } = pulled;
    if (fileCount(result) === 0 && bases.size === 0) return { result, branch: undefined };
    const made = await baseCommits(context, bases);
    const notes = [...result.notes, ...result.leftOut, ...made.notes];
    const list = taken.map((address) => `- ${address}`).join("\n");
    const subject = `Take over changes made on ${serviceIn(context)}`;
    const paragraphs = [subject, ...(list === "" ? [] : [list]), ...notes];
    const tip = { parent: head, files, message: paragraphs.join("\n\n") };
    const secrets = result.secrets.length > 0 ? result.secrets : made.secrets;
    const whole = { ...result, secrets, notes: [...result.notes, ...made.notes] };
    return { result: whole, branch: { bases: made.commits, tip } };
  } finally {
    objects.close();
  }
}

/** The environment, or the host of the service. */
function serviceIn({ settings: { environment }, reader: { baseUrl } }: BranchContext): string {
  return environment?.name ?? serviceHost(baseUrl);
}

interface PulledCommit extends Required<Omit<PulledProject, "pulled" | "project">> {
  readonly result: PullResult;
  readonly files: readonly CommitFile[];
}

/** Pulls into the project as a commit has it. */
async function pullAt(
  { settings, reader, repository, objects }: BranchContext,
  commit: string,
  options: BranchOptions & Pick<PullOptions, "isForBranch">,
): Promise<PulledCommit> {
  const name = shortHash(commit);
  const at = await openCommit(repository, { name, commit }, settings.environment?.name);
  try {
    const entries = await listCommitFiles(objects, commit);
    const folder = at.project?.folder ?? "";
    const names = new Set([...entries.keys()].map((path) => path.toLowerCase()));
    const inCommit = settingsAt(settings, at);
    const { definitions } = inCommit;
    const { project, pulled, taken, bases } = await pullAll({
      kinds,
      schemas: definitionSchemas,
      reader,
      options: {
        ...options,
        files: projectFilesAt(at),
        folder: definitions === "." ? "" : definitions,
        isLinked: (path) => !entries.get(folder + path)?.mode.startsWith("100"),
        pathExists: (lowerPath) => names.has(`${folder.toLowerCase()}${lowerPath}`),
        settings: inCommit,
      },
    });
    if (!pulled || !taken || !bases) {
      throwIfInvalidAt(at, project.diagnostics);
      throw new Error("a project without errors has a plan");
    }
    refusePins(pulled);
    const files = await commitFiles(objects, { folder, entries }, pulled);
    return { result: pulled, files, taken, bases };
  } finally {
    at.close();
  }
}

/** The settings of the working tree, with the files and the values of a commit. */
function settingsAt(settings: Settings, { project, overrides, title }: DefinitionsAt): Settings {
  const { environment } = settings;
  if (environment && !findEnvironment(project?.settings.environments, environment.name))
    throw wrongUsage(
      "no-environment-in-commit",
      `promptctl.yaml of ${title} has no environment ${environment.name}.`,
      "Commit the environment first.",
    );
  return {
    ...settings,
    definitions: project?.settings.definitions ?? settings.definitions,
    environment: environment && { ...environment, overrides: overrides! },
  };
}

/** Pins are of the working tree: two resources of one name need a decision. */
function refusePins({ pins }: PullResult): void {
  const addresses = Object.keys(pins);
  if (addresses.length === 0) return;
  throw refused(
    "cannot-pin",
    `These resources need pins in promptctl.yaml, which pull --branch does not write: ${someOf(addresses)}.`,
    "Pull them without --branch.",
  );
}

interface BaseCommits {
  readonly commits: readonly NewCommit[];
  readonly notes: readonly string[];
  /** Those that the commits would have, also where the files keep their values. */
  readonly secrets: readonly Diagnostic[];
}

/** A commit for each base, with exactly the values of the service. */
async function baseCommits(
  context: BranchContext,
  bases: ReadonlyMap<Address, VersionPlace>,
): Promise<BaseCommits> {
  const commits: NewCommit[] = [];
  const notes: string[] = [];
  const secrets: Diagnostic[] = [];
  for (const [commit, some] of groupBy([...bases.values()], (base) => base.commit)) {
    const addresses = some.map(({ address }) => address);
    const target = addresses.map((address) => address.replaceAll("*", "\\*"));
    const options = { ...context.options, target, theirs: true, ours: false, prune: false };
    try {
      const { files, result } = await pullAt(context, commit, options);
      secrets.push(...result.secrets);
      const subject = `Hold what ${serviceIn(context)} has since ${shortHash(commit)}`;
      const lines = addresses.map((address) => `- ${address}`);
      commits.push({ parent: commit, files, message: `${subject}\n\n${lines.join("\n")}\n` });
    } catch (problem) {
      if (!isFailure(problem)) throw problem;
      notes.push(
        `No commit holds exactly what the service has of ${someOf(addresses)}, so that the plan still says "changed on the service": ${problem.message}`,
      );
    }
  }
  return { commits, notes, secrets };
}
