// Saves a plan, so that apply makes exactly this one.
import { dirname, resolve } from "node:path";
import { savedEntries } from "../../engine/apply/journal-entries.ts";
import { definitionsDigest } from "../../engine/review/executable-plan.ts";
import { savedPlan } from "../../engine/review/plan-document.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { writePlan } from "../../project/local/plan-file.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";
import { removeLeftovers } from "../project/remove-leftovers.ts";
import type { PlanFlags } from "./plan-flags.ts";
import type { PreparedPlan } from "./prepare-plan.ts";

/** Saves the plan to an absolute path. */
export function savePlanAt(
  host: CommandHost,
  prepared: Pick<PreparedPlan, "plan" | "planInput" | "settings" | "journal" | "values" | "paths">,
  path: string,
): void {
  removeLeftovers(host, prepared.settings, path);
  const project = relativePath(dirname(path), prepared.settings.root) || ".";
  const createdAt = host.time().toISOString();
  const { plan, planInput, journal, values } = prepared;
  const basis = {
    definitionsDigest: definitionsDigest(planInput),
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
