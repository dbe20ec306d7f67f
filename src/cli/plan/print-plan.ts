// A plan in the output formats of plan and apply, with secrets masked.
import type { Plan } from "../../engine/model/plan.ts";
import { planDocument } from "../../engine/review/plan-document.ts";
import { maskSecrets, secretMask, secretsIn } from "../../engine/text/secrets.ts";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { kinds } from "../../kinds.ts";
import { planMarkdown, type PlanMarkdownOptions } from "../../views/plan/plan-markdown.ts";
import { planText, type PlanTextOptions } from "../../views/plan/plan-text.ts";
import { jsonText } from "../../views/text/json-text.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import { unlimited } from "../../views/text/markdown.ts";
import type { NoteLayout } from "../connect/gitlab-note.ts";
import {
  type CommandHost,
  printJsonLine,
  screenOf,
  type OutputFormat,
} from "../host/command-host.ts";
import type { PlanFlags } from "./plan-flags.ts";

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

/** A plan, and where its definitions come from. */
interface ShownPlan {
  readonly plan: Plan;
  readonly paths: PlanSourcePaths;
}

/** Prints the plan before it is applied: as text, or as the first line of a stream of JSON documents. */
export function printPlan(
  host: CommandHost,
  plan: Plan,
  flags: PlanFlags & { readonly json?: boolean },
  paths: PlanSourcePaths,
): void {
  const shown = { plan, paths };
  if (flags.json) printJsonLine(host, { type: "plan", plan: maskedDocument(shown) });
  else host.out(terminalText(host, shown, flags, "apply"));
}

/** The output of promptctl plan in a format. */
export function planOutput(
  host: CommandHost,
  shown: ShownPlan,
  flags: PlanFlags,
  format: OutputFormat<"plan">,
): string {
  switch (format) {
    case "text":
      return terminalText(host, shown, flags, "plan");
    case "json":
      return `${jsonText(maskedDocument(shown), 2)}\n`;
    case "markdown": {
      const mask = secretMask(secretsIn(host.env));
      return planPage(shown, flags, { heading: "promptctl plan", mask, limit: unlimited });
    }
  }
}

/** Where the parts that a plan omits can be read. */
const elsewhere = " with --full";

function terminalText(
  host: CommandHost,
  { plan, paths }: ShownPlan,
  { unmanaged = false, full = false }: PlanFlags,
  command: "plan" | "apply",
): string {
  const layout = { ...screenOf(host, "out"), mask: maskSecrets, showsAuthors: host.terminal.out };
  return planText(plan, { kinds, command, unmanaged, full, elsewhere, ...layout, ...paths });
}

function maskedDocument({ plan, paths }: ShownPlan): PlanDocument {
  return mapTexts(planDocument(plan, paths.commit), maskSecrets);
}

/** The plan in Markdown. */
export function planPage(
  { plan, paths }: ShownPlan,
  { unmanaged = false, full = false }: PlanFlags,
  layout: NoteLayout & Pick<PlanMarkdownOptions, "pullRequest">,
): string {
  return planMarkdown(plan, { kinds, unmanaged, full, elsewhere, ...paths, ...layout });
}
