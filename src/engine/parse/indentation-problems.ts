// Where wrong indentation is: `yaml` often reports the start of the value that it makes invalid, or the
// line after it.
import { type Document, isCollection, type LineCounter, visit } from "yaml";
import type { YamlProblem } from "./yaml-documents.ts";

/** An error or a warning of `yaml`. */
export interface ParserProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** The problem at the line that is indented wrongly. */
export function atMistake(
  document: Document.Parsed,
  text: string,
  problem: ParserProblem,
): ParserProblem {
  const [start, end] = problem.pos;
  if (problem.message.startsWith("Nested mappings are not allowed"))
    return keyInValue(document, text, problem) ?? problem;
  const isAtLineStart = start > 0 && text[start - 1] === "\n";
  const isItem = problem.code === "MULTILINE_IMPLICIT_KEY" || problem.code === "MISSING_CHAR";
  if (isItem && text.startsWith("- ", start)) return { ...problem, code: "MISPLACED_ITEM" };
  const isIndentation =
    indentationCodes.has(problem.code) || problem.message.startsWith("Sequence item without -");
  if (!isAtLineStart || !isIndentation) return problem;
  // The comments before a line are no mistake.
  const line = afterUnwritten(text, start);
  const first = line + (/^ */.exec(text.slice(line, line + maxIndent))?.[0].length ?? 0);
  return dashAt(text, line, problem) ?? { ...problem, pos: [first, Math.max(end, first + 1)] };
}

/** The longest indentation that is looked at. */
const maxIndent = 1000;

/** The problem of `-name: x` instead of `- name: x`, in the line that starts at an offset. */
function dashAt(text: string, line: number, problem: ParserProblem): ParserProblem | undefined {
  glued.lastIndex = line;
  const match = glued.exec(text);
  if (!match) return undefined;
  const dash = line + match[0].length - 2;
  return { ...problem, code: "DASH_WITHOUT_SPACE", pos: [dash, dash + 1] };
}

const glued = / *-[a-z"'{[]/iy;

const indentationCodes: ReadonlySet<string> = new Set(["BAD_INDENT", "BLOCK_AS_IMPLICIT_KEY"]);

/** The start of the first line from an offset that is not empty and no comment. */
function afterUnwritten(text: string, start: number): number {
  let line = start;
  for (;;) {
    unwritten.lastIndex = line;
    if (!unwritten.test(text)) return line;
    line = unwritten.lastIndex;
  }
}

/** One empty line or comment: V8 has no stack for millions of them in one match. */
const unwritten = /[ \t]*(?:#[^\n]*)?\n/y;

/** `name: x` and, indented more, `model: y`: one key of two lines, `x model`, in the value of `name`. */
function keyInValue(
  document: Document.Parsed,
  text: string,
  problem: ParserProblem,
): ParserProblem | undefined {
  let found: ParserProblem | undefined;
  visit(document, {
    Scalar: (_key, { range }) => {
      const [start, end] = range ?? [0, 0];
      if (start !== problem.pos[0]) return undefined;
      const lineStart = text.lastIndexOf("\n", end - 1) + 1;
      if (lineStart <= start) return undefined; // `a: b: c`
      found = dashAt(text, text.lastIndexOf("\n", start) + 1, problem);
      if (found) return visit.BREAK;
      const keyStart = lineStart + text.slice(lineStart, end).search(/\S/);
      found = { ...problem, code: "KEY_IN_VALUE", pos: [keyStart, end] };
      return visit.BREAK;
    },
  });
  return found;
}

/** A key that is indented less than the keys before it, on the first level of a document. */
export function unequalStarts(
  { contents }: Document.Parsed,
  lines: LineCounter,
  { message, pos }: ParserProblem,
): YamlProblem | undefined {
  const isBlock = isCollection(contents) && contents.flow !== true;
  if (!isBlock || !message.endsWith(" at node end")) return undefined;
  const start = contents.range?.[0] ?? 0;
  const [first, later] = [lines.linePos(start), lines.linePos(pos[0])];
  if (later.col >= first.col) return undefined;
  const hint = "Start the keys of the document at the same column.";
  const rest = { code: "yaml-syntax", hint } as const;
  return contents.items.length === 1
    ? {
        ...rest,
        range: [start, start + 1],
        message: `This line is indented more than line ${later.line}.`,
      }
    : { ...rest, range: pos, message: `This line is indented less than line ${first.line}.` };
}
