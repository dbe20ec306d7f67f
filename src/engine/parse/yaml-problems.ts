// What the YAML parser finds wrong, for a person: which of its errors to tell, where, in what words.
import { type Document, isAlias, isCollection, isScalar, isSeq, type Node, visit } from "yaml";

/** A mistake in the text of a document; offsets into the text. */
export interface YamlProblem {
  readonly code: "yaml-syntax" | "yaml-alias" | "unknown-key";
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint?: string;
}

interface ParserProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** Every mistake of a document, before its value is looked at. */
export function yamlProblems(document: Document.Parsed, text: string): YamlProblem[] {
  const found = tellable([...document.errors, ...document.warnings]).map((each) =>
    inWords(document, text, each),
  );
  if (found.length > 0) return found;
  return [
    ...versionProblems(document),
    ...aliasProblems(document),
    ...mergeProblems(document, text),
  ];
}

/** Mistakes that leave the structure whole; of the others only the first is meant, the rest follow from it. */
const independent = new Set(["DUPLICATE_KEY", "NON_STRING_KEY", "TAG_RESOLVE_FAILED"]);

function tellable(problems: readonly ParserProblem[]): readonly ParserProblem[] {
  const first = problems.find((each) => !independent.has(each.code));
  return problems.filter((each) => independent.has(each.code) || each === first);
}

function inWords(document: Document.Parsed, text: string, problem: ParserProblem): YamlProblem {
  const { code, message, pos } = problem;
  const at = (words: string, hint?: string, [start, end] = pos): YamlProblem => ({
    code: "yaml-syntax",
    start,
    end,
    message: words,
    ...(hint !== undefined && { hint }),
  });
  const opened = unclosedBefore(document, text, pos[0]);
  if (opened && isUnclosed(problem))
    return at(`This ${opened.what} is never closed.`, `Add ${opened.closing} where it ends.`, [
      opened.start,
      opened.start + 1,
    ]);
  switch (code) {
    case "DUPLICATE_KEY":
      return at("Duplicate key in this mapping.");
    case "NON_STRING_KEY":
      return isPlaceholder(text, pos[0])
        ? at("A value that starts with {{ must be quoted.", "Put the whole value in quotes.")
        : at("A key must be a string.", "Put it in quotes.");
    case "TAG_RESOLVE_FAILED":
      return at(`${message}: YAML tags are not supported.`);
    case "TAB_AS_INDENT":
      return at("Tabs cannot indent YAML.", "Use spaces.");
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
    case "BAD_INDENT":
      return at(
        `Invalid YAML syntax: ${sentence(message)}`,
        'Check the indentation of this line and the next one; text that holds ": " or begins with a special character needs quotes.',
      );
    case "BAD_SCALAR_START":
      return at(`Invalid YAML syntax: ${sentence(message)}`, "Put the whole value in quotes.");
    default:
      if (message.endsWith("scalar at node end"))
        return at("The value ends before this.", "Put the whole value in quotes.");
      if (/^Unexpected block-seq-ind on same line with key$/.test(message))
        return at(
          "A list must start on the line after its key.",
          "If the value is a string, put it in quotes.",
        );
      if (/Implicit map keys need to be followed by map values/.test(message))
        return at(
          "Expected a key with a value.",
          "A key is followed by a colon and a space: `name: value`.",
        );
      return at(`Invalid YAML syntax: ${sentence(message)}`);
  }
}

/** A message of the parser on one line, with a full stop. */
function sentence(message: string): string {
  return message.replace(/\s+/g, " ").replace(/[^.?!]$/, "$&.");
}

/** `{{name}}` without quotes: YAML takes it for a mapping in a mapping. */
function isPlaceholder(text: string, start: number): boolean {
  return text[start] === "{" && text[start - 1] === "{";
}

function isUnclosed({ code, message }: ParserProblem): boolean {
  return code === "MISSING_CHAR" || (code === "BAD_INDENT" && /flow/i.test(message));
}

/** The quote or bracket that opens before an offset and has no end. */
function unclosedBefore(
  document: Document.Parsed,
  text: string,
  offset: number,
): { what: string; closing: string; start: number } | undefined {
  let found: { what: string; closing: string; start: number } | undefined;
  visit(document, {
    Node: (_key, node) => {
      const [start, end] = (node as Node).range ?? [0, 0];
      const opening = text[start] ?? "";
      const closing = { '"': '"', "'": "'", "[": "]", "{": "}" }[opening];
      const quoted =
        isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");
      const flow = isCollection(node) && node.flow === true;
      if (!closing || start >= offset || (!quoted && !flow)) return;
      const closed = text[end - 1] === closing && end - 1 > start;
      if (!closed) found = { what: quoted ? "quote" : "bracket", closing, start };
    },
  });
  return found;
}

function versionProblems({ directives, range }: Document.Parsed): YamlProblem[] {
  if (directives?.yaml.version !== "1.1") return [];
  const message = "%YAML 1.1 is not supported: files are read as YAML 1.2.";
  return [
    { code: "yaml-syntax", start: range[0], end: range[0], message, hint: "Remove the directive." },
  ];
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
      const [start, end] = alias.range ?? [0, 0];
      const message = inside
        ? `The alias *${alias.source} refers to a node that contains it.`
        : `Unresolved alias (the anchor must be set before the alias): ${alias.source}.`;
      problems.push({ code: "yaml-alias", start, end, message });
    },
  });
  return problems;
}

/** `<<: *anchor`: who writes it expects YAML 1.1. A key of that name with a value of its own is just a key. */
function mergeProblems(document: Document.Parsed, text: string): YamlProblem[] {
  if (!text.includes("<<")) return [];
  const problems: YamlProblem[] = [];
  visit(document, {
    Pair: (_key, { key, value }) => {
      const aliases = isSeq(value) ? value.items : [value];
      const isPlain = isScalar(key) && key.type === "PLAIN" && key.value === "<<";
      if (!isPlain || !aliases.some((each) => isAlias(each))) return;
      const [start, end] = key.range ?? [0, 0];
      const message = 'Unknown key "<<".';
      const hint =
        "YAML 1.2 has no merge keys: repeat the fields, or use an alias for a whole value.";
      problems.push({ code: "unknown-key", start, end, message, hint });
    },
  });
  return problems;
}
