// Words the syntax errors of `yaml`, which often reports them after the place of the mistake.
import { type Document, isCollection, isScalar, type Node, visit } from "yaml";
import type { Span } from "../model/diagnostic.ts";
import { depthMessage } from "./compose-documents.ts";
import { conflictMarkerAt, conflictMessage } from "./conflict-markers.ts";
import { atMistake, type ParserProblem, unequalStarts } from "./indentation-problems.ts";
import type { YamlFile, YamlProblem } from "./yaml-documents.ts";

/** The problem in words, at the place of the mistake. */
export function syntaxProblem(
  document: Document.Parsed,
  { text, lines }: YamlFile,
  found: ParserProblem,
): YamlProblem {
  const unequal = unequalStarts(document, lines, found);
  if (unequal) return unequal;
  const problem = atMistake(document, text, found);
  const range = problem.pos;
  const marker = conflictMarkerAt(text, lines.lineStarts[lines.linePos(range[0]).line - 1] ?? 0);
  if (marker) return conflictProblem(marker);
  const unclosed = isUnclosed(problem) ? unclosedBefore(document, text, range[0]) : undefined;
  if (unclosed) return unclosed;
  if (text.startsWith("${", range[0] - 1)) {
    const message = "${…} is not replaced: definitions have no environment variables.";
    return { code: "yaml-syntax", range, message, hint: "Write the value itself." };
  }
  const [message, hint] = syntaxMessage(problem, isPlaceholder(text, range[0]));
  return { code: "yaml-syntax", range, message, ...(hint !== undefined && { hint }) };
}

/** The only problem that is reported of a file with a merge conflict: the markers cause all others. */
export function conflictProblem({ offset, length }: Span): YamlProblem {
  return {
    code: "merge-conflict",
    range: [offset, offset + length],
    message: conflictMessage,
    hint: "Keep the lines that are right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.",
  };
}

const indentHint =
  'Check the indentation of this line and the next one; text that contains ": " or starts with a special character needs quotes.';
const quoteHint = "Put the whole value in quotes.";
const invalidSyntax = "Invalid YAML syntax:"; // precedes the message of the parser

/** Messages by the code and message of the parser; the first match counts. */
const syntaxMessages: readonly (readonly [pattern: RegExp, message: string, hint?: string])[] = [
  [/^NON_STRING_KEY/, "A key must be a string.", "Put it in quotes."],
  [/^TAB_AS_INDENT/, "Tabs cannot indent YAML.", "Use spaces."],
  [
    /^KEY_IN_VALUE/,
    "This key is inside the value of an earlier line.",
    "Check the indentation of this line and of the one before it: the keys of a mapping start at one column. If it is part of a text, put the whole text in quotes.",
  ],
  [/^DASH_WITHOUT_SPACE/, "An item of a list starts with a dash and a space."],
  [
    /^MISPLACED_ITEM| A block sequence may not be used as an implicit map key$/,
    "This list item is not at the column of a list.",
    "Indent it as the items before it. The first item starts below the key of its list: at its column, or indented more.",
  ],
  [
    / Nested mappings are not allowed in compact mappings$/,
    'A value on the line of its key contains ": ".',
    "Put a text in quotes. Write a key that belongs to this one on the next line, indented more.",
  ],
  [
    / (?:All (?:mapping|sequence) items must start at the same column|Sequence item without - indicator)$/,
    "This line starts at another column than the lines that it belongs to.",
    "Indent it as the key or the item before it on its level.",
  ],
  [/^(?:BLOCK_AS_IMPLICIT_KEY|BAD_INDENT)/, invalidSyntax, indentHint],
  [/^BAD_SCALAR_START/, invalidSyntax, quoteHint],
  [/scalar at node end$/, "The value ends before this.", quoteHint],
  [
    / Unexpected block-seq-ind on same line with key$/,
    "A list must start on the line after its key.",
    "If the value is a string, put it in quotes.",
  ],
  [
    /^MULTILINE_IMPLICIT_KEY|Implicit map keys need to be followed by map values/,
    "Expected a key with a value.",
    "A key is followed by a colon and a space: `name: value`. The lines of a text are indented more than its key.",
  ],
  [/^/, invalidSyntax],
];

function syntaxMessage(
  { code, message: parserMessage }: ParserProblem,
  inPlaceholder: boolean,
): readonly [message: string, hint?: string | undefined] {
  if (code === "NON_STRING_KEY" && inPlaceholder)
    return ["A value that starts with {{ must be quoted.", quoteHint];
  if (code === "TAG_RESOLVE_FAILED") return [`${parserMessage}: YAML tags are not supported.`];
  if (parserMessage === depthMessage) return [depthMessage];
  const problem = `${code} ${parserMessage}`;
  const [, message, hint] = syntaxMessages.find(([pattern]) => pattern.test(problem))!;
  return [message === invalidSyntax ? `${message} ${sentence(parserMessage)}` : message, hint];
}

/** A message of the parser on one line, with a full stop. */
function sentence(message: string): string {
  return message.replace(/\s+/g, " ").replace(/[^.?!]$/, "$&.");
}

/** `{{name}}` without quotes, which YAML reads as a mapping in a mapping. */
function isPlaceholder(text: string, start: number): boolean {
  return text[start] === "{" && text[start - 1] === "{";
}

function isUnclosed({ code, message }: ParserProblem): boolean {
  return code === "MISSING_CHAR" || (code === "BAD_INDENT" && /flow/i.test(message));
}

/** The last quote or bracket before an offset that is never closed. */
function unclosedBefore(
  document: Document.Parsed,
  text: string,
  offset: number,
): YamlProblem | undefined {
  let unclosed: YamlProblem | undefined;
  visit(document, {
    Node: (_key, node) => {
      const [start, end] = (node as Node).range ?? [0, 0];
      const opening = text[start] ?? "";
      const closing = { '"': '"', "'": "'", "[": "]", "{": "}" }[opening];
      const quoted =
        isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");
      const flow = isCollection(node) && node.flow === true;
      if (!closing || start >= offset || (!quoted && !flow)) return;
      if (text[end - 1] === closing && end - 1 > start) return;
      const message = `This ${quoted ? "quote" : "bracket"} is never closed.`;
      const hint = `Add ${closing} where it ends.`;
      unclosed = { code: "yaml-syntax", range: [start, start + 1], message, hint };
    },
  });
  return unclosed;
}
