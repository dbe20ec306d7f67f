// What a plan says below the name of a change, line by line. Made once for all outputs: the terminal
// adds colours and columns (line-text.ts), Markdown lists, code and fences (change-markdown.ts).
import type { VersionCommit } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { DiffLine } from "../text/diff-line.ts";
import { wholeLines } from "../text/text-diff.ts";
import { valueLines } from "../text/value-lines.ts";
import { type FieldLine, fieldLines, type FieldSize } from "./field-lines.ts";
import { changedPaths, changedOnServiceWords } from "./held-version.ts";
import { type ChangeSummary, overriddenText } from "./plan-summary.ts";
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
  /** The files from which a field of a definition includes its text. */
  includedFrom(address: Address, pointer: string): readonly string[];
  /** Shows date, author and subject of commits. Only for terminals: they are personal data. */
  readonly showsAuthors?: boolean | undefined;
}

/** The lines below the name of a change; none if that says everything. */
export function changeLines(summary: ChangeSummary, options: ChangeLineOptions): Line[] {
  const { action, address, details, content, overridden, warning, explanation } = summary;
  const { size, includedFrom } = options;
  const places = overriddenText(summary);
  const type = action === "create" ? "added" : "removed";
  const lines: readonly (Line | false | undefined)[] = [
    content && size.full && { type: "diff", diff: wholeLines(type, valueLines(content), size) },
    places !== undefined && { type: "note", words: ["overridden: ", { code: places }] },
    ...fieldLines(details, size, {
      filesOf: (pointer) => includedFrom(address, pointer),
      placeOf: (path) => overridden[path],
    }),
    warning !== undefined && { type: "warning", words: [warning] },
    explanation !== undefined && { type: "note", words: [explanation] },
    ...changedOnServiceLines(summary, options),
  ];
  return lines.filter((line) => line !== undefined && line !== false);
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
    ...(held.newest && showsAuthors ? [commitLine(held.newest.at)] : []),
    ...(names.length === 0 ? [] : fields.map((line) => ({ ...line, isNested: true }))),
  ];
}

/** Date, author and subject of a commit. A saved plan has only the date. */
export function commitLine({ date, author, subject }: VersionCommit): Line {
  const parts = [date.slice(0, 10), author, subject].filter((part) => part !== "");
  return { type: "note", words: [parts.join("  ")], isCut: true };
}
