// The plan as a person reads it.
import type { Json } from "../engine/json.ts";
import { type Kinds, kindNamed } from "../engine/kind.ts";
import type { Change, Counts, Delete, Plan, Refusal, Unmanaged } from "../engine/plan.ts";
import { type Address, nameOf } from "../engine/resource.ts";
import { describe, type Detail } from "./describe.ts";
import { counted, cutMiddle, type Screen, sentenceLines, visible } from "./paint.ts";
import { titleOf } from "./title.ts";
import { diffLines } from "./text-diff.ts";

export interface PlanTextOptions extends Screen {
  readonly kinds: Kinds;
  /** The command that shows it, and where the definitions are: for the head line. */
  readonly command: "plan" | "apply";
  readonly folder: string;
  /** Whether everything unmanaged is listed, or only counted. */
  readonly unmanaged: boolean;
  /** The file a text was included from, for a field of a definition. */
  includedFrom(address: Address, pointer: string): string | undefined;
}

/** The settings with the plan they are for. */
interface Drawn extends PlanTextOptions {
  readonly plan: Plan;
}

/** The whole plan; ends with a line end. */
export function planText(plan: Plan, settings: PlanTextOptions): string {
  const options: Drawn = { ...settings, plan };
  const { bold } = options.colors;
  const head = `${bold(`promptctl ${options.command}`)} · ${counted(plan.definitions, "definition")} in ${visible(options.folder)} · ${visible(plan.baseUrl)}`;
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
    ...sentenceLines(`Note: ${first}`, screen, ""),
    ...rest.map((line) => `  ${visible(line)}`), // to be copied
  ];
  return lines.map(screen.colors.dim).join("\n");
}

function lastLine(plan: Plan, { colors }: Screen): string {
  if (plan.changes.length > 0) return colors.bold(`Plan: ${countsText(plan.counts)}.`);
  if (plan.refusals.length > 0) return colors.bold("No other changes.");
  if (plan.definitions === 0) return `No definitions: no *.yaml or *.yml file here says anything.`;
  const { keep } = plan.counts; // with --target or --exclude only those were looked at
  return `${colors.green("No changes.")} ${counted(keep, "definition")} ${keep === 1 ? "matches" : "match"} ${visible(plan.baseUrl)}.`;
}

/** `1 to create, 2 to update, 34 unchanged`: what is not zero. */
function countsText(counts: Counts): string {
  const words = (["create", "update", "replace", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => `${counts[action]} to ${action}`);
  const unchanged = counts.keep > 0 ? [`${counts.keep} unchanged`] : [];
  return [...words, ...unchanged].join(", ");
}

const symbols = { create: "+", update: "~", replace: "+/-", delete: "-" } as const;

function changeLines(change: Change, options: Drawn): string[] {
  const { colors, width } = options;
  const paint = {
    create: colors.green,
    update: colors.yellow,
    replace: colors.magenta,
    delete: colors.red,
  }[change.action];
  const note = noteOf(change, options.kinds);
  const room = width - 6 - (note ? note.length + 2 : 0);
  const title = cutMiddle(visible(titleOf(options.plan, change.address)), Math.max(room, 30));
  const line = `${paint(symbols[change.action].padStart(4))} ${title}`;
  const padding = " ".repeat(Math.max(2, Math.min(62, room) - [...title].length));
  return [note ? `${line}${padding}${colors.dim(note)}` : line, ...detailsOf(change, options)];
}

function noteOf(change: Change, kinds: Kinds): string {
  switch (change.action) {
    case "create":
    case "update":
      return kindNamed(kinds, change.kind).deploys ? "deploys" : "";
    case "replace": {
      const { made, beneath: old } = change;
      if (made.length > 0) return `replaced with its ${countedKinds(kinds, made)}`;
      return old.length > 0
        ? `replaced; its ${countedKinds(kinds, old)} ${old.length === 1 ? "goes" : "go"}`
        : "replaced";
    }
    case "delete": {
      const all = beneath(change);
      if (change.because === "orphan") return `its ${change.without!.kind} is not there`;
      if (change.because === "unfinished") return "left by an interrupted apply";
      if (change.because === "double")
        return `a second copy${all.length > 0 ? `, with its ${countedKinds(kinds, all)}` : ""}`;
      return all.length > 0 ? `and its ${countedKinds(kinds, all)}` : "";
    }
  }
}

function beneath(change: Delete): Delete[] {
  return change.beneath.flatMap((each) => [each, ...beneath(each)]);
}

function countedKinds(kinds: Kinds, things: readonly { readonly kind: string }[]): string {
  return kinds
    .map((row) => ({ row, number: things.filter((each) => each.kind === row.kind).length }))
    .filter(({ number }) => number > 0)
    .map(({ row, number }) => `${number} ${number === 1 ? row.kind : row.plural}`)
    .join(", ");
}

function detailsOf(change: Change, options: Drawn): string[] {
  if (change.action === "create") return [];
  if (change.action === "delete")
    return change.name === undefined
      ? [indent(options.colors.dim(jsonText(change.before, options.width - 8)))]
      : [];
  const row = kindNamed(options.kinds, change.kind);
  const sets = new Set(row.references.map((each) => each.field));
  const details = describe(change.before, change.after, sets);
  const label = details.reduce((longest, { path }) => Math.max(longest, path.length), 0);
  const lines = details.flatMap((each) =>
    detailLines(each, Math.min(28, label), change.address, options),
  );
  if (change.usedBy.length > 0)
    lines.push(
      indent(
        options.colors.yellow(
          `also used by ${countedKinds(options.kinds, change.usedBy)} outside these definitions`,
        ),
      ),
    );
  if (change.action === "replace")
    lines.push(
      indent(
        options.colors.dim(
          `(the service cannot update ${row.plural}: a new one is made, then the old one deleted)`,
        ),
      ),
    );
  return lines;
}

function detailLines(detail: Detail, label: number, address: Address, options: Drawn): string[] {
  const { colors, width } = options;
  const name = cutMiddle(visible(detail.path), width - 40).padEnd(label);
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
      const added = detail.added.map((each) => colors.green(`+ ${referred(each, options)}`));
      const removed = detail.removed.map((each) => colors.red(`- ${referred(each, options)}`));
      return [indent(`${name}  ${[...added, ...removed].join("  ")}`)];
    }
    case "text": {
      const file = options.includedFrom(address, detail.pointer);
      const lines = diffLines(detail.before, detail.after, colors);
      return [
        indent(file === undefined ? name.trimEnd() : `${name}  ${colors.dim(visible(file))}`),
        ...lines.map((line) => `  ${indent(line)}`),
      ];
    }
  }
}

/** What a reference names: what only the service has, by its name there. */
function referred(address: Address, { plan }: Drawn): string {
  const name = plan.names[address];
  return visible(name === undefined ? nameOf(address) : `${name} (${nameOf(address)})`);
}

function indent(line: string): string {
  return `      ${line}`;
}

function said(value: Json | undefined, room: number): string {
  return value === undefined ? "(absent)" : jsonText(value, room);
}

function jsonText(value: Json, room: number): string {
  return cutMiddle(visible(JSON.stringify(value)), Math.max(room, 8));
}

function unknownFieldLines(plan: Plan, { colors }: PlanTextOptions): string[] {
  const lines = plan.changes.flatMap((change) =>
    (change.action === "update" || change.action === "replace") && change.unknownFields.length > 0
      ? [`${change.address}: ${change.unknownFields.join(", ")}`]
      : [],
  );
  if (lines.length === 0) return [];
  return [
    colors.yellow(
      "Fields this version does not know, which the service may lose when these are written:",
    ),
    ...lines.map((line) => `  ${visible(line)}`),
  ];
}

function unmanagedLines(unmanaged: readonly Unmanaged[], options: PlanTextOptions): string[] {
  if (unmanaged.length === 0) return [];
  const total = countedKinds(options.kinds, unmanaged);
  if (!options.unmanaged) return [`Not managed here: ${total} (--unmanaged lists them)`];
  return [
    `Not managed here: ${total}`,
    ...unmanaged.map(
      (each) => `  ${visible(unmanagedTitle(each))}  ${options.colors.dim(visible(each.reason))}`,
    ),
  ];
}

function unmanagedTitle({ kind, name, id, parent }: Unmanaged): string {
  if (parent !== undefined) return `${kind}/${nameOf(parent)}/id:${id}`;
  return name === "" ? `${kind}/id:${id}` : `${kind}/${name} (id:${id})`;
}

/** Why apply would not carry the plan out, with the way out beneath. */
function refusalLines({ message, hint }: Refusal, screen: Screen): string[] {
  const word = "Refused:";
  const said = sentenceLines(`${word} ${message}`, screen, "").join("\n");
  const hints = hint.split("\n").flatMap((line) => sentenceLines(line, screen));
  return [screen.colors.red(word) + said.slice(word.length), ...hints];
}
