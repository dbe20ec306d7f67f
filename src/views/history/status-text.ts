// The state of environments for a terminal.
import { groupBy } from "../../engine/model/collections.ts";
import { hintLines } from "../../engine/model/hint.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import type {
  EnvironmentStatus,
  HeldDocument,
  StatusCounts,
  StatusVersion,
} from "../../generated/types.ts";
import { kindOf } from "../../engine/model/resource.ts";
import { compareNames, truncateName } from "../text/display-name.ts";
import { escapeText, type Screen, wrapSentence } from "../text/terminal-text.ts";

/**
 * A table with a row for each environment, then the way of the versions that one waits for and how to
 * solve errors; ends with a newline. `directory`: the folder of the project in commands.
 */
export function statusText(
  rows: readonly EnvironmentStatus[],
  screen: Screen,
  directory?: string,
): string {
  const { colors } = screen;
  const hasNames = rows.some(({ name }) => name !== undefined);
  const head = { name: "environment", baseUrl: "url", state: "state" };
  const cells = rows.map((row) => ({
    name: escapeText(row.name ?? ""),
    baseUrl: escapeText(row.baseUrl ?? ""),
    state: stateText(row, screen),
  }));
  const widthOf = (column: "name" | "baseUrl"): number =>
    Math.max(...[head, ...cells].map((cell) => cell[column].length));
  const [nameWidth, urlWidth] = [widthOf("name"), widthOf("baseUrl")];
  const [heading, ...lines] = [head, ...cells].map(({ name, baseUrl, state }) => {
    const service = `${baseUrl.padEnd(urlWidth)}   ${state}`;
    return hasNames ? `${name.padEnd(nameWidth)}   ${service}` : service;
  });
  const hints = rows.flatMap((row) => hintsOf(row, screen, directory));
  const ways = rows.map((row) => promotionLines(row, screen));
  const sections = [[colors.bold(heading!), ...lines], ...ways, hints];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => `${section.join("\n")}\n`)
    .join("\n");
}

/** `in sync`, the counts that are not zero, or the error. */
function stateText(
  { state, counts, error, promotion }: EnvironmentStatus,
  { colors }: Screen,
): string {
  if (!counts) return `${colors.red("error:")} ${escapeText(error?.message ?? "")}`;
  const parts = labels
    .filter(([count]) => counts[count] > 0)
    .map(([count, label]) => `${counts[count]} ${label}`);
  const waiting = promotion?.versions.filter(({ reason }) => reason).length ?? 0;
  if (waiting > 0) parts.push(`${waiting} waiting for ${promotion!.after}`);
  return (state === "in-sync" ? [colors.green("in sync"), ...parts] : parts).join(", ");
}

const labels: readonly (readonly [keyof StatusCounts, string])[] = [
  ["create", "to create"],
  ["update", "to update"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["changedOnService", "changed on the service"],
  ["otherRef", "of another branch"],
  ["duplicates", "duplicate"],
  ["unmanaged", "unmanaged"],
  ["refused", "refused"],
];

/** What to do about the error of a row, or about what its service has. */
function hintsOf(
  { name, counts, error, historyUnknown }: EnvironmentStatus,
  screen: Screen,
  directory: string | undefined,
): string[] {
  const target = { environment: name, directory };
  const pull = commandText("pull --branch hotfix", target);
  const isChanged = counts !== undefined && counts.changedOnService > 0;
  const prune = commandText("plan --prune", target);
  const lines = [
    ...(historyUnknown === undefined ? [] : [`! ${escapeText(historyUnknown)}`]),
    ...(isChanged ? ["To take over what was changed on the service, on a branch:", pull] : []),
    ...(counts && counts.duplicates > 0 ? ["To see what deletes the duplicates:", prune] : []),
    ...hintLines(error?.hint),
  ];
  if (lines.length === 0) return [];
  if (name === undefined) return lines.flatMap((line) => wrapSentence(line, screen, ""));
  return [`${escapeText(name)}:`, ...lines.flatMap((line) => wrapSentence(line, screen))];
}

/** The room for what both environments hold, as after the names of a plan. */
const wayWidth = 50;

/** Further definitions are only counted, as in a plan. */
const maxListed = 10;

/** `update prompt/Triage  staging 9c1e4d0, production 3f2a91c, waits`: a line for each definition. */
function promotionLines({ name, promotion }: EnvironmentStatus, screen: Screen): string[] {
  const { colors, symbols, width: columns } = screen;
  const { after } = promotion ?? {};
  const ofKinds = groupBy(promotion?.versions ?? [], ({ address }) => kindOf(address));
  const versions = [...ofKinds.values()].flatMap((each) =>
    each.toSorted((one, other) => compareNames(one.address, other.address)),
  );
  if (versions.length === 0) return [];
  const titles = versions
    .slice(0, maxListed)
    .map(({ action, address }) =>
      truncateName(escapeText(`${action} ${address}`), columns - wayWidth, symbols),
    );
  const width = Math.max(...titles.map(({ length }) => length));
  const lines = titles.map((title, index) => {
    const version = versions[index]!;
    const way = `${after} ${upstreamText(version)}, ${name} ${versionText(version.held)}`;
    return `  ${title.padEnd(width)}  ${escapeText(way)}${version.reason ? ", waits" : ""}`;
  });
  const more = versions.length - lines.length;
  return [
    colors.bold(`${escapeText(name ?? "")} after ${after}:`),
    ...lines,
    ...(more > 0 ? [`  and ${more} more: use --json`] : []),
  ];
}

/** What the other environment holds. */
function upstreamText({ action, reason, upstream }: StatusVersion): string {
  if (reason === "version") return versionText(upstream);
  if (action !== "delete") return "as in the files";
  return reason === "exists" ? "still has it" : "none";
}

/** `9c1e4d0` */
function versionText(held: HeldDocument | undefined): string {
  if (!held) return "none";
  if ("at" in held) return shortHash(held.at.commit);
  return held.type === "none" ? "changed on the service" : "unknown";
}
