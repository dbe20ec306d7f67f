// The alerts of a plan, a line each. Made once for all outputs. Many of one code are one line.
import { type Alert, type AlertCode, alertCodes } from "../../engine/model/alert.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { Plan } from "../../engine/model/plan.ts";
import type { Mask, MarkdownSection } from "../text/markdown.ts";
import { pluralize, type Screen, wrapSentence } from "../text/terminal-text.ts";
import { type Words, wordsMarkdown, wordsText } from "./words.ts";

/** More alerts of one code become one line with their number, unless everything is shown. */
const maxAlerts = 3;
/** Each of these alerts is about another setting. */
const maxGuards = 8;
const maxNamed = 5;

/** What several alerts of a code say, and alerts whose values must not be shown. */
const summaries: { readonly [Code in AlertCode]: (count: string) => string } = {
  delete: (count) => `deletes ${count}`,
  conflict: (count) => `overwrites ${count} changed on the service`,
  "history-unknown": (count) =>
    `overwrites or deletes ${count} whose changes on the service are not known`,
  unpromoted: (count) => `makes changes of ${count} that another environment must hold first`,
  rename: (count) => `creates ${count} similar to existing ones`,
  guard: () => "promptctl.yaml permits more",
  loosened: (count) => `makes the arguments of ${count} less strict`,
  replies: (count) => `changes the replies of ${count}: applications may break`,
  tests: (count) => `changes the tests of ${count}`,
  model: (count) => `changes the model of ${count}`,
  secret: (count) => `sends what looks like a secret in ${count}`,
  warning: (count) => `has warnings in ${count}`,
};

/** The lines in the order of the codes, equal alerts once. `full`: no alert is only counted. */
function alertLines({ alerts = [] }: Plan, full: boolean): Words[] {
  return alertCodes.flatMap((code) => {
    const some = alerts.filter((alert) => alert.code === code);
    const groups = [...groupBy(some, claimKey).values()];
    if (some.length === 0) return [];
    const areHidden = some.some(({ text }) => text === undefined);
    const max = code === "guard" ? maxGuards : maxAlerts;
    if (areHidden || (groups.length > max && !full)) return [summary(some)];
    return groups.map((group) => wordsOf(group, full ? group.length : maxNamed));
  });
}

/** Equal for alerts that say the same about different resources. */
function claimKey({ text = [], hint = [], addresses }: Alert): string {
  const [subject, ...claim] = text;
  const isSubject = typeof subject === "object" && subject.code === addresses[0];
  return JSON.stringify([isSubject ? claim : text, hint]);
}

/** What the first alert says, and the resources of the others. */
function wordsOf(alerts: readonly Alert[], maxOthers: number): Words {
  const [{ text = [], hint }, ...others] = alerts as [Alert, ...Alert[]];
  const names = others.flatMap(({ addresses }) => addresses.slice(0, 1));
  return [
    ...text,
    ...(hint ? ["; ", ...hint] : []),
    ...(names.length > 0 ? ["; the same in ", { code: someOf(names, maxOthers) }] : []),
  ];
}

function summary(alerts: readonly Alert[]): Words {
  const [{ code }] = alerts as [Alert];
  const ofAlerts = alerts.flatMap(({ addresses, facts }) =>
    facts?.setting === undefined ? addresses.slice(0, isEach(code) ? 1 : undefined) : facts.setting,
  );
  const names = [...new Set(ofAlerts)];
  const looser = alerts.filter(({ facts }) => facts?.changes?.some((change) => change.looser));
  const certain = looser.length === 0 ? "" : `, ${looser.length} certainly looser`;
  const words = `${summaries[code](pluralize(names.length, "definition"))}${certain}`;
  return names.length === 0 ? [words] : [`${words}: `, { code: someOf(names, maxNamed) }];
}

/** Whether an alert is about its first address, and the others are parts of that. */
function isEach(code: AlertCode): boolean {
  return code === "tests";
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
  if (whole.pieces.join() === short.pieces.join()) return [short];
  return [short, { ...whole, foldedUnder: `all ${plan.alerts?.length ?? 0} alerts` }];
}
