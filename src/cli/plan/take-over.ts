// The commits of `pull --branch`: what the service has, merged with HEAD, and on each version from which
// the service was changed a commit with exactly its values. So git holds them, and a plan knows them after
// the merge. Nothing is written here.
import { findEnvironment } from "../../engine/environments/environment.ts";
import { fileCount, type FileChanges, type PullResult } from "../../engine/export/pull-result.ts";
import { Failure, isFailure } from "../../engine/model/failure.ts";
import { someOf } from "../../engine/model/hint.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { textLike } from "../../io/files/file-changes.ts";
import { type GitObjects, openObjects } from "../../io/git/git-objects.ts";
import { type GitRepository, openRepository, resolveCommit } from "../../io/git/git-repository.ts";
import type { CommitFile, NewBranch, NewCommit } from "../../io/git/put-branch.ts";
import { kinds } from "../../kinds.ts";
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
export type TakeOverOptions = Omit<
  PullOptions,
  "files" | "folder" | "pathExists" | "settings" | "isForBranch"
>;

export interface TakeOver {
  readonly result: PullResult;
  /** Undefined if there is nothing to take over. */
  readonly branch: Omit<NewBranch, "name"> | undefined;
  readonly repository: GitRepository;
}

interface TakeOverContext {
  readonly settings: Settings;
  readonly reader: ServiceReader;
  readonly options: TakeOverOptions;
  readonly repository: GitRepository;
  readonly objects: GitObjects;
}

/** Merges what the service has with HEAD, and makes the commits of a branch. */
export async function planTakeOver(
  host: CommandHost,
  settings: Settings,
  reader: ServiceReader,
  options: TakeOverOptions,
): Promise<TakeOver> {
  const repository = await openRepository(settings.root, host.env);
  const head = await resolveCommit(repository, "HEAD");
  const objects = openObjects(repository);
  const context = { settings, reader, options, repository, objects };
  try {
    const pulled = await pullAt(context, head, { ...options, isForBranch: true });
    const { result, taken, bases, files } = pulled;
    if (fileCount(result) === 0) return { result, branch: undefined, repository };
    const made = await baseCommits(context, bases);
    const notes = [...result.notes, ...result.leftOut, ...made.notes];
    const lines = [...taken.map((address) => `- ${address}`), ...notes.map((note) => `\n${note}`)];
    const message = `${subjectOf(settings, reader)}\n\n${lines.join("\n")}`;
    const tip = { parent: head, files, message };
    const withNotes = { ...result, notes: [...result.notes, ...made.notes] };
    return { result: withNotes, branch: { bases: made.commits, tip }, repository };
  } finally {
    objects.close();
  }
}

function subjectOf({ environment }: Settings, { baseUrl }: ServiceReader): string {
  return `Take over changes made on ${environment?.name ?? (URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl)}`;
}

interface PulledCommit extends Required<Omit<PulledProject, "pulled" | "project">> {
  readonly result: PullResult;
  readonly files: readonly CommitFile[];
}

/** Pulls into the project as a commit has it. */
async function pullAt(
  { settings, reader, repository, objects }: TakeOverContext,
  commit: string,
  options: TakeOverOptions & Pick<PullOptions, "isForBranch">,
): Promise<PulledCommit> {
  const name = shortHash(commit);
  const at = await openCommit(repository, { name, commit }, settings.environment?.name);
  try {
    const entries = await entriesOf(objects, commit);
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
    throw new Failure(
      "usage",
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
  throw new Failure(
    "refused",
    "cannot-pin",
    `These resources need pins in promptctl.yaml, which pull --branch does not write: ${someOf(addresses)}.`,
    "Pull them without --branch.",
  );
}

/** A commit for each base, with exactly the values of the service. */
async function baseCommits(
  context: TakeOverContext,
  bases: ReadonlyMap<Address, VersionPlace>,
): Promise<{ readonly commits: readonly NewCommit[]; readonly notes: readonly string[] }> {
  const commits: NewCommit[] = [];
  const notes: string[] = [];
  for (const [commit, some] of groupBy([...bases.values()], (base) => base.commit)) {
    const addresses = some.map(({ address }) => address);
    const target = addresses.map((address) => address.replaceAll("*", "\\*"));
    const options = { ...context.options, target, theirs: true, ours: false, prune: false };
    try {
      const { files } = await pullAt(context, commit, options);
      const subject = `Hold what ${subjectOf(context.settings, context.reader).split(" ").at(-1)} has since ${shortHash(commit)}`;
      const lines = addresses.map((address) => `- ${address}`);
      commits.push({ parent: commit, files, message: `${subject}\n\n${lines.join("\n")}\n` });
    } catch (problem) {
      if (!isFailure(problem)) throw problem;
      notes.push(
        `No commit holds exactly what the service has of ${someOf(addresses)}, so that the plan still says "changed on the service": ${problem.message}`,
      );
    }
  }
  return { commits, notes };
}

/** The files of a commit by path, with their modes and hashes. */
type Entries = ReadonlyMap<string, { readonly mode: string; readonly hash: string }>;

async function entriesOf(objects: GitObjects, commit: string): Promise<Entries> {
  const { stdout } = await objects.list(commit, []);
  const lines = stdout.toString().split("\0").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf("\t");
      const [mode = "", , hash = ""] = line.slice(0, tab).split(" ");
      return [line.slice(tab + 1), { mode, hash }];
    }),
  );
}

/** The changed files of a project as a commit stores them. */
async function commitFiles(
  objects: GitObjects,
  { folder, entries }: { readonly folder: string; readonly entries: Entries },
  { added, changed, removed }: FileChanges,
): Promise<CommitFile[]> {
  const existing = [...changed, ...removed].map(({ path }) => ({
    path,
    entry: regularEntry(entries, folder + path),
  }));
  const modes = new Map(existing.map(({ path, entry }) => [path, entry.mode]));
  const contents = await objects.read(existing.map(({ entry }) => entry.hash));
  const rawOf = (path: string): string =>
    contents.get(entries.get(folder + path)!.hash)!.toString("utf8");
  return [
    ...changed.map((file) => ({
      path: folder + file.path,
      mode: modes.get(file.path)!,
      content: textLike(rawOf(file.path), file),
    })),
    ...added.map(({ path, text }) => ({ path: folder + path, mode: "100644", content: text })),
    ...removed.map(({ path }) => ({
      path: folder + path,
      mode: modes.get(path)!,
      content: undefined,
    })),
  ];
}

/** A file that is no link. */
function regularEntry(
  entries: Entries,
  path: string,
): { readonly mode: string; readonly hash: string } {
  const entry = entries.get(path);
  if (entry?.mode.startsWith("100")) return entry;
  throw new Failure(
    "refused",
    "not-written",
    `${path} is behind a symbolic link, which pull --branch does not follow. Nothing was written.`,
    "Pull without --branch.",
  );
}
