// What a plan says below the name of a change, line by line. Made once for all outputs: the terminal
// adds colours and columns (line-text.ts), Markdown lists, code and fences (change-markdown.ts).
import { groupBy } from "../../engine/model/collections.ts";
import type { VersionCommit } from "../../engine/model/held-version.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { DiffLine } from "../text/diff-line.ts";
import { wholeLines } from "../text/text-diff.ts";
import { truncateMiddle } from "../text/terminal-text.ts";
import { valueLines } from "../text/value-lines.ts";
import { type FieldLine, fieldLines, type FieldSize } from "./field-lines.ts";
import { changedPaths } from "./field-changes.ts";
import { changedOnServiceWords } from "./held-words.ts";
import { type ChangeSummary, overriddenText } from "./change-summary.ts";
import type { Words } from "./words.ts";

/** A line of a change. `isNested`: it belongs to the sentence above it. */
export type Line =
  | FieldLine
  | { readonly type: "diff"; readonly diff: readonly DiffLine[] }
  | SentenceLine;

/** `isCut`: a terminal shows what fits into one line. */
interface SentenceLine {
  readonly type: "note" | "warning" | "names";
  readonly words: Words;
  readonly isNested?: boolean;
  readonly isCut?: boolean;
}

export interface ChangeLineOptions {
  readonly size: FieldSize;
  /** Shows date, author and subject of commits. Only for terminals: they are personal data. */
  readonly showsAuthors?: boolean | undefined;
}

/** The lines below the name of a change; none if that says everything. */
export function changeLines(summary: ChangeSummary, options: ChangeLineOptions): Line[] {
  const { action, details, content, overridden, warning } = summary;
  const { size } = options;
  const places = overriddenText(summary);
  const names = someMembers(summary.members ?? []);
  const type = action === "create" ? "added" : "removed";
  const lines: readonly (Line | false | undefined)[] = [
    content && size.full && { type: "diff", diff: wholeLines(type, valueLines(content), size) },
    places !== undefined && { type: "note", words: ["overridden: ", { code: places }] },
    ...fieldLines(details, size, (path) => overridden[path]),
    names !== "" && { type: "names", words: [names] },
    warning !== undefined && { type: "warning", words: [warning] },
    ...changedOnServiceLines(summary, options),
  ];
  return lines.filter((line) => line !== undefined && line !== false);
}

/** `messages[0] as in the 40 prompts above`, on the line of the change. Empty if it has no such fields. */
export function sharedWords({ sharedFields = [] }: ChangeSummary): Words {
  return [...groupBy(sharedFields, ({ group }) => group)].flatMap(([group, fields], index) => [
    ...(index === 0 ? [] : ["; "]),
    ...fields.flatMap(({ path }) => [", ", { code: path }]).slice(1),
    ` as in the ${group} above`,
  ]);
}

/** So many names are all shown. */
const fewMembers = 10;

/** The first names of a group that fit into two lines, and the number of the others. */
function someMembers(members: readonly string[]): string {
  const shown = members.map((name) => {
    const short = truncateMiddle(name, 40);
    return short.includes(",") ? JSON.stringify(short) : short;
  });
  let length = 0;
  const fitting = shown.filter((name) => (length += name.length + 2) <= 140).length;
  return someOf(shown, Math.max(fitting, fewMembers));
}

/** How the service differs from the newest version, if it holds no version. */
function changedOnServiceLines(
  { held: summary }: ChangeSummary,
  { size, showsAuthors }: ChangeLineOptions,
): Line[] {
  if (summary?.held.type !== "none") return [];
  const { differences, held } = summary;
  const names = changedPaths(differences)
    .flatMap((code) => [", ", { code }])
    .slice(1);
  const fields: Line[] = size.full
    ? fieldLines(differences, { ...size, lineWidth: size.lineWidth - 6, width: size.width - 6 })
    : [{ type: "names", words: names }];
  return [
    { type: "warning", words: changedOnServiceWords(summary) },
    ...(held.newest && showsAuthors && !summary.areOfSeveral ? [commitLine(held.newest.at)] : []),
    ...(names.length === 0 ? [] : fields.map((line) => ({ ...line, isNested: true }))),
  ];
}

/** Date, author and subject of a commit. A saved plan has only the date. */
export function commitLine({ date, author, subject }: VersionCommit): Line {
  const parts = [date.slice(0, 10), author, subject].filter((part) => part !== "");
  return { type: "note", words: [parts.join("  ")], isCut: true };
}
