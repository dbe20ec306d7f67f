// The plan as reviewers read it on a pull request, in GitHub's Markdown. Totals, reasons and a line
// for each change come first; details as far as there is room for them.
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

/** What stands around a plan, and how much room there is. */
export interface MarkdownPageOptions {
  /** The first line, without its marks. This and the others hold no text of others but in code. */
  readonly heading: string;
  /** What stands before all else; the verdict where it is left out. */
  readonly lead?: readonly string[];
  /** The last line. */
  readonly foot?: string;
  /** Where what is left out can be read, as ` in the job summary`; empty where that is nowhere. */
  readonly elsewhere: string;
  readonly mask: Mask;
  readonly limit: SizeLimit;
}

export interface PlanMarkdownOptions extends MarkdownPageOptions {
  readonly kinds: Kinds;
  /** Where the definitions are. */
  readonly folder: string;
  /** Whether everything unmanaged is listed, or only counted. */
  readonly unmanaged: boolean;
  /** The file a text was included from, for a field of a definition. */
  includedFrom(address: Address, pointer: string): string | undefined;
}

/** The whole plan, within the room; ends with a line end. */
export function planMarkdown(plan: Plan, options: PlanMarkdownOptions): string {
  const { kinds, lead = [verdictMarkdown(plan, kinds)], foot, limit: room, mask } = options;
  const definitions = `${pluralize(plan.definitionCount, "definition")} in ${codeSpan(options.folder, mask)}`;
  const head = [
    `### ${options.heading}`,
    ...lead,
    `${definitions} · ${codeSpan(plan.baseUrl, mask)}`,
  ];
  const tail = foot === undefined ? [] : [foot];
  const free = room.max - room.size([...head, ...tail, ""].join("\n\n")) - wordsOfOurs;
  return `${[...head, ...sectionsOf(plan, options, free), ...tail].join("\n\n")}\n`;
}

/** Room for the sentences on what is left out, and for what opens and closes the details. */
const wordsOfOurs = 600;

function sectionsOf(plan: Plan, options: PlanMarkdownOptions, free: number): string[] {
  const { kinds, mask, limit: room, elsewhere } = options;
  const changes = plan.changes.map((each) => describeChange(each, plan, kinds));
  let left = free;
  const take = (
    pieces: readonly string[],
    what: (left: number) => string,
    share: number,
    between: string,
  ): string[] => {
    const taken = takeFitting(pieces, left * share, room, between);
    left -= taken.size;
    const rest = taken.left === 0 ? [] : [`And ${what(taken.left)}${elsewhere}.`];
    return [...(taken.text === "" ? [] : [taken.text]), ...rest];
  };
  const refusals = plan.refusals.map((each) => refusalPiece(each, mask));
  const lines = changes.map((each) => changeLine(each, mask));
  const before = [
    ...take(refusals, (left) => pluralize(left, "more reason"), 0.3, "\n\n"),
    ...take(lines, (left) => pluralize(left, "more change"), 0.7, "\n"),
    ...take(notePieces(plan, options), (left) => pluralize(left, "more note"), 0.4, "\n\n"),
  ];
  const details = changes.flatMap((each) => changeDetails(each, plan, options) ?? []);
  const shown = take(details, (left) => `the details of ${pluralize(left, "change")}`, 1, "\n\n");
  if (shown.length === 0) return before;
  return [...before, "<details><summary>What changes</summary>", ...shown, "</details>"];
}

/** `**Plan: 1 to create.** This deploys 1 prompt.`, and whether apply would refuse it. */
export function verdictMarkdown(plan: Plan, kinds: Kinds): string {
  const { headline, detail, baseUrl } = summarizePlan(plan);
  const deploys = countDeploys(plan, kinds);
  const refusals = plan.refusals.length;
  return [
    headline === "" ? detail : `**${headline}**`,
    baseUrl === undefined ? [] : `${detail} the service.`,
    deploys > 0 ? `This deploys ${pluralize(deploys, "prompt")}.` : [],
    refusals > 0
      ? `**Refused:** apply does not carry this out, for ${pluralize(refusals, "reason")}.`
      : [],
  ]
    .flat()
    .join(" ");
}

/** Lines of text that hold texts of others, as wide as a comment is. */
export function textFence(sentences: readonly string[], mask: Mask): string {
  const page = createScreen(false, 100, true);
  const lines = sentences.flatMap((sentence) =>
    sentence
      .split("\n")
      .flatMap((line, index) => wrapSentence(mask(line), page, index === 0 ? "" : "  ")),
  );
  return codeFence("text", lines, mask);
}

/** Why apply would not carry the plan out, with the way out beneath. */
function refusalPiece({ message, hint }: Refusal, mask: Mask): string {
  return textFence([`Refused: ${message}\n${hint}`], mask);
}

function notePieces(plan: Plan, { kinds, mask, unmanaged }: PlanMarkdownOptions): string[] {
  const fields = unknownFieldWarning(plan);
  const others = countByKind(kinds, plan.unmanaged);
  return [
    ...(others === "" ? [] : [`Unmanaged: ${others}.`]),
    ...(unmanaged && others !== ""
      ? [
          textFence(
            plan.unmanaged.map((each) => `${unmanagedName(each)}  ${each.reason}`),
            mask,
          ),
        ]
      : []),
    ...(fields.lines.length === 0 ? [] : [`${fields.head}\n\n${textFence(fields.lines, mask)}`]),
    ...plan.notes.map((note) => textFence([`Note: ${note}`], mask)),
  ];
}
