// Converts the errors of `yaml` to diagnostics: selects the relevant ones, and words them.
import {
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  visit,
} from "yaml";
import { once } from "../model/collections.ts";
import type { Span } from "../model/diagnostic.ts";
import { conflictMarkerAt, conflictMessage } from "./merge-conflict.ts";
import type { Offsets, YamlFile } from "./yaml-documents.ts";

/** An error in the text of a document. */
export interface YamlProblem {
  readonly code:
    | "yaml-syntax"
    | "merge-conflict"
    | "yaml-alias"
    | "unknown-key"
    | "not-a-mapping"
    | "bad-number";
  readonly range: Offsets;
  readonly message: string;
  readonly hint?: string;
}

interface ParserProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** All syntax errors of a document of a file. */
export function yamlProblems(document: Document.Parsed, file: YamlFile): YamlProblem[] {
  const firstKeys = once(() => firstKeysOf(document));
  const problems = independentProblems([...document.errors, ...document.warnings]).map((each) =>
    each.code === "DUPLICATE_KEY"
      ? duplicateKeyProblem(file, each, firstKeys())
      : syntaxProblem(document, file.text, each),
  );
  if (problems.length > 0) return problems;
  if (isTooDeep(document)) {
    const range = document.contents?.range ?? [0, 0];
    return [{ code: "yaml-syntax", range, message: depthMessage }];
  }
  return [
    ...versionProblems(document),
    ...aliasProblems(document),
    ...mergeProblems(document, file.text),
  ];
}

/**
 * How deep collections may be nested. `yaml` can read some more, but how many depends on the free
 * stack, and so would the functions that walk the document.
 */
const maxDepth = 600;
const depthMessage = `The document is nested too deeply: at most ${maxDepth} levels are allowed.`;

/** Walks the levels of the document without recursion. */
function isTooDeep({ contents }: Document.Parsed): boolean {
  let level: unknown[] = [contents];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level
      .filter((node) => isCollection(node))
      .flatMap(({ items }) => items)
      .flatMap((item) => (isPair(item) ? [item.key, item.value] : [item]));
  }
  return false;
}

/** Errors that do not affect the structure. Of all others only the first is reported: it causes the rest. */
const independent = new Set(["DUPLICATE_KEY", "NON_STRING_KEY", "TAG_RESOLVE_FAILED"]);

function independentProblems(problems: readonly ParserProblem[]): readonly ParserProblem[] {
  const first = problems.find((each) => !independent.has(each.code));
  return problems.filter((each) => independent.has(each.code) || each === first);
}

function syntaxProblem(
  document: Document.Parsed,
  text: string,
  problem: ParserProblem,
): YamlProblem {
  const range = problem.pos;
  const marker = conflictMarkerAt(text, range[0]);
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

function duplicateKeyProblem(
  { lines }: YamlFile,
  { pos: range }: ParserProblem,
  firstKeys: ReadonlyMap<number, Scalar.Parsed>,
): YamlProblem {
  const first = firstKeys.get(range[0]);
  const message = first
    ? `The key ${JSON.stringify(first.value)} appears twice in this mapping (first on line ${lines.linePos(first.range[0]).line}).`
    : "Duplicate key in this mapping.";
  return { code: "yaml-syntax", range, message };
}

/** By the offset of each key that appears again in its mapping: the first such key. */
function firstKeysOf(document: Document.Parsed): ReadonlyMap<number, Scalar.Parsed> {
  const firstKeys = new Map<number, Scalar.Parsed>();
  visit(document, {
    Map: (_key, { items }) => {
      const keys = items.map(({ key }) => key).filter((key) => isScalar(key)) as Scalar.Parsed[];
      const firstByValue = new Map<unknown, Scalar.Parsed>();
      for (const key of keys) {
        const first = firstByValue.get(key.value);
        if (first) firstKeys.set(key.range[0], first);
        else firstByValue.set(key.value, key);
      }
    },
  });
  return firstKeys;
}

const quoteHint = "Put the whole value in quotes.";
const invalidSyntax = "Invalid YAML syntax:"; // precedes the message of the parser

/** Messages by the code and message of the parser; the first match counts. */
const syntaxMessages: readonly (readonly [pattern: RegExp, message: string, hint?: string])[] = [
  [/^NON_STRING_KEY/, "A key must be a string.", "Put it in quotes."],
  [/^RESOURCE_EXHAUSTION/, depthMessage],
  [/^TAB_AS_INDENT/, "Tabs cannot indent YAML.", "Use spaces."],
  [
    /^(?:BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY|BAD_INDENT)/,
    invalidSyntax,
    'Check the indentation of this line and the next one; text that contains ": " or starts with a special character needs quotes.',
  ],
  [/^BAD_SCALAR_START/, invalidSyntax, quoteHint],
  [/scalar at node end$/, "The value ends before this.", quoteHint],
  [
    / Unexpected block-seq-ind on same line with key$/,
    "A list must start on the line after its key.",
    "If the value is a string, put it in quotes.",
  ],
  [
    /Implicit map keys need to be followed by map values/,
    "Expected a key with a value.",
    "A key is followed by a colon and a space: `name: value`.",
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

function versionProblems({ directives, range: [start] }: Document.Parsed): YamlProblem[] {
  if (directives?.yaml.version !== "1.1") return [];
  const message = "%YAML 1.1 is not supported: files are read as YAML 1.2.";
  const hint = "Remove the directive.";
  return [{ code: "yaml-syntax", range: [start, start], message, hint }];
}

/** Aliases without an anchor before them, or inside their own anchor. */
function aliasProblems(document: Document.Parsed): YamlProblem[] {
  const problems: YamlProblem[] = [];
  const anchored = new Map<string, Node>(); // so far
  visit(document, {
    Value: (_key, node) => void (node.anchor && anchored.set(node.anchor, node)),
    Alias: (_key, alias, parents) => {
      const target = anchored.get(alias.source);
      const inside = target !== undefined && parents.includes(target);
      if (target && !inside) return;
      const message = inside
        ? `The alias *${alias.source} refers to a node that contains it.`
        : `Unresolved alias (the anchor must be set before the alias): ${alias.source}.`;
      problems.push({ code: "yaml-alias", range: alias.range ?? [0, 0], message });
    },
  });
  return problems;
}

/** Merge keys (`<<: *anchor`), which only YAML 1.1 has. The key with any other value is a normal key. */
function mergeProblems(document: Document.Parsed, text: string): YamlProblem[] {
  if (!text.includes("<<")) return [];
  const problems: YamlProblem[] = [];
  visit(document, {
    Pair: (_key, { key, value }) => {
      const aliases = isSeq(value) ? value.items : [value];
      const isMergeKey = isScalar(key) && key.type === "PLAIN" && key.value === "<<";
      if (!isMergeKey || !aliases.some((each) => isAlias(each))) return;
      const message = 'Unknown key "<<".';
      const hint =
        "YAML 1.2 has no merge keys: repeat the fields, or use an alias for a whole value.";
      problems.push({ code: "unknown-key", range: key.range ?? [0, 0], message, hint });
    },
  });
  return problems;
}
