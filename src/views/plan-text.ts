// The plan as a person reads it.
import type { Json } from "../engine/model/json.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Change, Plan, Refusal, Unmanaged } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import type { FieldChange } from "./field-changes.ts";
import {
  pluralize,
  truncateMiddle,
  type Screen,
  wrapSentence,
  escapeText,
} from "./terminal-text.ts";
import {
  countByKind,
  referenceText,
  type ChangeSummary,
  describeChange,
  unknownFieldWarning,
  unmanagedName,
  summarizePlan,
} from "./plan-summary.ts";
import { diffLines } from "./text-diff.ts";

export interface PlanTextOptions extends Screen {
  readonly kinds: Kinds;
  /** The command that shows it, and where the definitions are: for the head line. */
  readonly command: "plan" | "apply";
  readonly folder: string;
  /** Whether everything unmanaged is listed, or only counted. */
  readonly unmanaged: boolean;
  /** The file a text deletedBody ? included from, for a field of a definition. */
  includedFrom(address: Address, pointer: string): string | undefined;
}

/** The settings with the plan they are for. */
interface RenderOptions extends PlanTextOptions {
  readonly plan: Plan;
}

/** The whole plan; ends with a line end. */
export function planText(plan: Plan, settings: PlanTextOptions): string {
  const options: RenderOptions = { ...settings, plan };
  const { bold } = options.colors;
  const head = `${bold(`promptctl ${options.command}`)} · ${pluralize(plan.definitionCount, "definition")} in ${escapeText(options.folder)} · ${escapeText(plan.baseUrl)}`;
  const sections = [
    [head],
    plan.changes.flatMap((change) => changeLines(change, options)),
    unknownFieldLines(plan, options),
    unmanagedLines(plan.unmanaged, options),
    plan.notes.map((note) => noteText(note, options)),
    plan.refusals.flatMap((refusal) => refusalLines(refusal, options)),
    [lastLine(plan, options)],
  ];
  return `${sections
    .filter((each) => each.length > 0)
    .map((each) => each.join("\n"))
    .join("\n\n")}\n`;
}

/** A sentence, and beneath it what to write. */
function noteText(note: string, screen: Screen): string {
  const [first = "", ...rest] = note.split("\n");
  const lines = [
    ...wrapSentence(`Note: ${first}`, screen, ""),
    ...rest.map((line) => `  ${escapeText(line)}`), // to be copied
  ];
  return lines.map(screen.colors.dim).join("\n");
}

function lastLine(plan: Plan, { colors }: Screen): string {
  const { headline, detail, baseUrl } = summarizePlan(plan);
  if (baseUrl !== undefined) return `${colors.green(headline)} ${detail} ${escapeText(baseUrl)}.`;
  return headline === "" ? detail : colors.bold(headline);
}

function changeLines(change: Change, options: RenderOptions): string[] {
  const { colors, width } = options;
  const paint = {
    create: colors.green,
    update: colors.yellow,
    replace: colors.magenta,
    delete: colors.red,
  }[change.action];
  const said = describeChange(change, options.plan, options.kinds);
  const { note } = said;
  const room = width - 6 - (note ? note.length + 2 : 0);
  const title = truncateMiddle(escapeText(said.title), Math.max(room, 30));
  const line = `${paint(said.symbol.padStart(4))} ${title}`;
  const padding = " ".repeat(Math.max(2, Math.min(62, room) - [...title].length));
  return [note ? `${line}${padding}${colors.dim(note)}` : line, ...detailsOf(said, options)];
}

function detailsOf(said: ChangeSummary, options: RenderOptions): string[] {
  const { colors, width } = options;
  const { address, details, deletedBody, warning, explanation } = said;
  const label = details.reduce((longest, { path }) => Math.max(longest, path.length), 0);
  return [
    ...(deletedBody ? [indent(colors.dim(jsonText(deletedBody, width - 8)))] : []),
    ...details.flatMap((each) => detailLines(each, Math.min(28, label), address, options)),
    ...(warning === undefined ? [] : [indent(colors.yellow(warning))]),
    ...(explanation === undefined ? [] : [indent(colors.dim(explanation))]),
  ];
}

function detailLines(
  detail: FieldChange,
  label: number,
  address: Address,
  options: RenderOptions,
): string[] {
  const { colors, width } = options;
  const name = truncateMiddle(escapeText(detail.path), width - 40).padEnd(label);
  const room = width - Math.max(label, name.length) - 12;
  switch (detail.what) {
    case "value": {
      const half = Math.floor(room / 2) - 2;
      return [
        indent(
          `${name}  ${colors.red(said(detail.before, half))} → ${colors.green(said(detail.after, half))}`,
        ),
      ];
    }
    case "added":
      return [indent(`${name}  ${colors.green(`+ ${jsonText(detail.item, room)}`)}`)];
    case "removed":
      return [indent(`${name}  ${colors.red(`- ${jsonText(detail.item, room)}`)}`)];
    case "set": {
      const added = detail.added.map((each) =>
        colors.green(`+ ${escapeText(referenceText(each, options.plan))}`),
      );
      const removed = detail.removed.map((each) =>
        colors.red(`- ${escapeText(referenceText(each, options.plan))}`),
      );
      return [indent(`${name}  ${[...added, ...removed].join("  ")}`)];
    }
    case "text": {
      const file = options.includedFrom(address, detail.pointer);
      const lines = diffLines(detail.before, detail.after, colors);
      return [
        indent(file === undefined ? name.trimEnd() : `${name}  ${colors.dim(escapeText(file))}`),
        ...lines.map((line) => `  ${indent(line)}`),
      ];
    }
  }
}

function indent(line: string): string {
  return `      ${line}`;
}

function said(value: Json | undefined, room: number): string {
  return value === undefined ? "(absent)" : jsonText(value, room);
}

function jsonText(value: Json, room: number): string {
  return truncateMiddle(escapeText(JSON.stringify(value)), Math.max(room, 8));
}

function unknownFieldLines(plan: Plan, { colors }: PlanTextOptions): string[] {
  const { head, lines } = unknownFieldWarning(plan);
  if (lines.length === 0) return [];
  return [colors.yellow(head), ...lines.map((line) => `  ${escapeText(line)}`)];
}

function unmanagedLines(unmanaged: readonly Unmanaged[], options: PlanTextOptions): string[] {
  if (unmanaged.length === 0) return [];
  const total = countByKind(options.kinds, unmanaged);
  if (!options.unmanaged) return [`Not managed here: ${total} (--unmanaged lists them)`];
  return [
    `Not managed here: ${total}`,
    ...unmanaged.map(
      (each) =>
        `  ${escapeText(unmanagedName(each))}  ${options.colors.dim(escapeText(each.reason))}`,
    ),
  ];
}

/** Why apply would not carry the plan out, with the way out beneath. */
function refusalLines({ message, hint }: Refusal, screen: Screen): string[] {
  const word = "Refused:";
  const said = wrapSentence(`${word} ${message}`, screen, "").join("\n");
  const hints = hint.split("\n").flatMap((line) => wrapSentence(line, screen));
  return [screen.colors.red(word) + said.slice(word.length), ...hints];
}
