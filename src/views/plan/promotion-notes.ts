// What a plan says about the environment that `after` names: the changes that wait for it, or that are
// made without it.
import { firstOf } from "../../engine/text/word-lists.ts";
import { heldBackIn, type Plan, type UnpromotedChange } from "../../engine/model/plan.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { displayName } from "../text/display-name.ts";
import type { Mask } from "../text/markdown.ts";
import { pluralize } from "../text/terminal-text.ts";
import { heldByWords } from "./held-words.ts";
import type { PlanNote } from "./plan-notes.ts";
import { wordsText } from "./words.ts";

interface PromotionNoteOptions {
  readonly mask?: Mask | undefined;
  /** Further changes are only counted. */
  readonly max: number;
  /** Where these can be read, for example ` with --full`; empty if nowhere. */
  readonly elsewhere: string;
}

/** `Held back: 2 changes, until staging holds what the files have.` Empty if no change is. */
export function heldBackSentence(plan: Plan, title = "Held back"): string {
  const { length } = heldBackIn(plan);
  return length === 0
    ? ""
    : `${title}: ${pluralize(length, "change")}, until ${plan.promotion!.after} holds what the files have.`;
}

/** The changes that are held back, and those that are made nevertheless. */
export function promotionNotes(
  plan: Plan,
  { mask = String, max, elsewhere }: PromotionNoteOptions,
): PlanNote[] {
  if (!plan.promotion) return [];
  const { after, heldBack, allowed } = plan.promotion;
  const [wait, them] = heldBack.length === 1 ? ["waits", "it"] : ["wait", "them"];
  const apply = commandText("apply", { directory: plan.directory, environment: after });
  const release = `To release ${them}, apply there first: `;
  return [
    {
      list: heldBack,
      title: "Held back:",
      words: [
        `${pluralize(heldBack.length, "change")} ${wait} for ${after}. ${release}`,
        { code: apply },
      ],
    },
    {
      list: allowed,
      title: "Not promoted:",
      words: [`--allow-unpromoted includes what ${after} does not hold.`],
    },
  ].flatMap(({ list, title, words }): PlanNote[] => {
    const texts = list.map((change) => mask(unpromotedText(plan, after, change)));
    const lines = firstOf(texts, max, (more) => `and ${more} more${elsewhere}`);
    return lines.length === 0 ? [] : [{ tone: "warning", title, words, lines }];
  });
}

/** `update prompt/Support triage: staging holds 9c1e4d0, 2 versions back` */
function unpromotedText(
  plan: Plan,
  after: string,
  { change, reason, other, upstream }: UnpromotedChange,
): string {
  const name = (address: string | undefined): string =>
    address === undefined ? "what waits too" : displayName(plan, address);
  const because = {
    version:
      upstream === undefined
        ? `${after} does not have it`
        : upstream.type === "unknown"
          ? `${after} holds another version`
          : wordsText(heldByWords({ held: upstream, isPruned: false }, after)),
    needs: `needs ${name(other)}`,
    used: `still used by ${name(other)}`,
    exists: `${after} still has it`,
    unknown: `not known what ${after} holds`,
  }[reason];
  return `${change.action} ${displayName(plan, change.address)}: ${because}`;
}
