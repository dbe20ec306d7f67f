// Loads the project, connects to the service and creates the plan, for plan, apply and others.
import { dirname, resolve } from "node:path";
import { Failure } from "../../engine/model/failure.ts";
import type { ExecutablePlan, Plan } from "../../engine/model/plan.ts";
import { savedEntries } from "../../engine/apply/journal-entries.ts";
import {
  definitionsDigest,
  executablePlan,
  type PlanInput,
} from "../../engine/review/executable-plan.ts";
import { type PlanValues, savedPlan } from "../../engine/review/plan-document.ts";
import { resolvePath } from "../../engine/model/relative-path.ts";
import type { ReplaceJournal } from "../../engine/model/ports.ts";
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { writePlan } from "../../project/local/plan-file.ts";
import { kinds } from "../../kinds.ts";
import { modelPrice } from "../../providers/prices.ts";
import { fieldSource, type Project } from "../../sync/load/load.ts";
import { makePlan } from "../../sync/plan/plan.ts";
import type { PlanTextOptions } from "../../views/plan/plan-text.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type ConnectFlags, connect, type ServiceConnection } from "../connect/connect.ts";
import {
  type DefinitionsAt,
  openDefinitionsAt,
  projectFilesAt,
  throwIfInvalidAt,
} from "../project/definitions-at.ts";
import { createHistoryReader } from "../project/history-reader.ts";
import { openPlanChecks } from "../project/plan-checks.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { openReplaceJournal, withEntries } from "./open-replace-journal.ts";
import { openUpstream } from "./upstream.ts";
import { definitionSchemas, InvalidProject, projectFiles } from "../project/project.ts";
import {
  type CommandHost,
  isCi,
  printWarnings,
  projectPrefix,
  relativePath,
} from "../host/command-host.ts";

export interface PlanFlags extends ConnectFlags {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly prune?: boolean | undefined;
  readonly allowMassDelete?: boolean;
  /** Includes what the environment of `after` does not hold. */
  readonly allowUnpromoted?: boolean;
  /** Address patterns whose resources may be overwritten. */
  readonly overwrite?: readonly string[];
  /** False with --no-history. */
  readonly history?: boolean;
  readonly unmanaged?: boolean;
  readonly full?: boolean;
  /** The commit, tag or branch whose definitions are used. */
  readonly ref?: string;
  /** The file to save the plan to. */
  readonly out?: string;
}

/** Where the parts that a plan omits can be read. */
export const omittedPartsHint = " with --full";

/**
 * Where definitions come from: the folder of the definitions or the saved plan, and the files of included
 * texts, relative to the current folder.
 */
export interface PlanSourcePaths extends Pick<
  PlanTextOptions,
  "folder" | "includedFrom" | "isSaved"
> {
  /** The commit that has the definitions, with --ref. */
  readonly commit?: string | undefined;
  /** The folder of the project in this commit: empty, or with a final `/`. */
  readonly commitFolder?: string | undefined;
}

/** A plan and the data that it was created from. */
export interface PlanWithInput {
  readonly plan: Plan;
  readonly planInput: PlanInput;
}

export interface PreparedPlan extends PlanWithInput {
  readonly settings: Settings;
  readonly project: Project;
  readonly connection: ServiceConnection;
  readonly journal: ReplaceJournal;
  readonly values: PlanValues;
  readonly paths: PlanSourcePaths;
  /** Creates the plan again from the current state of files and service. */
  planAgain(): Promise<PlanWithInput>;
}

/** The limits of a plan by a saved one, which was reviewed. */
interface ReviewLimits {
  /** The addresses, and `kind/id`, of what it changes. */
  readonly reviewed: ReadonlySet<string>;
  readonly lacksScope: boolean;
  /** They are added to those of the replace journal. */
  readonly journalEntries: readonly JournalEntry[];
  /** They throw a Failure if the saved plan is for another environment or service. */
  checkEnvironment(settings: Settings): void;
  checkBaseUrl(this: void, baseUrl: string): void;
}

export interface PrepareOptions {
  /** The project folder; undefined for the project around the current folder. */
  readonly directory: string | undefined;
  readonly flags: PlanFlags;
  readonly access: "read" | "write";
  /** Replaces the replace journal of the project. */
  readonly journal?: ReplaceJournal;
  /** Undefined for all changes. */
  readonly limits?: ReviewLimits;
  /** Does not print the warnings of the project. */
  readonly hidesWarnings?: boolean;
  /**
   * Whether the plan is shown: then its definitions are checked with the rules of validate, and it
   * names the definitions that only HEAD has.
   */
  readonly isShown?: boolean;
  /** Whether the environment of `after` is asked; default: if the plan is shown. */
  readonly asksUpstream?: boolean;
}

/** Creates the plan and prints the warnings of the project. */
export async function preparePlan(
  host: CommandHost,
  options: PrepareOptions,
): Promise<PreparedPlan> {
  const {
    directory,
    flags,
    access,
    limits,
    hidesWarnings,
    isShown,
    asksUpstream = isShown,
  } = options;
  refuseConflictingFlags(flags);
  const settings = await readEnvironmentSettings(host, directory, flags);
  limits?.checkEnvironment(settings);
  const { root } = settings;
  const at =
    flags.ref === undefined ? undefined : await openDefinitionsAt(host, settings, flags.ref);
  const ownJournal = options.journal ?? (await openReplaceJournal(host, root));
  const journal = limits ? withEntries(ownJournal, limits.journalEntries) : ownJournal;
  const values = planValues(host, settings, flags, limits);
  let connection: ServiceConnection | undefined;
  const sources = {
    kinds,
    schemas: definitionSchemas,
    files: at ? projectFilesAt(at) : projectFiles(host, settings),
    overrides: at ? at.overrides : settings.environment?.overrides,
    checks: isShown && !at ? await openPlanChecks(host) : undefined, // a commit cannot be corrected
    prefix: projectPrefix(host.cwd, root),
    priceOf: modelPrice,
    connect: async () => {
      connection ??= await connect(host, {
        settings,
        flags,
        access,
        ...(limits && { checkBaseUrl: limits.checkBaseUrl }),
      });
      return connection.reader;
    },
  };
  const createPlan = async (): Promise<Pick<PreparedPlan, "project" | "plan" | "planInput">> => {
    const planOptions = {
      ...settings,
      ...values,
      reviewed: limits?.reviewed,
      journalEntries: journal.read(),
      findsRemovals: isShown === true && !at,
    };
    const current = {
      ...sources,
      history: createHistoryReader(host, settings, flags), // HEAD may be another one now
      upstream: asksUpstream
        ? await openUpstream(host, { settings, flags, values, at, journal })
        : undefined,
    };
    const { project, plan, planInput } = await makePlan(current, planOptions).finally(at?.close);
    if (at) throwIfInvalidAt(at, project.diagnostics);
    if (!plan || !planInput) throw new InvalidProject(project.diagnostics, root);
    const notes = [...commitNotes(settings, at, plan), ...pruneNotes(settings, flags)];
    return { project, plan: { ...plan, notes: [...notes, ...plan.notes] }, planInput };
  };
  const created = await createPlan();
  if (!hidesWarnings && !at) printWarnings(host, created.project.diagnostics, root);
  const paths = {
    ...planSourcePaths(host.cwd, settings, created.project),
    commit: at?.commit,
    commitFolder: at?.project?.folder,
  };
  const prepared = { settings, ...created, paths, connection: connection!, journal, values };
  return { ...prepared, planAgain: createPlan };
}

function planSourcePaths(
  cwd: string,
  { root, definitions }: Settings,
  project: Project,
): PlanSourcePaths {
  const prefix = projectPrefix(cwd, root);
  const folder = `${prefix}${definitions === "." ? "" : `${definitions}/`}`;
  return {
    folder: folder === "" ? "./" : folder,
    includedFrom: (address, pointer) => {
      const files = fieldSource(project, address, pointer)?.included ?? [];
      return files.map((path) => resolvePath(prefix, path));
    },
  };
}

/** The plan with the data that applying it needs. */
export function executable({ plan, planInput }: PlanWithInput): ExecutablePlan {
  return executablePlan(plan, planInput.matching);
}

function refuseConflictingFlags({ target = [], exclude = [], prune, ref }: PlanFlags): void {
  if (prune && ref !== undefined)
    throw new Failure(
      "usage",
      "prune-at-ref",
      "--prune cannot be used with --ref.",
      "Older definitions lack what was added since: --prune would delete it.",
    );
  if (target.length > 0 && exclude.length > 0)
    throw new Failure(
      "usage",
      "target-and-exclude",
      "--target and --exclude cannot be used together.",
    );
  if (prune && target.length + exclude.length > 0)
    throw new Failure(
      "usage",
      "prune-in-part",
      "--prune cannot be used with --target or --exclude.",
      "Unmanaged resources can only be determined from all definitions: use --prune without them.",
    );
}

/** Whether a plan deletes unmanaged resources. */
export function isPruning(
  settings: Settings,
  { target = [], exclude = [], prune, ref }: PlanFlags,
): boolean {
  const isWhole = target.length + exclude.length === 0 && ref === undefined;
  return isWhole && (prune ?? settings.prune);
}

function planValues(
  { env }: CommandHost,
  settings: Settings,
  flags: PlanFlags,
  limits: ReviewLimits | undefined,
): PlanValues {
  const { target = [], exclude = [], overwrite = [], history = true } = flags;
  return {
    target,
    exclude,
    overwrite,
    history,
    prune: isPruning(settings, flags),
    allowMassDelete: flags.allowMassDelete ?? false,
    allowUnpromoted: flags.allowUnpromoted ?? false,
    lacksScope: limits ? limits.lacksScope : isCi(env) && !settings.hasScope,
  };
}

function commitNotes(
  { environment }: Settings,
  at: DefinitionsAt | undefined,
  { changes }: Plan,
): string[] {
  if (!at) return [];
  const undone =
    at.isOther && changes.length > 0
      ? " The next apply without --ref undoes these changes, unless the files have them then."
      : "";
  const without =
    environment && !at.overrides
      ? [
          `promptctl.yaml of ${at.title} has no environment ${environment.name}: nothing is overridden.`,
        ]
      : [];
  return [`The definitions are those of ${at.title}.${undone}`, ...without];
}

function pruneNotes(settings: Settings, flags: PlanFlags): string[] {
  if (!settings.prune || isPruning(settings, { ...flags, prune: true })) return [];
  const reason = flags.ref === undefined ? "--target and --exclude" : "--ref";
  return [`prune: true in promptctl.yaml is ignored with ${reason}.`];
}

/** Saves the plan to an absolute path. */
export function savePlanAt(
  host: CommandHost,
  prepared: Pick<PreparedPlan, "plan" | "planInput" | "settings" | "journal" | "values" | "paths">,
  path: string,
): void {
  const project = relativePath(dirname(path), prepared.settings.root) || ".";
  const createdAt = host.time().toISOString();
  const { plan, planInput, journal, values } = prepared;
  const basis = {
    definitionsDigest: definitionsDigest(kinds, planInput),
    values,
    journalEntries: savedEntries(plan, journal.read()),
  };
  const { commit } = prepared.paths;
  writePlan(path, savedPlan(plan, basis, { createdAt, project, commit }));
}

/** With --out, saves the plan and prints the command that applies it. */
export function savePlanIfRequested(
  host: CommandHost,
  prepared: PreparedPlan,
  flags: PlanFlags,
): void {
  const { plan } = prepared;
  const { out, local, env, baseUrl, quiet } = flags;
  if (out === undefined) return;
  savePlanAt(host, prepared, resolve(host.cwd, out));
  if (quiet) return;
  const targetFlags = [
    local ? " --local" : "",
    env === undefined ? "" : ` --env ${shellQuote(env)}`,
    baseUrl === undefined ? "" : ` --base-url ${shellQuote(baseUrl)}`,
  ];
  host.err(
    plan.refusals.length > 0
      ? `Plan saved to ${escapeText(out)} for review only: apply refuses this plan.\n`
      : `Plan saved. To apply exactly this plan: promptctl apply ${escapeText(shellQuote(out) + targetFlags.join(""))}\n`,
  );
}
