// promptctl apply FILE: carries out a saved plan, if all that it touches is as it was reviewed.
import { basename, dirname, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import type { ExecutablePlan, Plan } from "../engine/model/plan.ts";
import { definitionsDigest } from "../engine/saved-plan/executable-plan.ts";
import { isComplete, planFromDocument } from "../engine/saved-plan/read-plan.ts";
import type { ResumedPlan } from "../engine/saved-plan/resume.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { configurationName, configure, projectAbove, type Settings } from "../io/configuration.ts";
import { definitionFiles } from "../io/definitions.ts";
import { damaged, isFile, isFolder, readPlan } from "../io/plan-file.ts";
import { kinds } from "../kinds.ts";
import { load } from "../sync/load.ts";
import { resumePlan } from "../sync/resume.ts";
import { ageText, staleLines } from "../views/stale-text.ts";
import { pluralize } from "../views/terminal-text.ts";
import { planText } from "../views/plan-text.ts";
import type { ApplyFlags } from "./apply.ts";
import { applyAndReport, throwIfRefused, printPlan } from "./apply-plan.ts";
import { connect } from "./connect.ts";
import { configurationGrammar, grammars } from "./grammars.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { InvalidProject } from "./invalid-project.ts";
import { openReplaceJournal } from "./replace-journal.ts";
import { projectPrefix } from "./relative-path.ts";

/** Whether the word after apply is a file, or would be one, and so a saved plan: projects are folders. */
export function isPlanFile(host: CommandHost, given: string | undefined): given is string {
  if (given === undefined || basename(given) === configurationName) return false;
  const path = resolve(host.cwd, given);
  return isFile(path) || (given.endsWith(".json") && !isFolder(path));
}

/** Carries it out without a question: applying a file is consent. Exit codes as of apply. */
export async function applySavedPlan(
  host: CommandHost,
  file: string,
  flags: ApplyFlags,
): Promise<number> {
  refusePlanning(flags);
  const document = readPlan(resolve(host.cwd, file), file);
  if (!isComplete(kinds, document)) throw damaged(file);
  const plan = planFromDocument(kinds, document);
  const settings = await projectOf(host, plan, file, document.project ?? ".");
  const connection = await connect(host, settings, flags, "write", (baseUrl) =>
    expectService(plan, file, baseUrl),
  );
  try {
    const resumed =
      plan.refusals.length > 0
        ? { plan, stale: [] }
        : await resumePlan(kinds, plan, connection.reader);
    const isDone = plan.steps.length > 0 && resumed.plan.steps.length === 0;
    if (flags.json || !isDone) printPlan(host, plan, flags, () => textOf(host, plan, file, flags));
    throwIfRefused(plan, `Settle that, and make a new plan: promptctl plan --out FILE`);
    const age = host.time().getTime() - Date.parse(document.createdAt!);
    refuseMoved(resumed, ageText(age));
    tellDone(host, plan, resumed.plan);
    const journal = openReplaceJournal(host, settings.root);
    return await applyAndReport(host, resumed.plan, { connection, journal }, flags);
  } finally {
    connection.close();
  }
}

/** What made the plan is in the plan: flags that would change it have no say any more. */
function refusePlanning({ target, exclude, prune, allowMassDelete, out }: ApplyFlags): void {
  const given = Object.entries({
    "--target": target,
    "--exclude": exclude,
    "--prune": prune,
    "--allow-mass-delete": allowMassDelete,
    "--out": out,
  }).find(([, value]) => value !== undefined);
  if (!given) return;
  throw new Failure(
    "usage",
    "flag-of-plan",
    `${given[0]} cannot be used with a saved plan, which is carried out as it was reviewed.`,
    `Use it when the plan is made: promptctl plan ${given[0]} … --out FILE`,
  );
}

/** The project it was made from, else the one around, which must say what it said then. */
async function projectOf(
  host: CommandHost,
  plan: ExecutablePlan,
  file: string,
  project: string,
): Promise<Settings> {
  const made = resolve(host.cwd, dirname(file), project);
  const isThere = projectAbove(made) === made || (plan.baseUrl === "local" && isFolder(made));
  const root = isThere ? made : projectAbove(host.cwd);
  if (root === undefined && plan.baseUrl === "local") throw noProjectOf(file);
  const { settings, diagnostics } = configure(kinds, configurationGrammar, host.cwd, root ?? ".");
  const prefix = projectPrefix(host.cwd, settings.root);
  if (diagnostics.length > 0) throw new InvalidProject(diagnostics, prefix);
  if (root === undefined) return settings;
  const found = await load(kinds, grammars, definitionFiles(root, settings.definitions));
  if (found.diagnostics.some(({ severity }) => severity === "error"))
    throw new InvalidProject(found.diagnostics, prefix);
  if (
    definitionsDigest(kinds, found.definitions, {
      ...settings,
      pins: settings.pins[plan.baseUrl] ?? {},
    }) === plan.basis.definitions
  )
    return settings;
  throw new Failure(
    "refused",
    "stale",
    `The definitions or settings in ${prefix === "" ? "this folder" : prefix} are not those that ${file} was made from.`,
    newPlan,
  );
}

/** The embedded store is a project's own: which one is meant must be known. */
function noProjectOf(file: string): Failure {
  return new Failure(
    "refused",
    "no-project",
    `${file} was made for the embedded store of a project, which is not where it was from here.`,
    "Go to the project's folder, and name the plan from there.",
  );
}

const newPlan = "Make a new plan: promptctl plan --out FILE";

function expectService({ baseUrl }: Plan, file: string, named: string): void {
  if (baseUrl === named) return;
  throw new Failure(
    "refused",
    "another-service",
    `${file} was made for ${baseUrl}, and this run is for ${named}.`,
    baseUrl === "local" ? "Add --local." : `If that is right: --base-url ${shellQuote(baseUrl)}`,
  );
}

function refuseMoved({ plan, stale: moved }: ResumedPlan, age: string): void {
  if (moved.length === 0) return;
  const have = moved.length === 1 ? "thing has" : "things have";
  throw new Failure(
    "refused",
    "stale",
    `The saved plan is ${age} old and ${moved.length} ${have} moved since.`,
    [...staleLines(kinds, plan, moved), newPlan],
  );
}

function tellDone(host: CommandHost, plan: Plan, left: Plan): void {
  const all = plan.steps.length;
  const done = all - left.steps.length;
  if (done === 0) return;
  if (done === all)
    host.err(`This plan was carried out already: all of its ${pluralize(all, "call")} are made.\n`);
  else host.err(`${done} of its ${pluralize(all, "call")} made already, ${all - done} left.\n`);
}

function textOf(
  host: CommandHost,
  plan: Plan,
  file: string,
  { unmanaged = false }: ApplyFlags,
): string {
  return planText(plan, {
    ...screenOf(host, "out"),
    kinds,
    command: "apply",
    folder: file,
    unmanaged,
    includedFrom: () => undefined,
  });
}
