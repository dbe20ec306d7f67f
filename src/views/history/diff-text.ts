// The differences between the definitions of two commits, for a terminal and as Markdown.
import type { DefinitionDifference } from "../../engine/history/compare-definitions.ts";
import { commitTitle } from "../text/commit-title.ts";
import { actionOf, type DiffSide, type DiffSides } from "./diff-json.ts";
import { wholeChangesTexts } from "../plan/line-text.ts";
import { fieldChanges } from "../plan/field-changes.ts";
import { setFields } from "../../engine/model/references.ts";
import { codeFence, codeSpan, type Mask } from "../text/markdown.ts";
import { shownChanges } from "../plan/mask-change.ts";
import { createScreen, escapeText, type Screen } from "../text/terminal-text.ts";

/** The sides, the differences, and how many there are; ends with a newline. */
export function diffSummaryText(
  differences: readonly DefinitionDifference[],
  sides: DiffSides,
  screen: Screen,
  mask: Mask,
): string {
  const { colors, symbols: signs } = screen;
  const symbols = { add: colors.green("+"), change: colors.yellow("~"), remove: colors.red("-") };
  const [before, after] = [sides.before, sides.after].map((side) => escapeText(sideText(side)));
  const lines = differences.flatMap((each) => [
    `  ${symbols[actionOf(each)]} ${escapeText(titleOf(each))}`,
    ...changedFields(each, screen, mask).map((line) => `      ${line}`),
  ]);
  const sections = [
    [`${colors.bold("promptctl diff")} ${signs.separator} ${before} ${signs.arrow} ${after}`],
    lines,
    [countText(differences)],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join("\n"))
    .join("\n\n")}\n`;
}

/** The same in Markdown. Texts of definitions are in code only. */
export function diffMarkdown(
  differences: readonly DefinitionDifference[],
  sides: DiffSides,
  mask: Mask,
): string {
  const screen = createScreen(false, 120);
  const pieces = differences.map((each) => {
    const fields = changedFields(each, screen, mask);
    const title = `- ${actionOf(each)} ${codeSpan(titleOf(each), mask)}`;
    return fields.length === 0 ? title : `${title}\n\n${codeFence("diff", fields, mask)}`;
  });
  const [before, after] = [sides.before, sides.after].map((side) => codeSpan(sideText(side), mask));
  return `${[`### promptctl diff: ${before} to ${after}`, ...pieces, countText(differences)].join("\n\n")}\n`;
}

/** The address, and the earlier one of a renamed definition. */
function titleOf({ before, after }: DefinitionDifference): string {
  const address = (after ?? before)!.address;
  const isRenamed = before && after && before.address !== after.address;
  return isRenamed ? `${address} (was ${before.address})` : address;
}

/** `mask`: hides secrets in the values. */
function changedFields(
  { row, before, after, overridden = {} }: DefinitionDifference,
  screen: Screen,
  mask: Mask,
): string[] {
  if (!before || !after) return [];
  if (before.external !== after.external)
    return [after.external ? "external: true" : "external: false"];
  const changes = fieldChanges(before.content, after.content, setFields(row));
  const masked = shownChanges(changes, mask);
  const placeOf = (path: string): string | undefined => {
    const places = [overridden.before?.[path], overridden.after?.[path]];
    const named = new Set(places.filter((place) => place !== undefined));
    return named.size === 0 ? undefined : [...named].join(` ${screen.symbols.arrow} `);
  };
  return wholeChangesTexts(masked, { ...screen, width: screen.width - 6 }, placeOf);
}

function countText(differences: readonly DefinitionDifference[]): string {
  if (differences.length === 0) return "No differences.";
  const count = (action: ReturnType<typeof actionOf>): number =>
    differences.filter((each) => actionOf(each) === action).length;
  return `${count("add")} added, ${count("change")} changed, ${count("remove")} removed.`;
}

/** `main (3f2a91c)`, or `working tree`. */
function sideText({ name, commit, environment }: DiffSide): string {
  const source = commit === undefined ? name : commitTitle({ name, commit });
  return environment === undefined ? source : `${source}, ${environment}`;
}
