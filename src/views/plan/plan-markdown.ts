// The plan in GitHub's Markdown, for reviewers on a pull request. Totals, refusals and a line for
// each change come first, then as many details as the size limit permits.
import type { Kinds } from "../../engine/model/kind.ts";
import { heldBackIn, type Plan } from "../../engine/model/plan.ts";
import { unmanagedName } from "../text/display-name.ts";
import { alertSections } from "./alert-lines.ts";
import { type ChangeSummary, describeChanges, describeTopmost } from "./change-summary.ts";
import { groupChanges } from "./group-changes.ts";
import {
  bundledDetails,
  type ChangeMarkdownOptions,
  changeItem,
  changeDetails,
  isDeployNote,
} from "./change-markdown.ts";
import {
  codeSpan,
  markdownPage,
  type MarkdownPageOptions,
  type MarkdownSection,
  omittedCounts,
  textFence,
} from "../text/markdown.ts";
import type { PlanTextOptions } from "./plan-text.ts";
import {
  type PullRequestReport,
  findingSections,
  removedSection,
} from "./pull-request-sections.ts";
import {
  noteMarkdown,
  type PlanNote,
  removedNotes,
  replaceNotes,
  unknownFieldNotes,
} from "./plan-notes.ts";
import { promotionNotes } from "./promotion-notes.ts";
import { pluralize, type Screen } from "../text/terminal-text.ts";
import { consequences, duplicateNotes, otherUnmanaged, summarizePlan } from "./plan-summary.ts";
import { countByAction, countByKind } from "./change-order.ts";

export interface PlanMarkdownOptions
  extends
    MarkdownPageOptions,
    Omit<PlanTextOptions, keyof Screen | "command" | "mask">,
    Pick<ChangeMarkdownOptions, "namesSides" | "allDeploy"> {
  /** What a pull request does besides its plan. */
  readonly pullRequest?: PullRequestReport | undefined;
}

/** The plan within the size limit. Ends with a newline. */
export function planMarkdown(plan: Plan, options: PlanMarkdownOptions): string {
  const { kinds, mask, folder, elsewhere } = options;
  const definitions = `${pluralize(plan.definitionCount, "definition")} in ${codeSpan(folder, mask)}`;
  const { environment, baseUrl } = plan;
  const parts = [
    definitions,
    ...(environment === undefined ? [] : [codeSpan(environment, mask)]),
    codeSpan(baseUrl, mask),
  ];
  const paragraphs = [verdict(plan, kinds), parts.join(" · ")];
  const { pullRequest } = options;
  const unrelated = new Set(pullRequest?.unrelated);
  const described = { ...options, known: options.known ?? new Map() };
  const condensed = (isWanted: (index: number) => boolean): ChangeSummary[] => {
    const some = describeTopmost(plan, { ...described, full: false }, isWanted);
    return groupChanges(some, kinds);
  };
  const own = condensed((index) => !unrelated.has(index));
  const others = unrelated.size === 0 ? [] : condensed((index) => unrelated.has(index));
  const allDeploy = [...own, ...others].every(({ notes }) => notes.some(isDeployNote));
  const listOptions = { ...options, allDeploy };
  const refusals = plan.refusals.map(({ message, hint }) =>
    textFence([`Refused: ${message}\n${hint}`], mask),
  );
  const heldBack = heldBackIn(plan).map(({ change }) => change);
  const waiting = describeChanges({ ...plan, changes: heldBack }, described).map((change) => ({
    ...change,
    isHeldBack: true,
  }));
  const whole = options.full ? describeChanges(plan, described) : [...own, ...others];
  const detailed = [...whole, ...waiting].flatMap((change) => {
    const text = change.parts ? undefined : changeDetails(change, options);
    return text === undefined ? [] : [{ change, text }];
  });
  const notes = (list: readonly PlanNote[], noun = "more note"): MarkdownSection => ({
    pieces: list.map((note) => noteMarkdown(note, mask)),
    noun,
  });
  return markdownPage(options, paragraphs, [
    ...alertSections(plan, mask),
    { pieces: refusals, noun: "more reason", share: 0.3 },
    changeList(own, listOptions),
    notes(promotionNotes(plan, { max: options.full ? Number.POSITIVE_INFINITY : 50, elsewhere })),
    ...(pullRequest ? [removedSection(pullRequest, options)] : []),
    ...(others.length > 0 ? unrelatedSections(others, listOptions) : []),
    ...(pullRequest ? findingSections(pullRequest, options) : []),
    notes(removedNotes(plan)),
    ...unmanagedSections(plan, options),
    {
      pieces: [
        ...[...replaceNotes(plan), ...unknownFieldNotes(plan)].map((note) =>
          noteMarkdown(note, mask),
        ),
        ...plan.notes.map((note) => textFence([`Note: ${note}`], mask)),
      ],
      noun: "more note",
      share: 0.4,
    },
    ...whole.filter(({ parts }) => parts).map((bundle) => bundleSection(bundle, listOptions)),
    {
      ...detailsOmitted(
        detailed.map(({ change }) => change),
        options,
      ),
      pieces: detailed.map(({ text }) => text),
      foldedUnder: `Details of ${pluralize(countResources(detailed), "change")}`,
    },
  ]);
}

/** Each resource once, also if a group has an edit of it; without the children that a change counts. */
function countResources(list: readonly { readonly change: ChangeSummary }[]): number {
  const addresses = list.flatMap(({ change }) =>
    change.members ? change.addresses : change.addresses.slice(0, 1),
  );
  return new Set(addresses).size;
}

/** The changes of a bundle, each with its edits. */
function bundleSection(bundle: ChangeSummary, options: PlanMarkdownOptions): MarkdownSection {
  const { parts = [], title, action, details } = bundle;
  const path = options.mask(details[0]?.path ?? "");
  const field = /^[\w.[\]]+$/.test(path) ? `: ${path}` : ""; // a title is HTML
  return {
    ...detailsOmitted(parts, options),
    pieces: parts.map((part) => bundledDetails(part, options)),
    separator: "\n",
    foldedUnder: `${title} to ${action}${field} (… is unchanged text)`,
  };
}

function detailsOmitted(
  changes: readonly ChangeSummary[],
  { kinds, mask }: PlanMarkdownOptions,
): Omit<MarkdownSection, "pieces"> {
  return {
    ...omittedCounts(changes, (omitted) => countByAction(kinds, omitted)),
    noun: "change",
    omittedPrefix: "the details of",
    names: changes.map(({ title, members }) => (members ? title : codeSpan(title, mask))),
  };
}

const unrelatedHeading =
  "**Not of this branch:** it does not touch these definitions. The service differs from the target branch, or the target branch is not applied yet.";

/** The changes to definitions that the pull request does not touch. */
function unrelatedSections(
  changes: readonly ChangeSummary[],
  options: PlanMarkdownOptions,
): MarkdownSection[] {
  return [{ pieces: [unrelatedHeading], noun: "more note" }, changeList(changes, options)];
}

function changeList(
  changes: readonly ChangeSummary[],
  options: PlanMarkdownOptions,
): MarkdownSection {
  return {
    ...omittedCounts(changes, (omitted) => countByAction(options.kinds, omitted)),
    pieces: changes.map((change) => changeItem(change, options)),
    noun: "more change",
    share: 0.7,
    separator: "\n",
  };
}

/** `**Plan: 1 to create.** This deploys 1 prompt.`, and whether apply refuses the plan. */
function verdict(plan: Plan, kinds: Kinds): string {
  const { headline, detail, baseUrl } = summarizePlan(plan);
  const reasons = pluralize(plan.refusals.length, "reason");
  return [
    headline === "" ? detail : `**${headline}**`,
    baseUrl === undefined ? "" : `${detail} the service.`,
    consequences(plan, kinds).trim(),
    plan.refusals.length > 0 ? `**Refused:** apply refuses this plan for ${reasons}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The duplicates, and the unmanaged resources: their number, and with `unmanaged` a line for each.
 */
function unmanagedSections(plan: Plan, options: PlanMarkdownOptions): MarkdownSection[] {
  const { kinds, mask, unmanaged } = options;
  const others = otherUnmanaged(plan);
  const counts = countByKind(kinds, others);
  const totals = [
    ...duplicateNotes(plan, kinds, options).map((note) => noteMarkdown(note, mask)),
    ...(counts === "" ? [] : [`Unmanaged: ${counts}.`]),
  ];
  const list: MarkdownSection = {
    pieces: others.map(
      (each) => `- ${codeSpan(unmanagedName(each), mask)} · ${codeSpan(each.reason.text, mask)}`,
    ),
    noun: "more unmanaged resource",
    ...omittedCounts(others, (omitted) => countByKind(kinds, omitted)),
    share: 0.4,
    separator: "\n",
  };
  return [{ pieces: totals, noun: "more note", share: 0.4 }, ...(unmanaged ? [list] : [])];
}
