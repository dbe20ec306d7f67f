// The plan as text or as Markdown, with the places of the definitions as the user calls them.
import { maskSecrets, redactKey } from "../engine/model/secrets.ts";
import { kinds } from "../kinds.ts";
import { endless, type Mask } from "../views/markdown.ts";
import { planMarkdown, type PlanMarkdownOptions } from "../views/plan-markdown.ts";
import { planText } from "../views/plan-text.ts";
import { type Host, screenOf } from "./host.ts";
import { prefixOf } from "./prefix.ts";
import type { PlanFlags, Prepared } from "./prepare.ts";

/** The plan for a terminal. */
export function textOf(
  host: Host,
  command: "plan" | "apply",
  prepared: Pick<Prepared, "plan" | "project" | "settings">,
  { unmanaged = false }: PlanFlags,
): string {
  const places = placesOf(host, prepared);
  return planText(prepared.plan, {
    ...screenOf(host, "out"),
    kinds,
    command,
    unmanaged,
    ...places,
  });
}

/** The plan for whoever posts it: all of it, without what looks like a secret. */
export function markdownOf(
  host: Host,
  prepared: Prepared,
  { unmanaged = false }: PlanFlags,
): string {
  return planMarkdown(prepared.plan, {
    kinds,
    heading: "promptctl plan",
    unmanaged,
    elsewhere: "",
    mask: maskOf(host),
    room: endless,
    ...placesOf(host, prepared),
  });
}

/** The folder of the definitions, and the files that texts are included from. */
export function placesOf(
  host: Host,
  { project, settings }: Pick<Prepared, "project" | "settings">,
): Pick<PlanMarkdownOptions, "folder" | "includedFrom"> {
  const prefix = prefixOf(host.cwd, settings.root);
  const folder = `${prefix}${settings.definitions === "." ? "" : `${settings.definitions}/`}`;
  return {
    folder: folder === "" ? "./" : folder,
    includedFrom: (address, pointer) => {
      const path = project.locate(address, pointer)?.included;
      return path === undefined ? undefined : `${prefix}${path}`;
    },
  };
}

function maskOf({ env }: Host): Mask {
  return (text) => maskSecrets(redactKey(text, env["PROMPTCTL_API_KEY"]));
}
