// The alerts of a plan, a line each. Made once for all outputs. Many of one code are one line.
import { type Alert, type AlertCode, alertCodes } from "../../engine/model/alert.ts";
import { someOf } from "../../engine/model/hint.ts";
import type { Plan } from "../../engine/model/plan.ts";
import type { Mask, MarkdownSection } from "../text/markdown.ts";
import { type Screen, wrapSentence } from "../text/terminal-text.ts";
import { type Words, wordsMarkdown, wordsText } from "./words.ts";

/** More alerts of one code become one line with their number, unless everything is shown. */
const maxAlerts = 3;
const maxNamed = 5;

/** What several alerts of a code say, and alerts whose values must not be shown. */
const summaries: { readonly [Code in AlertCode]: (count: number) => string } = {
  delete: (count) => `${count} deletes`,
  conflict: (count) => `${count} overwrite what was changed on the service`,
  unpromoted: (count) => `${count} changes without the environment of after`,
  rename: (count) => `${count} new resources are similar to existing ones`,
  guard: (count) => `promptctl.yaml permits more in ${count} settings`,
  loosened: (count) => `${count} accept more arguments`,
  tests: (count) => `${count} changed tests`,
  model: (count) => `${count} changes of models`,
  secret: (count) => `${count} send what looks like a secret`,
  warning: (count) => `${count} warnings in what changes`,
};

/** The lines in the order of the codes. `full`: a line for each alert. */
function alertLines({ alerts = [] }: Plan, full: boolean): Words[] {
  return alertCodes.flatMap((code) => {
    const some = alerts.filter((alert) => alert.code === code);
    const shown = some.filter(({ text }) => text !== undefined);
    if (some.length === 0) return [];
    if (shown.length < some.length || (some.length > maxAlerts && !full)) return [summary(some)];
    return some.map(wordsOf);
  });
}

function wordsOf({ text = [], hint }: Alert): Words {
  return hint ? [...text, "; ", ...hint] : text;
}

function summary(alerts: readonly Alert[]): Words {
  const names = alerts.flatMap(({ addresses: [first], facts }) => first ?? facts?.setting ?? []);
  const words = summaries[alerts[0]!.code](alerts.length);
  return names.length === 0 ? [words] : [`${words}: `, { code: someOf(names, maxNamed) }];
}

/** The lines for a terminal: `! deletes 1 prompt`. */
export function alertTexts(
  plan: Plan,
  screen: Screen,
  { full = false, mask = String }: { readonly full?: boolean; readonly mask?: Mask | undefined },
): string[] {
  return alertLines(plan, full).flatMap((words) => {
    const masked = words.map((word) =>
      typeof word === "object" && "code" in word ? { code: mask(word.code) } : word,
    );
    return wrapSentence(`! ${wordsText(masked)}`, screen).map(screen.colors.yellow);
  });
}

/** The lines as a list, and all of them folded if some are counted only. */
export function alertSections(plan: Plan, mask: Mask): MarkdownSection[] {
  const section = (full: boolean): MarkdownSection => ({
    pieces: alertLines(plan, full).map((words) => `- ⚠️ ${wordsMarkdown(words, mask)}`),
    noun: "more alert",
    share: 0.4,
    separator: "\n",
  });
  const [short, whole] = [section(false), section(true)];
  if (whole.pieces.length <= short.pieces.length) return [short];
  return [short, { ...whole, foldedUnder: `all ${whole.pieces.length} alerts` }];
}
