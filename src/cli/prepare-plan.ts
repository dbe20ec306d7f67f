// What plan and apply have in common: the project, the service and the plan.
import { dirname, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import type { ExecutablePlan, Plan } from "../engine/model/plan.ts";
import { executablePlan, type PlanContext } from "../engine/saved-plan/executable-plan.ts";
import { savedPlan } from "../engine/saved-plan/plan-document.ts";
import type { ReplaceJournal, ServiceReader } from "../engine/model/ports.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { configure, type Settings } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { writePlan } from "../io/plan-file.ts";
import { kinds } from "../kinds.ts";
import type { Project } from "../sync/load.ts";
import { makePlan, type PlanOptions } from "../sync/plan.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { escapeText } from "../views/terminal-text.ts";
import { type ConnectFlags, connect, type ServiceConnection } from "./connect.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { InvalidProject } from "./invalid-project.ts";
import { openReplaceJournal } from "./replace-journal.ts";
import { relativePath, projectPrefix } from "./relative-path.ts";

export interface PlanFlags extends ConnectFlags {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly prune?: boolean;
  readonly allowMassDelete?: boolean;
  readonly unmanaged?: boolean;
  /** A file to save the plan in. */
  readonly out?: string;
}

export interface PreparedPlan {
  readonly settings: Settings;
  readonly project: Project;
  readonly connection: ServiceConnection;
  readonly journal: ReplaceJournal;
  readonly plan: Plan;
  /** What the plan was made from. */
  readonly context: PlanContext;
  /** Makes the plan again from the current state of the service. */
  planAgain(): Promise<ExecutablePlan>;
}

/** Loads the project, tells its warnings, connects and plans. Whoever calls closes the connection. */
export async function preparePlan(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanFlags,
  access: "read" | "write",
): Promise<PreparedPlan> {
  const prepared = await preparePlanSilently(host, directory, flags, access);
  const { project, settings } = prepared;
  const prefix = projectPrefix(host.cwd, settings.root);
  if (project.diagnostics.length > 0)
    host.err(`${diagnosticsText(project.diagnostics, screenOf(host, "err"), prefix)}\n`);
  return prepared;
}

/** The same for whoever has told the warnings already; `notes` in place of those of the project. */
export async function preparePlanSilently(
  host: CommandHost,
  directory: string | undefined,
  flags: PlanFlags,
  access: "read" | "write",
  notes?: ReplaceJournal,
): Promise<PreparedPlan> {
  refuseContradictions(flags);
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, directory);
  const prefix = projectPrefix(host.cwd, settings.root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, prefix);
  const files = definitionFiles(settings.root, settings.definitions);
  const journal = notes ?? openReplaceJournal(host, settings.root);
  let connection: ServiceConnection | undefined;
  const reader = async (): Promise<ServiceReader> => {
    connection ??= await connect(host, settings, flags, access);
    return connection.reader;
  };
  const make = async (): Promise<MadePlan> => {
    const sources = { kinds, grammars, files, connect: reader };
    const { project, plan, context } = await makePlan(sources, {
      ...options(settings, flags),
      journalEntries: journal.read(),
    });
    if (!plan || !context) throw new InvalidProject(project.diagnostics, prefix);
    return { project, plan, context };
  };
  try {
    const made = await make();
    return {
      settings,
      ...made,
      connection: connection!,
      journal,
      planAgain: async () => executable(await make()),
    };
  } catch (error) {
    connection?.close();
    throw error;
  }
}

type MadePlan = Pick<PreparedPlan, "project" | "plan" | "context">;

/** The plan with what saving or applying it needs. */
export function executable({ plan, context }: Pick<MadePlan, "plan" | "context">): ExecutablePlan {
  return executablePlan(kinds, plan, context);
}

function refuseContradictions({ target = [], exclude = [], prune }: PlanFlags): void {
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
      "What no file defines can only be told from all definitions: prune in a run of its own.",
    );
}

function options(settings: Settings, flags: PlanFlags): Omit<PlanOptions, "journalEntries"> {
  const { target = [], exclude = [] } = flags;
  const inPart = target.length + exclude.length > 0;
  const ignored = settings.prune && inPart;
  return {
    target,
    exclude,
    prune: !inPart && (flags.prune ?? settings.prune),
    scope: settings.scope,
    maxDeletePercent: settings.maxDeletePercent,
    allowMassDelete: flags.allowMassDelete ?? false,
    pins: settings.pins,
    capabilities: settings.capabilities,
    notes: ignored
      ? ["prune: true of promptctl.yaml is left out with --target and --exclude."]
      : [],
  };
}

/** Saves the plan at an absolute path. */
export function savePlanAt(
  host: CommandHost,
  prepared: Pick<PreparedPlan, "plan" | "context" | "settings">,
  path: string,
): void {
  const project = relativePath(dirname(path), prepared.settings.root) || ".";
  writePlan(
    path,
    savedPlan(executable(prepared), { createdAt: host.time().toISOString(), project }),
  );
}

/** Saves the plan where --out asks for it, and says how to apply it. */
export function savePlanIfRequested(
  host: CommandHost,
  prepared: PreparedPlan,
  flags: PlanFlags,
): void {
  const { plan } = prepared;
  const { out, local, baseUrl } = flags;
  if (out === undefined) return;
  savePlanAt(host, prepared, resolve(host.cwd, out));
  const where = [
    local ? " --local" : "",
    baseUrl === undefined ? "" : ` --base-url ${shellQuote(baseUrl)}`,
  ];
  host.err(
    plan.refusals.length > 0
      ? `Saved to ${escapeText(out)}, for reading only: apply refuses it.\n`
      : `Saved. To carry out just this: promptctl apply ${escapeText(shellQuote(out) + where.join(""))}\n`,
  );
}
