// Converts the errors of `yaml` to problems: selects the relevant ones, and adds the checks that `yaml`
// does not make.
import {
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  visit,
  type Scalar,
} from "yaml";
import { memo } from "../model/collections.ts";
import { maxLevels } from "../model/json.ts";
import { depthMessage } from "./compose-documents.ts";
import type { ParserProblem } from "./indentation-problems.ts";
import { syntaxProblem } from "./syntax-problems.ts";
import type { YamlFile, YamlProblem } from "./yaml-documents.ts";

/** All syntax errors of a document of a file. */
export function yamlProblems(document: Document.Parsed, file: YamlFile): YamlProblem[] {
  const tooDeep = isTooDeep(document);
  const found = independentProblems([...document.errors, ...document.warnings], file);
  const problems = found.map((each) => syntaxProblem(document, file, each));
  // After a wrong indentation, keys are in other mappings than those that the author sees.
  const isStructured = found.every(({ code }) => independent.has(code));
  if (!tooDeep && isStructured) problems.push(...duplicateKeyProblems(document, file));
  if (problems.length > 0) return problems;
  if (tooDeep) {
    const range = document.contents?.range ?? [0, 0];
    return [{ code: "yaml-syntax", range, message: depthMessage }];
  }
  return [
    ...versionProblems(document),
    ...aliasProblems(document, file),
    ...mergeProblems(document, file.text),
  ];
}

/** Walks the levels of the document without recursion. */
function isTooDeep({ contents }: Document.Parsed): boolean {
  let level: unknown[] = [contents];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxLevels) return true;
    level = level
      .filter((node) => isCollection(node))
      .flatMap(({ items }) => items)
      .flatMap((item) => (isPair(item) ? [item.key, item.value] : [item]));
  }
  return false;
}

/** Errors that do not affect the structure. Of all others only the first is reported: it causes the rest. */
const independent = new Set(["NON_STRING_KEY", "TAG_RESOLVE_FAILED"]);

function independentProblems(
  problems: readonly ParserProblem[],
  { lines }: YamlFile,
): readonly ParserProblem[] {
  const first = problems.find((each) => !independent.has(each.code));
  const lineOf = ({ pos }: ParserProblem): number => lines.linePos(pos[0]).line;
  const isCaused = (each: ParserProblem): boolean =>
    first !== undefined && lineOf(each) === lineOf(first);
  return problems.filter(
    (each) => each === first || (independent.has(each.code) && !isCaused(each)),
  );
}

function versionProblems({ directives, range: [start] }: Document.Parsed): YamlProblem[] {
  if (directives?.yaml.version !== "1.1") return [];
  const message = "%YAML 1.1 is not supported: files are read as YAML 1.2.";
  const hint = "Remove the directive.";
  return [{ code: "yaml-syntax", range: [start, start], message, hint }];
}

/** Aliases without an anchor before them, or inside their own anchor. */
function aliasProblems(document: Document.Parsed, { documents }: YamlFile): YamlProblem[] {
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
      const isEarlier = !inside && isAnchoredBefore(document, documents, alias.source);
      const hint = isEarlier ? anchorsEndHint : undefined;
      const range = alias.range ?? [0, 0];
      problems.push({ code: "yaml-alias", range, message, ...(hint !== undefined && { hint }) });
    },
  });
  return problems;
}

const anchorsEndHint =
  "An anchor ends with its document, at ---: repeat the value, or put it into a file and include that.";

/** Whether an earlier document of the file has the anchor. */
function isAnchoredBefore(
  document: Document.Parsed,
  documents: readonly Document.Parsed[],
  anchor: string,
): boolean {
  const earlier = documents.slice(0, documents.indexOf(document));
  return earlier.some((each) => anchorsOf(each).has(anchor));
}

/** The anchors of a document. A file can have thousands of aliases that are asked for. */
const anchorsOf = memo((document: Document.Parsed): ReadonlySet<string> => {
  const anchors = new Set<string>();
  visit(document, { Value: (_key, { anchor }) => void (anchor && anchors.add(anchor)) });
  return anchors;
}, new WeakMap());

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

/** An error for each key that repeats an earlier key of its mapping. */
function duplicateKeyProblems(document: Document.Parsed, { lines }: YamlFile): YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(document, {
    Map: (_key, { items }) => {
      const firstByValue = new Map<unknown, Scalar.Parsed>();
      let empty: Scalar.Parsed | undefined; // the last key without a value before this one
      for (const { key, value: own } of items) {
        const before = empty;
        if (isScalar(key) && isScalar(own) && own.source === "") empty = key as Scalar.Parsed;
        if (!isScalar(key)) continue;
        const { value, range } = key as Scalar.Parsed;
        const first = firstByValue.get(value);
        if (!first) {
          firstByValue.set(value, key as Scalar.Parsed);
          continue;
        }
        const { line } = lines.linePos(first.range[0]);
        const message = `The key ${JSON.stringify(value)} appears twice in this mapping (first on line ${line}).`;
        const isAfterEmpty = before !== undefined && before.range[0] > first.range[0];
        const hint = isAfterEmpty ? indentBelow(before, lines) : undefined;
        problems.push({ code: "yaml-syntax", range, message, ...(hint !== undefined && { hint }) });
      }
    },
  });
  return problems;
}

function indentBelow({ value, range }: Scalar.Parsed, lines: LineCounter): string {
  const { line } = lines.linePos(range[0]);
  return `${JSON.stringify(value)} on line ${line} has no value: indent the keys that belong to it more.`;
}
