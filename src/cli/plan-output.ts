// Prints a plan as text or Markdown, with file paths relative to the current folder.
import type { Plan } from "../engine/model/plan.ts";
import { maskSecrets, redactKey } from "../engine/model/secrets.ts";
import { kinds } from "../kinds.ts";
import { fieldSource } from "../sync/load.ts";
import { unlimited, type Mask } from "../views/markdown.ts";
import { planMarkdown } from "../views/plan-markdown.ts";
import type { Screen } from "../views/terminal-text.ts";
import { planText, type PlanTextOptions } from "../views/plan-text.ts";
import { type CommandHost, projectPrefix, screenOf } from "./command-host.ts";
import type { PlanFlags, PreparedPlan } from "./prepare-plan.ts";

/** The plan for a terminal. */
export function planOutputText(
  host: CommandHost,
  plan: Plan,
  options: Omit<PlanTextOptions, keyof Screen | "kinds">,
): string {
  return planText(plan, { ...screenOf(host, "out"), kinds, ...options });
}

/** The whole plan for a pull request or a chat; secrets are masked. */
export function planOutputMarkdown(
  host: CommandHost,
  prepared: PreparedPlan,
  { unmanaged = false }: PlanFlags,
): string {
  return planMarkdown(prepared.plan, {
    kinds,
    heading: "promptctl plan",
    unmanaged,
    elsewhere: "",
    mask: maskOf(host),
    limit: unlimited,
    ...planSourcePaths(host, prepared),
  });
}

export type PlanSourcePaths = Pick<PlanTextOptions, "folder" | "includedFrom">;

/** The folder of the definitions, and the files of included texts. */
export function planSourcePaths(
  host: CommandHost,
  { project, settings }: Pick<PreparedPlan, "project" | "settings">,
): PlanSourcePaths {
  const prefix = projectPrefix(host.cwd, settings.root);
  const folder = `${prefix}${settings.definitions === "." ? "" : `${settings.definitions}/`}`;
  return {
    folder: folder === "" ? "./" : folder,
    includedFrom: (address, pointer) => {
      const path = fieldSource(project, address, pointer)?.included;
      return path === undefined ? undefined : `${prefix}${path}`;
    },
  };
}

function maskOf({ env }: CommandHost): Mask {
  return (text) => maskSecrets(redactKey(text, env["PROMPTCTL_API_KEY"]));
}
