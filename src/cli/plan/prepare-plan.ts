// Loads the project, connects to the service and creates the plan, for plan, apply and others.
import { isDeepStrictEqual } from "node:util";
import { once } from "../../engine/model/collections.ts";
import { refused } from "../../engine/model/failure.ts";
import type { ExecutablePlan, Plan } from "../../engine/model/plan.ts";
import { executablePlan, type PlanInput } from "../../engine/review/executable-plan.ts";
import type { PlanValues } from "../../engine/review/plan-document.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";
import type { ReplaceJournal } from "../../engine/model/ports.ts";
import type { JournalEntry } from "../../engine/model/replace-journal.ts";
import {
  configurationName,
  pinnedAddresses,
  type Settings,
} from "../../project/settings/configuration.ts";
import { kinds } from "../../kinds.ts";
import { modelPrice } from "../../providers/prices.ts";
import { fieldSource, type Project } from "../../sync/load/load.ts";
import { makePlan } from "../../sync/plan/plan.ts";
import { factsFrom } from "../../sync/plan/service-facts.ts";
import { connect, type ServiceConnection } from "../connect/connect.ts";
import {
  type DefinitionsAt,
  openDefinitionsAt,
  projectFilesAt,
  throwIfInvalidAt,
} from "../project/definitions-at.ts";
import { createHistoryReader } from "../project/history-reader.ts";
import { openPlanChecks } from "../project/definition-checks.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import { openReplaceJournal, withEntries } from "./open-replace-journal.ts";
import {
  isForAll,
  type PlanFlags,
  planValues,
  pruneNotes,
  refuseContradictingFlags,
} from "./plan-flags.ts";
import type { PlanSourcePaths } from "./print-plan.ts";
import { openUpstream } from "./upstream.ts";
import { definitionSchemas, InvalidProject, projectFiles } from "../project/project.ts";
import { type CommandHost, printWarnings, projectPrefix } from "../host/command-host.ts";

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
  /**
   * Creates the plan again from the current state of files and service. Throws a Failure if the settings
   * have changed.
   */
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
  readonly directory?: string | undefined;
  readonly flags: PlanFlags;
  /** Only a plan with `write` can be applied. Default: read. */
  readonly access?: "read" | "write";
  /** Replaces the replace journal of the project. */
  readonly journal?: ReplaceJournal;
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

/** Creates the plan and prints the warnings of the project. `limits`: only of a saved plan. */
export async function preparePlan(
  host: CommandHost,
  options: PrepareOptions,
  limits?: ReviewLimits,
): Promise<PreparedPlan> {
  const session = await openSession(host, options, limits);
  const created = await createPlan(session);
  const { settings, at, journal, values } = session;
  if (!options.hidesWarnings && !at)
    printWarnings(host, created.project.diagnostics, settings.root, options.flags);
  return {
    ...created,
    settings,
    journal,
    values,
    connection: await session.connection(),
    paths: {
      ...planSourcePaths(host.cwd, settings, created.project),
      commit: at?.commit,
      commitFolder: at?.project?.folder,
    },
    planAgain: () => planAgain(session),
  };
}

/** What the plans of one command share. */
interface PlanSession {
  readonly host: CommandHost;
  readonly options: PrepareOptions;
  readonly settings: Settings;
  /** The commit whose definitions are used; undefined for those of the files. */
  readonly at: DefinitionsAt | undefined;
  readonly journal: ReplaceJournal;
  readonly values: PlanValues;
  readonly reviewed: ReadonlySet<string> | undefined;
  /** Connects at the first call. */
  connection(this: void): Promise<ServiceConnection>;
}

async function openSession(
  host: CommandHost,
  options: PrepareOptions,
  limits: ReviewLimits | undefined,
): Promise<PlanSession> {
  const { directory, flags, access } = options;
  refuseContradictingFlags(flags);
  const settings = await readEnvironmentSettings(host, directory, flags);
  limits?.checkEnvironment(settings);
  if (access === "write") removeLeftovers(host, settings);
  const at =
    flags.ref === undefined ? undefined : await openDefinitionsAt(host, settings, flags.ref);
  const journal = options.journal ?? (await openReplaceJournal(host, settings.root));
  return {
    host,
    options,
    settings,
    at,
    journal: limits ? withEntries(journal, limits.journalEntries) : journal,
    values: planValues(host, settings, flags, limits),
    reviewed: limits?.reviewed,
    connection: once(() =>
      connect(host, { settings, flags, access, checkBaseUrl: limits?.checkBaseUrl }),
    ),
  };
}

type CreatedPlan = Pick<PreparedPlan, "project" | "plan" | "planInput">;

/** The plan of the current files, service and history. */
async function createPlan(session: PlanSession): Promise<CreatedPlan> {
  const { host, options, settings, at, journal, values, reviewed, connection } = session;
  const { flags, isShown = false, asksUpstream = isShown } = options;
  const sources = {
    kinds,
    schemas: definitionSchemas,
    files: at ? projectFilesAt(at) : projectFiles(host, settings),
    overrides: at ? at.overrides : settings.environment?.overrides,
    checks:
      isShown && !at ? await openPlanChecks(host, kinds, pinnedAddresses(settings)) : undefined, // a commit cannot be corrected
    prefix: projectPrefix(host.cwd, settings.root),
    priceOf: modelPrice,
    connect: async () => (await connection()).reader,
    factsOf: factsFrom(settings, journal.read()),
    history: createHistoryReader(host, settings, flags), // HEAD may be another one now
    upstream: asksUpstream
      ? await openUpstream(host, { settings, flags, values, at, journal })
      : undefined,
  };
  const policy = {
    ...settings,
    ...values,
    reviewed,
    findsRemovals: isShown && !at,
    explainsUnmanaged: isShown && flags.unmanaged === true && isForAll(flags),
  };
  const { project, plan, planInput } = await makePlan(sources, policy).finally(at?.close);
  if (at) throwIfInvalidAt(at, project.diagnostics);
  if (!plan || !planInput) throw new InvalidProject(project.diagnostics, settings.root);
  const notes = [...commitNotes(settings, at, plan), ...pruneNotes(settings, flags)];
  return { project, plan: { ...plan, notes: [...notes, ...plan.notes] }, planInput };
}

/** Throws a Failure if the settings have changed. */
async function planAgain(session: PlanSession): Promise<PlanWithInput> {
  const { host, options, settings } = session;
  const current = await readEnvironmentSettings(host, options.directory, options.flags);
  if (isDeepStrictEqual(current, settings)) return createPlan(session);
  throw refused(
    "stale",
    `${configurationName} changed while waiting for confirmation. Nothing was applied.`,
    "Run the same command again to review the new plan.",
  );
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
