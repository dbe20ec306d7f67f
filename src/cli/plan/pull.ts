// promptctl pull: writes the resources of the service into definition files.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import { exitCodes, refused, wrongUsage } from "../../engine/model/failure.ts";
import { addPins } from "../../engine/edit/add-values.ts";
import { fileCount, hasChanges, type PullResult } from "../../engine/export/pull-result.ts";
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import { comparableUrl } from "../../io/http/base-url.ts";
import {
  configurationName,
  findProjectFolder,
  hasConfiguration,
  type Settings,
  settingsOf,
} from "../../project/settings/configuration.ts";
import {
  definitionFiles,
  readNormalizedText,
  withReadableStandIns,
} from "../../project/files/definitions.ts";
import { changedFiles } from "../../io/git/git.ts";
import { refuseUnwritable, writeFileChanges } from "../../io/files/file-changes.ts";
import { isFolder } from "../../io/files/paths.ts";
import { kinds } from "../../kinds.ts";
import { load } from "../../sync/load/load.ts";
import { pullAll } from "../../sync/pull/pull.ts";
import type { PullOptions } from "../../sync/pull/pull-new.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import { connect } from "../connect/connect.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { pullBranch } from "./pull-branch.ts";
import {
  printPulled,
  type PullFlags,
  pullOptions,
  refusePullFlags,
  reportLeftOut,
} from "./pull-flags.ts";
import {
  definitionSchemas,
  InvalidProject,
  noFiles,
  projectFiles,
  schemaComments,
} from "../project/project.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { type CommandHost, isCi, printWarnings, relativePath } from "../host/command-host.ts";

const cancelled = "Cancelled. Nothing was written.";

/**
 * Exit code 0: all files are written, or there is nothing to write. 1: the files leave out resources
 * or fields of the service, without --partial. 4: the answer is no, or a definition has a conflict.
 */
export async function pullCommand(
  host: CommandHost,
  directory: string | undefined,
  flags: PullFlags,
): Promise<number> {
  refusePullFlags(flags);
  if (flags.branch !== undefined) return pullBranch(host, directory, flags, flags.branch);
  const { settings, isNew } = await findProject(host, directory, flags);
  refusePruneInEnvironment(settings, flags);
  const { reader } = await connect(host, { settings, flags });
  const { baseUrl } = reader;
  if (!flags.dryRun) removeLeftovers(host, settings);
  const hasFolder = existsSync(join(settings.root, settings.definitions));
  const options: PullOptions = {
    ...(await pullOptions(host, settings, flags, !isNew)),
    files: hasFolder && !isNew ? withReadableStandIns(projectFiles(host, settings)) : noFiles,
    folder: settings.definitions === "." ? "" : settings.definitions,
    pathExists: (path) => existsSync(join(settings.root, path)),
    settings,
  };
  const { project, pulled } = await pullAll({ kinds, schemas: definitionSchemas, reader, options });
  if (!pulled) throw new InvalidProject(project.diagnostics, settings.root);
  const standIns = project.diagnostics.filter(({ code }) => standInCodes.has(code));
  printWarnings(host, standIns, settings.root);
  const result = withConfiguration(settings, baseUrl, isNew, pulled);
  refuseUnwritable(settings.root, result);
  const extent = options.target.length === 0 ? "all" : "target";
  const target = printPulled(host, settings, { result, baseUrl, extent }, flags);
  const count = fileCount(result);
  const done = (): number => reportLeftOut(host, result, flags);
  if (flags.dryRun || (isNew && pulled.added.length === 0) || count === 0) return done();
  await refuseUncommitted(host, settings.root, flags);
  if (!(await isWriteApproved(host, count, flags))) {
    host.err(`${cancelled}\n`);
    return exitCodes.refused;
  }
  writeFileChanges(settings.root, result);
  host.out(`\n${nextStep(result, target)}\n`);
  return done();
}

/** Other environments may have what this one does not have. */
function refusePruneInEnvironment({ environment }: Settings, { prune }: PullFlags): void {
  if (!prune || !environment) return;
  throw wrongUsage(
    "prune-in-environment",
    `--prune cannot be used with --env: the environment ${environment.name} may lack what others have.`,
    "Remove definitions by hand. To compare with all environments: promptctl status",
  );
}

/** The warnings that matter to pull: it compares the service with texts that no definition should have. */
const standInCodes: ReadonlySet<string> = new Set(["lfs-pointer", "not-checked-out"]);

function nextStep({ counts, leftOut, secrets }: PullResult, target: CommandTarget): string {
  const stillDiffers = hasChanges(counts);
  if (secrets.length > 0) return "Written. Before you plan, add the comments that the notes name.";
  const written = leftOut.length > 0 ? "Written, without what the notes name." : "Written.";
  if (!stillDiffers && leftOut.length > 0) return `${written} plan has nothing to do.`;
  if (!stillDiffers) return `${written} The files match the service: plan has nothing to do.`;
  return `${written} ${commandText("plan", target)} shows the remaining differences.`;
}

/**
 * The given project, or the one around the working directory. `isNew`: a folder without definitions,
 * or one that does not exist yet; its parent does.
 */
async function findProject(
  host: CommandHost,
  directory: string | undefined,
  flags: PullFlags,
): Promise<{ readonly settings: Settings; readonly isNew: boolean }> {
  const root =
    directory === undefined
      ? (findProjectFolder(host.cwd) ?? host.cwd)
      : resolve(host.cwd, directory);
  if (!existsSync(root) && isFolder(dirname(root)))
    return {
      settings: { ...settingsOf(root, {}), directory: relativePath(host.cwd, root) },
      isNew: true,
    };
  const settings = await readEnvironmentSettings(host, root, flags);
  const isNew = !hasConfiguration(root) && !(await hasDefinitions(root));
  return { settings: isNew ? { ...settings, definitions: "prompts" } : settings, isNew };
}

async function hasDefinitions(root: string): Promise<boolean> {
  const { definitions } = await load(kinds, definitionSchemas, definitionFiles(root, "."));
  return definitions.length > 0;
}

async function refuseUncommitted(
  { env }: CommandHost,
  root: string,
  { force }: PullFlags,
): Promise<void> {
  const changed = force ? [] : ((await changedFiles(root, env)) ?? []);
  if (changed.length === 0) return;
  throw refused(
    "dirty-tree",
    `${pluralize(changed.length, "file")} ${changed.length === 1 ? "has" : "have"} uncommitted changes (${changed[0]}${changed.length > 1 ? ", …" : ""}).`,
    "Commit first, so that git shows the changes of pull, or use --force.",
  );
}

async function isWriteApproved(
  host: CommandHost,
  count: number,
  { autoApprove }: PullFlags,
): Promise<boolean> {
  if (autoApprove) return true;
  if (!host.ask || isCi(host.env))
    throw refused(
      "no-consent",
      "No interactive terminal: use --auto-approve. Nothing was written.",
      "--dry-run shows the changes without writing them.",
    );
  return host.ask(`\nWrite ${pluralize(count, "file")}? (y/N) `, cancelled);
}

/** Adds the pins to promptctl.yaml, which is created for a new project and for the first pins. */
function withConfiguration(
  { root, definitions }: Settings,
  baseUrl: string,
  isNew: boolean,
  pulled: PullResult,
): PullResult {
  const hasPins = Object.keys(pulled.pins).length > 0;
  if (!isNew && !hasPins) return pulled;
  const path = join(root, configurationName);
  const pins = { pins: { [baseUrl]: pulled.pins } };
  if (!existsSync(path)) {
    const comment = schemaComments(root)(configurationName, "configuration");
    const text = yamlText({ definitions, baseUrl, ...(hasPins && pins) });
    const file = { path: configurationName, text: comment + text };
    return { ...pulled, added: [file, ...pulled.added] };
  }
  const other = pulled.changed.find((each) => each.path === configurationName);
  const before = readNormalizedText(path).text;
  const text = addPins(
    other?.text ?? before,
    baseUrl,
    pulled.pins,
    (url) => comparableUrl(url) === baseUrl,
  );
  if (text === undefined)
    throw refused(
      "cannot-pin",
      `Some names are not unique, and their pins cannot be added to ${configurationName} in place. Nothing was written.`,
      ["Add them by hand, then pull again:", ...yamlText(pins).trimEnd().split("\n")],
    );
  const file = { path: configurationName, text, before };
  return { ...pulled, changed: [...pulled.changed.filter((each) => each !== other), file] };
}
