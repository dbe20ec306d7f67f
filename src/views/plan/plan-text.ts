// A plan as text for a terminal.
import type { Kinds } from "../../engine/model/kind.ts";
import type { Plan } from "../../engine/model/plan.ts";
import type { Unmanaged } from "../../engine/model/unmanaged.ts";
import type { Address } from "../../engine/model/resource.ts";
import { alertTexts } from "./alert-lines.ts";
import { type ChangeSummary, describeChanges, describeTopmost } from "./change-summary.ts";
import { changeTexts, noteColumn } from "./change-text.ts";
import { groupChanges } from "./group-changes.ts";
import { serviceName, unmanagedName } from "../text/display-name.ts";
import { failureText } from "../text/failure-text.ts";
import type { KnownFields } from "./held-words.ts";
import type { Mask } from "../text/markdown.ts";
import {
  duplicateNotes,
  otherUnmanaged,
  summarizePlan,
  type UnmanagedOptions,
  withListHint,
} from "./plan-summary.ts";
import { countByKind } from "./change-order.ts";
import {
  noteTexts,
  type PlanNote,
  removedNotes,
  replaceNotes,
  unknownFieldNotes,
} from "./plan-notes.ts";
import { promotionNotes } from "./promotion-notes.ts";
import { escapeText, pluralize, type Screen, wrapSentence } from "../text/terminal-text.ts";

export interface PlanTextOptions extends Screen, UnmanagedOptions {
  readonly kinds: Kinds;
  /**
   * The command, and the folder of the definitions or the file of the saved plan, for the first
   * line.
   */
  readonly command: "plan" | "apply";
  readonly folder: string;
  /** Shows everything: whole diffs, and the content of created and deleted resources. */
  readonly full?: boolean;
  /** Where what is cut can be read, for example ` with --full`; empty if nowhere. */
  readonly elsewhere: string;
  /** Hides secrets in names and values; by default none. */
  readonly mask?: Mask;
  /** Shows date, author and subject of commits. Only for terminals: they are personal data. */
  readonly showsAuthors?: boolean;
  /** Whether the plan was read from a file, without comparing anything. */
  readonly isSaved?: boolean;
  /** The files from which a field of a definition includes its text. */
  includedFrom(address: Address, pointer: string): readonly string[];
  /** The fields of changes as another output of the same plan shows them, with the same mask. */
  readonly known?: KnownFields;
}

/** The whole plan; ends with a newline. */
export function planText(plan: Plan, options: PlanTextOptions): string {
  const { bold } = options.colors;
  const { separator } = options.symbols;
  const definitions = pluralize(plan.definitionCount, "definition");
  const source = options.isSaved
    ? `saved plan ${escapeText(options.folder)} ${separator} ${definitions}`
    : `${definitions} in ${escapeText(options.folder)}`;
  const service = [...(plan.environment === undefined ? [] : [plan.environment]), plan.baseUrl];
  const parts = [bold(`promptctl ${options.command}`), source, ...service.map(escapeText)];
  const head = parts.join(` ${separator} `);
  const changes = options.full
    ? describeChanges(plan, options)
    : groupChanges(describeTopmost(plan, options), options.kinds);
  const textsOf = (notes: readonly PlanNote[]): string[] =>
    notes.flatMap((note) => noteTexts(note, options));
  const sections = [
    [head],
    alertTexts(plan, options, options),
    ...changeSections(changes, options),
    textsOf(replaceNotes(plan)),
    textsOf(
      promotionNotes(plan, { ...options, max: options.full ? Number.POSITIVE_INFINITY : 10 }),
    ),
    textsOf(unknownFieldNotes(plan)),
    textsOf(duplicateNotes(plan, options.kinds, options)),
    unmanagedLines(otherUnmanaged(plan), options),
    plan.notes.map((note) => noteText(note, options)),
    plan.refusals.map((refusal) => failureText({ ...refusal, class: "refused" }, options)),
    [summaryLine(plan, options), ...textsOf(removedNotes(plan))].filter(Boolean),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}

/** Longer plans leave out the changed lines of texts, but for few changes: these share the lines. */
const maxLines = 100;
const minDiff = 10;

/** The lines of the changes, and what they leave out. */
function changeSections(changes: readonly ChangeSummary[], options: PlanTextOptions): string[][] {
  const column = noteColumn(changes, options);
  const linesWith = (change: ChangeSummary, maxDiff: number): string[] =>
    changeTexts(change, { ...options, maxDiff }, column);
  const maxDiff = Math.max(minDiff, Math.floor(maxLines / changes.length));
  const brief =
    !options.full && changes.length > maxLines / minDiff
      ? shorter(
          changes.map((change) => linesWith(change, 0)),
          (index) => linesWith(changes[index]!, maxDiff),
        )
      : undefined;
  const lines = brief ?? changes.flatMap((change) => linesWith(change, maxDiff));
  if (options.full) return [lines];
  const leftOut = [
    ...(brief ? ["the changed lines of texts"] : []),
    ...(changes.some(({ parts }) => parts)
      ? ["the names and edits that are only counted above"]
      : []),
  ];
  if (leftOut.length === 0) return [lines];
  const where = options.elsewhere && ` (shown${options.elsewhere})`;
  return [lines, [options.colors.dim(`Left out: ${leftOut.join(", and ")}${where}`)]];
}

/**
 * The brief lines of all changes if the whole ones are more and too many; whole ones are made up to that
 * point.
 */
function shorter(
  brief: readonly (readonly string[])[],
  wholeAt: (index: number) => readonly string[],
): string[] | undefined {
  const least = brief.reduce((sum, lines) => sum + lines.length, 0);
  let length = least;
  for (const [index, lines] of brief.entries()) {
    length += wholeAt(index).length - lines.length;
    if (length > Math.max(least, maxLines)) return brief.flat();
  }
  return undefined;
}

/** A sentence, followed by lines to copy. */
function noteText(note: string, screen: Screen): string {
  const [sentence = "", ...rest] = note.split("\n");
  const lines = [
    ...wrapSentence(`Note: ${sentence}`, screen, ""),
    ...rest.map((line) => `  ${escapeText(line)}`),
  ];
  return lines.map(screen.colors.dim).join("\n");
}

/** The totals, and whether apply refuses the plan: apply itself reports that as an error. */
function summaryLine(plan: Plan, options: PlanTextOptions): string {
  const totals = totalsText(plan, options);
  if (plan.refusals.length === 0 || options.command === "apply") return totals;
  const reasons = pluralize(plan.refusals.length, "reason");
  const refused = options.colors.red(`Apply refuses this plan for ${reasons}.`);
  return [totals, refused].filter(Boolean).join(" ");
}

function totalsText(plan: Plan, { colors, isSaved }: PlanTextOptions): string {
  if (isSaved && plan.changes.length + plan.refusals.length === 0)
    return `${colors.bold("The saved plan has no changes.")} Nothing was applied.`;
  const { headline, detail, baseUrl } = summarizePlan(plan);
  if (baseUrl !== undefined) return `${colors.green(headline)} ${detail} ${serviceName(baseUrl)}.`;
  return headline === "" ? detail : colors.bold(headline);
}

function unmanagedLines(unmanaged: readonly Unmanaged[], options: PlanTextOptions): string[] {
  if (unmanaged.length === 0) return [];
  const total = `Unmanaged: ${countByKind(options.kinds, unmanaged)}`;
  if (!options.unmanaged) return [withListHint(total, options)];
  return [
    total,
    ...unmanaged.map((resource) => {
      const reason = options.colors.dim(escapeText(resource.reason.text));
      return `  ${escapeText(unmanagedName(resource))}  ${reason}`;
    }),
  ];
}
