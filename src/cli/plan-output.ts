// The plan as text or as Markdown, with the places of the definitions as the user calls them.
import { maskSecrets, redactKey } from "../engine/model/secrets.ts";
import { kinds } from "../kinds.ts";
import { unlimited, type Mask } from "../views/markdown.ts";
import { planMarkdown, type PlanMarkdownOptions } from "../views/plan-markdown.ts";
import { planText } from "../views/plan-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { projectPrefix } from "./relative-path.ts";
import type { PlanFlags, PreparedPlan } from "./prepare-plan.ts";

/** The plan for a terminal. */
export function planOutputText(
  host: CommandHost,
  command: "plan" | "apply",
  prepared: Pick<PreparedPlan, "plan" | "project" | "settings">,
  { unmanaged = false }: PlanFlags,
): string {
  const places = planSourcePaths(host, prepared);
  return planText(prepared.plan, {
    ...screenOf(host, "out"),
    kinds,
    command,
    unmanaged,
    ...places,
  });
}

/** The plan for whoever posts it: all of it, without what looks like a secret. */
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

/** The folder of the definitions, and the files that texts are included from. */
export function planSourcePaths(
  host: CommandHost,
  { project, settings }: Pick<PreparedPlan, "project" | "settings">,
): Pick<PlanMarkdownOptions, "folder" | "includedFrom"> {
  const prefix = projectPrefix(host.cwd, settings.root);
  const folder = `${prefix}${settings.definitions === "." ? "" : `${settings.definitions}/`}`;
  return {
    folder: folder === "" ? "./" : folder,
    includedFrom: (address, pointer) => {
      const path = project.locate(address, pointer)?.included;
      return path === undefined ? undefined : `${prefix}${path}`;
    },
  };
}

function maskOf({ env }: CommandHost): Mask {
  return (text) => maskSecrets(redactKey(text, env["PROMPTCTL_API_KEY"]));
}
