// The rules over a loaded project: what they find becomes warnings in their places, but for those
// a comment silences.
import type { SourceFile } from "../model/source-file.ts";
import { groupBy, memo } from "../model/collections.ts";
import { type Diagnostic, didYouMean, type SourceLocation, warning } from "../model/diagnostic.ts";
import { includedAt } from "../resolve/include.ts";
import type { Path } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { referencesOf } from "../model/references.ts";
import type { ParsedDocument, Span } from "../parse/parse.ts";
import type { Address, Definition } from "../model/resource.ts";
import type { Checked, Finding, Rule, Subject } from "./rule.ts";
import type { Source } from "../resolve/source.ts";

export interface CheckInput {
  readonly kinds: Kinds;
  readonly definitions: readonly Definition[];
  /** What stands behind each address. */
  readonly sources: ReadonlyMap<Address, Source>;
  readonly documents: readonly ParsedDocument[];
  /** Documents with mistakes against their schema: what they define is not looked at. */
  readonly broken: ReadonlySet<ParsedDocument>;
  /** The texts of the files of definitions, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Every code that can be silenced. */
  readonly warnings: readonly string[];
}

/** Those that no comment of their document silences; errors cannot be. */
export function unsilenced(
  diagnostics: readonly Diagnostic[],
  documents: readonly ParsedDocument[],
): Diagnostic[] {
  const isSilenced = ({ code, location }: Diagnostic): boolean => {
    const own = documents.findLast(
      (each) => each.file === location.file && each.locate([]).line <= location.line,
    );
    return own?.silenced().some((each) => each.code === code) === true;
  };
  return diagnostics.filter((each) => each.severity === "error" || !isSilenced(each));
}

/** Every warning of the rules, and of the words and comments of the documents themselves. */
export function check(rules: readonly Rule[], input: CheckInput): Diagnostic[] {
  const project = checked(input);
  const silenced = new Map(input.documents.map((each) => [each, each.silenced()]));
  const isSilenced = (document: ParsedDocument, code: string): boolean =>
    silenced.get(document)!.some((each) => each.code === code);
  const found = rules
    .flatMap((rule) => rule(project))
    .flatMap((finding) => {
      const source = input.sources.get(finding.address)!;
      return isSilenced(source.draft.document, finding.code) ? [] : [inPlace(finding, source)];
    });
  const words = input.documents.flatMap((document) =>
    isSilenced(document, "truth-word") ? [] : document.truthWords().map(truthWord),
  );
  const comments = [...silenced.values()].flat().flatMap(({ code, location }) => {
    if (input.warnings.includes(code)) return [];
    return [
      warning(
        "unknown-code",
        location,
        `There is no warning "${code}" to silence.`,
        didYouMean(code, input.warnings) ??
          "Errors cannot be silenced; the name of a warning stands beside its place.",
      ),
    ];
  });
  return withoutRepeats([...found, ...words, ...comments]);
}

/** A text that several definitions include is warned of once. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [JSON.stringify(each), each])).values()];
}

function checked({ kinds, definitions, sources, broken, texts }: CheckInput): Checked {
  const fileAt = memo((path: string): SourceFile => ({ path, text: texts.get(path)! }));
  const subjects: Subject[] = [];
  for (const definition of definitions) {
    const { draft, includes } = sources.get(definition.address)!;
    const { document, value } = draft;
    if (broken.has(document)) continue;
    const files = [fileAt(document.file), ...includes.values()];
    const references = referencesOf(kindNamed(kinds, definition.kind), definition.spec);
    subjects.push({ definition, written: value, references, files });
  }
  const byKind = groupBy(subjects, ({ definition }) => definition.kind);
  const byAddress = new Map(subjects.map((each) => [each.definition.address, each]));
  const byParent = groupBy(subjects, ({ definition }) => definition.parent);
  return {
    subjects: kinds.flatMap(({ kind }) => byKind.get(kind) ?? []),
    all: (kind) => byKind.get(kind) ?? [],
    find: (address) => byAddress.get(address ?? ""),
    mayHoldMore: (kind) => [...broken].some(({ value }) => value["kind"] === kind),
    children: (kind, address) =>
      (byParent.get(address) ?? []).filter(({ definition }) => definition.kind === kind),
  };
}

/** The warning of a finding: in the file its text was included from, or where it is written. */
function inPlace(
  { code, path, part, span, message, hint }: Finding,
  { draft, includes }: Source,
): Diagnostic {
  const at = [...draft.path, ...path];
  const file = includedAt(at, draft.path.length, includes);
  const location =
    file && span
      ? placeInText(file, span)
      : span
        ? draft.document.locateText(nearestText(draft.document.value, at), span)
        : draft.document.locate(at, part ?? "value");
  return warning(code, location, message, hint);
}

/** The path of the text itself: a shorthand stands for the list of blocks it makes. */
function nearestText(value: unknown, path: Path): Path {
  let found: unknown = value;
  for (const [depth, key] of path.entries()) {
    if (typeof found === "string") return path.slice(0, depth);
    found = (found as { readonly [key: string]: unknown } | undefined)?.[String(key)];
  }
  return path;
}

function placeInText({ path, text }: SourceFile, { offset, length }: Span): SourceLocation {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const line = text.slice(start, end < 0 ? text.length : end);
  const column = offset - start + 1;
  const endColumn = Math.max(column + 1, Math.min(column + length, line.length + 1));
  return {
    file: path,
    line: text.slice(0, offset).split("\n").length,
    column,
    endColumn,
    text: line,
  };
}

function truthWord({
  word,
  location,
}: {
  readonly word: string;
  readonly location: SourceLocation;
}): Diagnostic {
  return warning(
    "truth-word",
    location,
    `${word} is text here (YAML 1.2); other readers take it for ${/^(?:y|yes|on)$/i.test(word) ? "true" : "false"}.`,
    `Put it in quotes: "${word}".`,
  );
}
