// One change of a plan in Markdown: its line in the list, and its details.
import { shortHash } from "../../engine/text/commit-hash.ts";
import type { Json } from "../../engine/model/json.ts";
import type { Plan } from "../../engine/model/plan.ts";
import type { ChangeTextOptions } from "./change-text.ts";
import { type DiffLine, type DiffSize, plainDiffLine } from "../text/diff-line.ts";
import { referenceText } from "../text/display-name.ts";
import { type FieldChange, maskedChangeText } from "./field-changes.ts";
import { fieldDiff } from "./field-diff.ts";
import { changedFields, changedOnServiceText, heldNote, type HeldStyle } from "./held-version.ts";
import { codeSpan, codeFence, type Mask } from "../text/markdown.ts";
import { type ChangeSummary, overriddenText } from "./plan-summary.ts";
import { unicodeSymbols } from "../text/terminal-text.ts";
import { wholeLines } from "../text/text-diff.ts";
import { valueLines } from "../text/value-lines.ts";
import { escapeSpaces } from "../text/visible-text.ts";

export interface ChangeDetailOptions extends Pick<
  ChangeTextOptions,
  "includedFrom" | "full" | "elsewhere"
> {
  readonly mask: Mask;
  /** Names the sides of a change: the service and the files. */
  readonly namesSides?: boolean;
}

/** The characters per line of a diff, and of a value that is not shown as a diff. */
const lineWidth = 120;
const maxValueLength = 100;

/** `- update` `prompt/Support triage` `· **deploys**` */
export function changeLine(
  { action, title, nameNote, note, contentSummary, held }: ChangeSummary,
  mask: Mask,
): string {
  const word = action === "delete" ? "**delete**" : action;
  const strong = note === "deploys" ? "**deploys**" : note;
  const version = held ? heldNote(held, heldStyle(mask)) : "";
  const parts = [
    `- ${word} ${codeSpan(title, mask)}`,
    nameNote === undefined ? "" : codeSpan(nameNote, mask),
    strong,
    held?.held.type === "none" ? `**${version}**` : version,
    contentSummary.length === 0 ? "" : codeSpan(contentSummary.join(" · "), mask),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Hash and date of commits. Their author and subject are personal data. */
function heldStyle(mask: Mask): HeldStyle {
  return {
    commit: ({ commit, date }) => `${codeSpan(shortHash(commit), mask)} (${date.slice(0, 10)})`,
    ref: (name) => codeSpan(name, mask),
  };
}

/** The details of a change under its name; undefined if its line says everything. */
export function changeDetails(
  summary: ChangeSummary,
  plan: Plan,
  options: ChangeDetailOptions,
): string | undefined {
  const { action, title, details, content, warning, explanation } = summary;
  const { mask, full } = options;
  const type = action === "create" ? "added" : "removed";
  const whole = content && full ? valueLines(content) : undefined;
  const origin = overriddenText(summary);
  const pieces = [
    origin && `- overridden: ${codeSpan(origin, mask)}`,
    whole && diffFence(wholeLines(type, whole, sizeOf(options))),
    ...details.map((detail) => detailMarkdown(detail, summary, plan, options)),
    ...changedOnService(summary, plan, options),
    warning && `- ${warning}`,
    explanation && `- ${explanation}`,
  ].filter((piece) => piece !== undefined);
  if (pieces.length === 0) return undefined;
  return [`#### ${codeSpan(title, mask)}`, ...pieces].join("\n\n");
}

/** How the service differs from the newest version, if it holds no version. */
function changedOnService(
  change: ChangeSummary,
  plan: Plan,
  options: ChangeDetailOptions,
): string[] {
  const { held: summary } = change;
  if (summary?.held.type !== "none") return [];
  const { mask, full } = options;
  const { owner, differences } = summary;
  const name = owner === undefined ? undefined : codeSpan(owner, mask);
  const sentence = changedOnServiceText(summary, name, heldStyle(mask));
  const fields = changedFields(differences).map((path) => codeSpan(path, mask));
  if (!full || fields.length === 0) return [[sentence, fields.join(", ")].join(" ").trim()];
  const sides = { ...options, namesSides: false, includedFrom: () => [] };
  const own = { ...change, overridden: {} };
  return [sentence, ...differences.map((each) => detailMarkdown(each, own, plan, sides))];
}

function detailMarkdown(
  detail: FieldChange,
  { address, overridden }: ChangeSummary,
  plan: Plan,
  options: ChangeDetailOptions,
): string {
  const { mask, includedFrom } = options;
  const path = codeSpan(detail.path, mask);
  const inline = inlineMarkdown(detail, plan, options);
  const origin = overridden[detail.path];
  const place = origin === undefined ? "" : ` (${codeSpan(origin, mask)})`;
  if (inline !== undefined) return `- ${path}: ${inline}${place}`;
  const files = detail.type === "text" ? includedFrom(address, detail.pointer) : [];
  const from =
    files.length === 0 ? "" : ` from ${files.map((file) => codeSpan(file, mask)).join(", ")}`;
  return `- ${path}${from}${place}:\n\n${diffFence(fieldDiff(detail, sizeOf(options)))}`;
}

/** The values of a field on one line; undefined if they are long. */
function inlineMarkdown(
  detail: FieldChange,
  plan: Plan,
  { mask, namesSides }: ChangeDetailOptions,
): string | undefined {
  const isShort = (value: Json | undefined): boolean =>
    value === undefined || JSON.stringify(value).length <= maxValueLength;
  switch (detail.type) {
    case "value": {
      const { before, after } = detail;
      if (!isShort(before) || !isShort(after)) return undefined;
      const [old, desired] = [jsonCode(before, mask), jsonCode(after, mask)];
      return namesSides ? `on the service ${old}, in the files ${desired}` : `${old} → ${desired}`;
    }
    case "added":
    case "removed":
      return isShort(detail.item) ? `${detail.type} ${jsonCode(detail.item, mask)}` : undefined;
    case "set":
      return (["added", "removed"] as const)
        .flatMap((type) =>
          detail[type].map((target) => `${type} ${codeSpan(referenceText(target, plan), mask)}`),
        )
        .join(", ");
    case "masked":
      return maskedChangeText;
    case "text":
      return undefined;
  }
}

function jsonCode(value: Json | undefined, mask: Mask): string {
  return value === undefined ? "(absent)" : codeSpan(escapeSpaces(JSON.stringify(value)), mask);
}

function sizeOf({ full = false, elsewhere }: ChangeDetailOptions): DiffSize {
  return { width: lineWidth, full, elsewhere, symbols: unicodeSymbols };
}

/** The lines are limited and masked already. */
function diffFence(lines: readonly DiffLine[]): string {
  return codeFence("diff", lines.map(plainDiffLine), String, Number.POSITIVE_INFINITY);
}
