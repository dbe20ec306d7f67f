// A plan as text for a terminal.
import type { Json } from "../engine/model/json.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Change, Plan, Unmanaged } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import { referenceText, unmanagedName } from "./display-name.ts";
import { failureText } from "./failure-text.ts";
import type { FieldChange } from "./field-changes.ts";
import {
  type ChangeSummary,
  countByKind,
  describeChange,
  duplicatesSummary,
  otherUnmanaged,
  summarizePlan,
  unknownFieldWarning,
} from "./plan-summary.ts";
import {
  escapeText,
  pluralize,
  type Screen,
  type Symbols,
  truncateMiddle,
  wrapSentence,
} from "./terminal-text.ts";
import { diffLines } from "./text-diff.ts";

export interface PlanTextOptions extends Screen {
  readonly kinds: Kinds;
  /** The command, and the folder of the definitions or the file of the saved plan, for the first line. */
  readonly command: "plan" | "apply";
  readonly folder: string;
  /** Lists the unmanaged resources instead of counting them. */
  readonly unmanaged: boolean;
  /** Whether the plan was read from a file, without comparing anything. */
  readonly isSaved?: boolean;
  /** The file from which a field of a definition includes its text. */
  includedFrom(address: Address, pointer: string): string | undefined;
}

interface RenderOptions extends PlanTextOptions {
  readonly plan: Plan;
}

/** The whole plan; ends with a newline. */
export function planText(plan: Plan, settings: PlanTextOptions): string {
  const options: RenderOptions = { ...settings, plan };
  const { bold } = options.colors;
  const { separator } = options.symbols;
  const definitions = pluralize(plan.definitionCount, "definition");
  const source = options.isSaved
    ? `saved plan ${escapeText(options.folder)} ${separator} ${definitions}`
    : `${definitions} in ${escapeText(options.folder)}`;
  const parts = [bold(`promptctl ${options.command}`), source, escapeText(plan.baseUrl)];
  const head = parts.join(` ${separator} `);
  const sections = [
    [head],
    plan.changes.flatMap((change) => changeLines(change, options)),
    unknownFieldLines(plan, options),
    duplicateLines(plan, options),
    unmanagedLines(otherUnmanaged(plan), options),
    plan.notes.map((note) => noteText(note, options)),
    plan.refusals.map((refusal) => failureText({ ...refusal, class: "refused" }, options)),
    [summaryLine(plan, options)],
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
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
  return `${totals} ${options.colors.red(`Apply refuses this plan for ${reasons}.`)}`;
}

function totalsText(plan: Plan, { colors, isSaved }: PlanTextOptions): string {
  if (isSaved && plan.changes.length + plan.refusals.length === 0)
    return `${colors.bold("The saved plan has no changes.")} Nothing was applied.`;
  const { headline, detail, baseUrl } = summarizePlan(plan);
  if (baseUrl !== undefined) return `${colors.green(headline)} ${detail} ${escapeText(baseUrl)}.`;
  return headline === "" ? detail : colors.bold(headline);
}

function changeLines(change: Change, options: RenderOptions): string[] {
  const { colors, width, symbols } = options;
  const symbol = {
    create: colors.green("   +"),
    update: colors.yellow("   ~"),
    replace: colors.magenta(" +/-"),
    delete: colors.red("   -"),
  }[change.action];
  const summary = describeChange(change, options.plan, options.kinds);
  const { note } = summary;
  const room = width - 6 - (note ? note.length + 2 : 0);
  const title = truncateMiddle(escapeText(summary.title), Math.max(room, 30), symbols);
  const line = `${symbol} ${title}`;
  const padding = " ".repeat(Math.max(2, Math.min(62, room) - [...title].length));
  return [
    note ? `${line}${padding}${colors.dim(note)}` : line,
    ...detailLines(summary, options).map((detail) => `      ${detail}`),
  ];
}

function detailLines(summary: ChangeSummary, options: RenderOptions): string[] {
  const { colors, width, symbols } = options;
  const { address, details, deletedBody, warning, explanation } = summary;
  const longest = details.reduce((length, { path }) => Math.max(length, path.length), 0);
  const label = Math.min(28, longest);
  return [
    ...(deletedBody ? [colors.dim(jsonText(deletedBody, width - 8, symbols))] : []),
    ...details.flatMap((detail) => fieldLines(detail, label, address, options)),
    ...(warning === undefined ? [] : [colors.yellow(warning)]),
    ...(explanation === undefined ? [] : [colors.dim(explanation)]),
  ];
}

/** A changed field, its path padded to `label` characters. */
function fieldLines(
  detail: FieldChange,
  label: number,
  address: Address,
  { colors, width, symbols, plan, includedFrom }: RenderOptions,
): string[] {
  const name = truncateMiddle(escapeText(detail.path), width - 40, symbols).padEnd(label);
  const room = width - Math.max(label, name.length) - 12;
  const marked = {
    added: (text: string): string => colors.green(`+ ${text}`),
    removed: (text: string): string => colors.red(`- ${text}`),
  };
  switch (detail.type) {
    case "value": {
      const half = Math.floor(room / 2) - 2;
      const before = colors.red(valueText(detail.before, half, symbols));
      const after = colors.green(valueText(detail.after, half, symbols));
      return [`${name}  ${before} ${symbols.arrow} ${after}`];
    }
    case "added":
    case "removed":
      return [`${name}  ${marked[detail.type](jsonText(detail.item, room, symbols))}`];
    case "set": {
      const references = (["added", "removed"] as const).flatMap((type) =>
        detail[type].map((target) => marked[type](escapeText(referenceText(target, plan)))),
      );
      return [`${name}  ${references.join("  ")}`];
    }
    case "text": {
      const file = includedFrom(address, detail.pointer);
      const lines = diffLines(detail.before, detail.after, colors);
      return [
        file === undefined ? name.trimEnd() : `${name}  ${colors.dim(escapeText(file))}`,
        ...lines.map((line) => `  ${line}`),
      ];
    }
  }
}

function valueText(value: Json | undefined, room: number, symbols: Symbols): string {
  return value === undefined ? "(absent)" : jsonText(value, room, symbols);
}

function jsonText(value: Json, room: number, symbols: Symbols): string {
  return truncateMiddle(escapeText(JSON.stringify(value)), Math.max(room, 8), symbols);
}

function unknownFieldLines(plan: Plan, { colors }: PlanTextOptions): string[] {
  const { head, lines } = unknownFieldWarning(plan);
  if (lines.length === 0) return [];
  return [colors.yellow(head), ...lines.map((line) => `  ${escapeText(line)}`)];
}

function duplicateLines(plan: Plan, { kinds, colors, unmanaged }: PlanTextOptions): string[] {
  const { head, lines, note } = duplicatesSummary(plan, kinds, unmanaged);
  if (lines.length === 0) return [];
  const all = note === undefined ? lines : [...lines, note];
  return [colors.yellow(head), ...all.map((line) => `  ${escapeText(line)}`)];
}

function unmanagedLines(unmanaged: readonly Unmanaged[], options: PlanTextOptions): string[] {
  if (unmanaged.length === 0) return [];
  const total = `Unmanaged: ${countByKind(options.kinds, unmanaged)}`;
  if (!options.unmanaged) return [`${total} (to list: --unmanaged)`];
  return [
    total,
    ...unmanaged.map((resource) => {
      const reason = options.colors.dim(escapeText(resource.reason));
      return `  ${escapeText(unmanagedName(resource))}  ${reason}`;
    }),
  ];
}
