// What an apply found when it listed the service again: resources of others with the names of those
// that it created.
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import { someLines } from "../../engine/text/word-lists.ts";
import type { ApplySummary, SameName } from "../../engine/apply/apply-event.ts";
import { escapeText, type Screen } from "../text/terminal-text.ts";

/** The lines of the message, which are not escaped; none if there is nothing to say. */
export function sameNamesLines(
  { sameNames, sameNamesUnknown }: Pick<ApplySummary, "sameNames" | "sameNamesUnknown">,
  target: CommandTarget,
): string[] {
  if (sameNamesUnknown)
    return [
      `Warning: The created resources could not be listed again: ${sameNamesUnknown.message}`,
      "If another apply ran at the same time, the next plan shows duplicates of them.",
    ];
  if (sameNames.length === 0) return [];
  const hasDifferent = sameNames.some(({ isDuplicate }) => !isDuplicate);
  return [
    "Error: While this apply ran, resources with the names of created resources appeared on the service, probably from another apply at the same time:",
    ...someLines(sameNames.map(sameNameLine)),
    ...(sameNames.some(({ deletedByPrune }) => deletedByPrune) ? pruneLines(target) : []),
    ...(hasDifferent
      ? [`${commandText("plan", target)} shows the pins that select one of two resources.`]
      : []),
  ];
}

function pruneLines(target: CommandTarget): string[] {
  return [
    `To delete the duplicates when no other apply is running: ${commandText("apply --prune", target)}`,
    `To see first what it deletes: ${commandText("plan --prune", target)}`,
  ];
}

function sameNameLine({ address, id, otherId, isDuplicate, deletedByPrune }: SameName): string {
  const ids = `${address}: id:${id} and id:${otherId}`;
  if (!isDuplicate) return `${ids}, with different content`;
  return deletedByPrune
    ? ids
    : `${ids}, outside the scope of promptctl.yaml: delete one on the service`;
}

/** The message as text; undefined if there is nothing to say. */
export function sameNamesText(
  summary: Pick<ApplySummary, "sameNames" | "sameNamesUnknown">,
  target: CommandTarget,
  { colors }: Screen,
): string | undefined {
  const lines = sameNamesLines(summary, target).map(escapeText);
  return lines.length === 0
    ? undefined
    : lines
        .join("\n")
        .replace(/^Warning:/, colors.yellow)
        .replace(/^Error:/, colors.red);
}
