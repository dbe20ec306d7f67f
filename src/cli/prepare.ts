// What plan and apply have in common: the project, the service and the plan.
import { dirname, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { Plan } from "../engine/model/plan.ts";
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
import { visible } from "../views/paint.ts";
import { type ConnectFlags, connect, type Connection } from "./connect.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type Host, screenOf } from "./host.ts";
import { InvalidProject } from "./invalid.ts";
import { notebookOf } from "./replace-journal.ts";
import { pathFrom, prefixOf } from "./prefix.ts";

export interface PlanFlags extends ConnectFlags {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly prune?: boolean;
  readonly allowMassDelete?: boolean;
  readonly unmanaged?: boolean;
  /** A file to save the plan in. */
  readonly out?: string;
}

export interface Prepared {
  readonly settings: Settings;
  readonly project: Project;
  readonly connection: Connection;
  readonly notebook: ReplaceJournal;
  readonly plan: Plan;
  /** The plan once more, from the service as it is now. */
  planAgain(): Promise<Plan>;
}

/** Loads the project, tells its warnings, connects and plans. Whoever calls closes the connection. */
export async function prepare(
  host: Host,
  directory: string | undefined,
  flags: PlanFlags,
  access: "read" | "write",
): Promise<Prepared> {
  const prepared = await prepareUntold(host, directory, flags, access);
  const { project, settings } = prepared;
  const prefix = prefixOf(host.cwd, settings.root);
  if (project.diagnostics.length > 0)
    host.err(`${diagnosticsText(project.diagnostics, screenOf(host, "err"), prefix)}\n`);
  return prepared;
}

/** The same for whoever has told the warnings already; `notes` in place of those of the project. */
export async function prepareUntold(
  host: Host,
  directory: string | undefined,
  flags: PlanFlags,
  access: "read" | "write",
  notes?: ReplaceJournal,
): Promise<Prepared> {
  refuseContradictions(flags);
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, directory);
  const prefix = prefixOf(host.cwd, settings.root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, prefix);
  const files = definitionFiles(settings.root, settings.definitions);
  const notebook = notes ?? notebookOf(host, settings.root);
  let connection: Connection | undefined;
  const reader = async (): Promise<ServiceReader> => {
    connection ??= await connect(host, settings, flags, access);
    return connection.reader;
  };
  const make = async (): Promise<{ project: Project; plan: Plan }> => {
    const { project, plan } = await makePlan(kinds, grammars, files, reader, {
      ...options(settings, flags),
      unfinished: notebook.read(),
    });
    if (!plan) throw new InvalidProject(project.diagnostics, prefix);
    return { project, plan };
  };
  try {
    const { project, plan } = await make();
    return {
      settings,
      project,
      connection: connection!,
      notebook,
      plan,
      planAgain: async () => (await make()).plan,
    };
  } catch (error) {
    connection?.close();
    throw error;
  }
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

function options(settings: Settings, flags: PlanFlags): Omit<PlanOptions, "unfinished"> {
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
export function saveTo(
  host: Host,
  { plan, settings }: Pick<Prepared, "plan" | "settings">,
  path: string,
): void {
  const project = pathFrom(dirname(path), settings.root) || ".";
  writePlan(path, savedPlan(plan, { createdAt: host.time().toISOString(), project }));
}

/** What promptctl.yaml says that decides what a plan does. */
export function saidIn(settings: Settings, baseUrl: string): JsonObject {
  const { scope, maxDeletePercent, capabilities, pins } = settings;
  return { scope, maxDeletePercent, capabilities: { ...capabilities }, pins: { ...pins[baseUrl] } };
}

/** Saves the plan where --out asks for it, and says how to apply it. */
export function save(host: Host, prepared: Prepared, flags: PlanFlags): void {
  const { plan } = prepared;
  const { out, local, baseUrl } = flags;
  if (out === undefined) return;
  saveTo(host, prepared, resolve(host.cwd, out));
  const where = [
    local ? " --local" : "",
    baseUrl === undefined ? "" : ` --base-url ${shellQuote(baseUrl)}`,
  ];
  host.err(
    plan.refusals.length > 0
      ? `Saved to ${visible(out)}, for reading only: apply refuses it.\n`
      : `Saved. To carry out just this: promptctl apply ${visible(shellQuote(out) + where.join(""))}\n`,
  );
}
