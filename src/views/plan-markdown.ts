// The plan in GitHub's Markdown, for reviewers on a pull request. Totals, refusals and a line for each
// change come first, then as many details as the size limit permits.
import type { Kinds } from "../engine/model/kind.ts";
import type { Plan, Refusal } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import { changeLine, changeDetails } from "./change-markdown.ts";
import { codeSpan, codeFence, takeFitting, type Mask, type SizeLimit } from "./markdown.ts";
import { pluralize, createScreen, wrapSentence } from "./terminal-text.ts";
import {
  countByKind,
  countDeploys,
  describeChange,
  unknownFieldWarning,
  unmanagedName,
  summarizePlan,
} from "./plan-summary.ts";

/** The text around a plan or diagnostics, and the size limit. */
export interface MarkdownPageOptions {
  /** The text of the heading. Here and below, text from definitions must be in code spans. */
  readonly heading: string;
  /** The first paragraphs; the verdict of the plan by default. */
  readonly lead?: readonly string[];
  /** The last paragraph. */
  readonly foot?: string;
  /** Where omitted parts can be read, for example ` in the job summary`; empty if nowhere. */
  readonly elsewhere: string;
  readonly mask: Mask;
  readonly limit: SizeLimit;
}

export interface PlanMarkdownOptions extends MarkdownPageOptions {
  readonly kinds: Kinds;
  /** The folder of the definitions. */
  readonly folder: string;
  /** Lists unmanaged resources instead of counting them. */
  readonly unmanaged: boolean;
  /** The file that a field of a definition includes, or undefined. */
  includedFrom(address: Address, pointer: string): string | undefined;
}

/** The plan within the size limit. Ends with a newline. */
export function planMarkdown(plan: Plan, options: PlanMarkdownOptions): string {
  const { kinds, lead = [verdictMarkdown(plan, kinds)], mask } = options;
  const definitions = `${pluralize(plan.definitionCount, "definition")} in ${codeSpan(options.folder, mask)}`;
  const paragraphs = [...lead, `${definitions} · ${codeSpan(plan.baseUrl, mask)}`];
  return markdownPage(options, paragraphs, (free) => planSections(plan, options, free));
}

/** Reserved for the sentences about omitted parts, and for the tags around the details. */
const reservedSize = 600;

/** A page with a heading, `paragraphs`, the sections that fit into the free size, and the foot. */
export function markdownPage(
  { heading, foot, limit }: Pick<MarkdownPageOptions, "heading" | "foot" | "limit">,
  paragraphs: readonly string[],
  sections: (free: number) => readonly string[],
): string {
  const head = [`### ${heading}`, ...paragraphs];
  const tail = foot === undefined ? [] : [foot];
  const free = limit.max - limit.size([...head, ...tail, ""].join("\n\n")) - reservedSize;
  return `${[...head, ...sections(free), ...tail].join("\n\n")}\n`;
}

function planSections(plan: Plan, options: PlanMarkdownOptions, free: number): string[] {
  const { kinds, mask, limit, elsewhere } = options;
  const changes = plan.changes.map((change) => describeChange(change, plan, kinds));
  let remaining = free;
  const take = (
    pieces: readonly string[],
    describeOmitted: (count: number) => string,
    share: number,
    separator: string,
  ): string[] => {
    const taken = takeFitting(pieces, remaining * share, limit, separator);
    remaining -= taken.size;
    const rest = taken.left === 0 ? [] : [`And ${describeOmitted(taken.left)}${elsewhere}.`];
    return [...(taken.text === "" ? [] : [taken.text]), ...rest];
  };
  const refusals = plan.refusals.map((refusal) => refusalFence(refusal, mask));
  const lines = changes.map((change) => changeLine(change, mask));
  const overview = [
    ...take(refusals, (count) => pluralize(count, "more reason"), 0.3, "\n\n"),
    ...take(lines, (count) => pluralize(count, "more change"), 0.7, "\n"),
    ...take(notes(plan, options), (count) => pluralize(count, "more note"), 0.4, "\n\n"),
  ];
  const details = changes.flatMap((change) => changeDetails(change, plan, options) ?? []);
  const shown = take(details, (count) => `the details of ${pluralize(count, "change")}`, 1, "\n\n");
  if (shown.length === 0) return overview;
  return [...overview, "<details><summary>Details</summary>", ...shown, "</details>"];
}

/** `**Plan: 1 to create.** This deploys 1 prompt.`, and whether apply refuses the plan. */
export function verdictMarkdown(plan: Plan, kinds: Kinds): string {
  const { headline, detail, baseUrl } = summarizePlan(plan);
  const deploys = countDeploys(plan, kinds);
  const refusals = plan.refusals.length;
  return [
    headline === "" ? detail : `**${headline}**`,
    baseUrl === undefined ? [] : `${detail} the service.`,
    deploys > 0 ? `This deploys ${pluralize(deploys, "prompt")}.` : [],
    refusals > 0
      ? `**Refused:** apply refuses this plan for ${pluralize(refusals, "reason")}.`
      : [],
  ]
    .flat()
    .join(" ");
}

/** Sentences in a `text` fence, wrapped to the width of a comment. */
export function textFence(sentences: readonly string[], mask: Mask): string {
  const page = createScreen(false, 100, true);
  const lines = sentences.flatMap((sentence) =>
    sentence
      .split("\n")
      .flatMap((line, index) => wrapSentence(mask(line), page, index === 0 ? "" : "  ")),
  );
  return codeFence("text", lines, mask);
}

function refusalFence({ message, hint }: Refusal, mask: Mask): string {
  return textFence([`Refused: ${message}\n${hint}`], mask);
}

function notes(plan: Plan, { kinds, mask, unmanaged }: PlanMarkdownOptions): string[] {
  const fields = unknownFieldWarning(plan);
  const unmanagedCounts = countByKind(kinds, plan.unmanaged);
  return [
    ...(unmanagedCounts === "" ? [] : [`Unmanaged: ${unmanagedCounts}.`]),
    ...(unmanaged && unmanagedCounts !== ""
      ? [
          textFence(
            plan.unmanaged.map((resource) => `${unmanagedName(resource)}  ${resource.reason}`),
            mask,
          ),
        ]
      : []),
    ...(fields.lines.length === 0 ? [] : [`${fields.head}\n\n${textFence(fields.lines, mask)}`]),
    ...plan.notes.map((note) => textFence([`Note: ${note}`], mask)),
  ];
}
