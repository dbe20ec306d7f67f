// Runs the rules on a loaded project. Returns their diagnostics with source locations, without those
// that comments ignore.
import { type OverriddenFields, withOverrides } from "../environments/apply-overrides.ts";
import { locationInText, type SourceFile } from "../model/source-file.ts";
import { groupBy, memo, once } from "../model/collections.ts";
import {
  type Diagnostic,
  error,
  errorAt,
  type Finding,
  type UnlocatedDiagnostic,
  warning,
  warningAt,
} from "../model/diagnostic.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import type { Path } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import { referencesOf } from "../model/references.ts";
import { type ParsedDocument, placeIn, type Yaml11Boolean } from "../parse/parsed-document.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";
import type { RuleProject, Rule, Subject } from "./rule.ts";
import { allMessages } from "./texts.ts";
import { includedFiles, pieceIn, type Source, textAround } from "../resolve/source.ts";

export interface CheckInput {
  readonly kinds: Kinds;
  readonly definitions: readonly Definition[];
  /** The source of the definition with each address. */
  readonly sources: ReadonlyMap<Address, Source>;
  readonly documents: readonly ParsedDocument[];
  /** Documents with errors: the rules do not check their definitions. */
  readonly broken: ReadonlySet<ParsedDocument>;
  /** The texts of the files of definitions, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The codes that comments can ignore. */
  readonly warnings: readonly string[];
  /** The current date, as YYYY-MM-DD. */
  readonly today: string;
  /** The providers with an address of the user's own. */
  readonly customProviders: readonly string[];
  /** The environment for commands in hints; undefined if the project has none. */
  readonly environment?: string | undefined;
  /** The addresses that promptctl.yaml pins, on any service; default: none. */
  readonly pinned?: ReadonlySet<Address> | undefined;
  /** The values of definitions that an environment overrides. */
  readonly overridden: ReadonlyMap<Address, OverriddenFields>;
}

type AnyDiagnostic = Diagnostic | UnlocatedDiagnostic;

/** The diagnostics that no comment of their document ignores. Errors cannot be ignored. */
export function withoutIgnored(
  diagnostics: readonly AnyDiagnostic[],
  documents: readonly ParsedDocument[],
): AnyDiagnostic[] {
  const ignoring = groupBy(
    documents.filter(({ ignoredCodes }) => ignoredCodes.length > 0),
    ({ file }) => file,
  );
  return diagnostics.filter((each) => {
    if (each.severity === "error" || !("place" in each)) return true;
    const { file, document: index } = each.place;
    const document = ignoring.get(file)?.find((other) => other.index === index);
    return !document || !ignores(document, each.code);
  });
}

function ignores({ ignoredCodes }: ParsedDocument, code: string): boolean {
  return ignoredCodes.some((each) => each.code === code);
}

/**
 * All diagnostics of the rules, about booleans of YAML 1.1 and about comments that ignore unknown
 * codes. `isWanted`: whether the rules check the definition with an address; default: all.
 */
export function check(
  rules: readonly Rule[],
  input: CheckInput,
  isWanted?: (address: Address) => boolean,
): AnyDiagnostic[] {
  const found = applyRules(rules, input, isWanted);
  const booleanWarnings = input.documents.flatMap((document) =>
    input.broken.has(document) || ignores(document, "truth-word")
      ? []
      : document.yaml11Booleans.map(yaml11BooleanWarning),
  );
  const ruleDiagnostics = withoutRepeated(found).map((each) => findingDiagnostic(each, input));
  return [...ruleDiagnostics, ...booleanWarnings, ...unknownCodes(input)];
}

/** The findings of the rules that no comment ignores. */
export function applyRules(
  rules: readonly Rule[],
  input: CheckInput,
  isWanted: (address: Address) => boolean = () => true,
): SourcedFinding[] {
  const project = ruleProject(input, isWanted);
  const found: SourcedFinding[] = [];
  for (const { kinds, check: checkSubject, severity: ofAll } of rules)
    for (const subject of kinds?.flatMap((kind) => project.all(kind)) ?? project.subjects) {
      const { address } = subject.definition;
      if (!isWanted(address)) continue;
      const findings = checkSubject(subject, project);
      for (const finding of "code" in findings ? [findings] : findings) {
        const source = input.sources.get(address)!;
        const { severity = ofAll === "error" ? ofAll : "warning" } = finding;
        if (!ignores(source.draft.document, finding.code))
          found.push({ address, finding, severity, source });
      }
    }
  return found;
}

export interface SourcedFinding {
  /** The address of the definition. */
  readonly address: Address;
  readonly finding: Finding;
  readonly severity: Diagnostic["severity"];
  readonly source: Source;
}

/** Findings with `usedBy` and the same message become the first of them, with their number. */
export function withoutRepeated(found: readonly SourcedFinding[]): SourcedFinding[] {
  const groups = groupBy(found, ({ finding }) =>
    finding.usedBy === undefined ? finding : finding.message,
  );
  return [...groups.values()].map((group) => {
    const [first] = group as [SourcedFinding];
    if (group.length === 1) return first;
    const { finding } = first;
    const message = `${finding.message} ${group.length} ${finding.usedBy} use it.`;
    return { ...first, finding: { ...finding, message } };
  });
}

/** Comments that ignore codes that do not exist. */
function unknownCodes({ documents, warnings }: CheckInput): Diagnostic[] {
  return documents
    .flatMap(({ ignoredCodes }) => ignoredCodes)
    .filter(({ code }) => !warnings.includes(code))
    .map(({ code, location }) =>
      warning(
        "unknown-code",
        location,
        `Unknown warning "${code}".`,
        didYouMean(code, warnings) ??
          "Only warnings can be ignored, by the code that validate prints.",
      ),
    );
}

function ruleProject(input: CheckInput, isChecked: RuleProject["isChecked"]): RuleProject {
  const { kinds, definitions, sources, broken, texts, overridden } = input;
  const { today, customProviders, environment, pinned } = input;
  const fileAt = memo((path: string): SourceFile => ({ path, text: texts.get(path)! }));
  const subjects: Subject[] = [];
  for (const definition of definitions) {
    const { document, value } = sources.get(definition.address)!.draft;
    if (broken.has(document)) continue;
    const fields = overridden.get(definition.address);
    subjects.push({ definition, mapping: fields ? withOverrides(value, fields) : value });
  }
  const byKind = groupBy(subjects, ({ definition }) => definition.row.kind);
  const byAddress = once(() => new Map(subjects.map((each) => [each.definition.address, each])));
  const byName = once(() =>
    groupBy(subjects, ({ definition: { row, name = "" } }) => addressOf(row.kind, name)),
  );
  const byParent = once(() => groupBy(subjects, ({ definition }) => definition.parent));
  const all = (kind: string): readonly Subject[] => byKind.get(kind) ?? [];
  const messages = once(() => allMessages(all("prompt"), all("evaluation")));
  return {
    today,
    customProviders,
    environment,
    subjects: kinds.flatMap(({ kind }) => all(kind)),
    all,
    find: (address) => byAddress().get(address ?? ""),
    named: (kind, name) => byName().get(addressOf(kind, name)) ?? [],
    get messages() {
      return messages();
    },
    isPinned: (address) => pinned?.has(address) ?? false,
    isChecked,
    isIncomplete: (kind) => [...broken].some(({ value }) => value["kind"] === kind),
    children: (kind, address) =>
      (byParent().get(address) ?? []).filter(({ definition }) => definition.row.kind === kind),
    references: ({ definition: { row, spec } }) => referencesOf(row, spec),
    // Three rules ask for those of every definition: docs/performance.md, row "validate 2,000 small files".
    files: memo(({ definition: { address } }: Subject) => {
      const source = sources.get(address)!;
      const overriding = [...(overridden.get(address)?.values() ?? [])];
      return [
        fileAt(source.draft.document.file),
        ...includedFiles(source),
        ...overriding.map(({ override }) => fileAt(override.place.file)),
      ] as const;
    }),
  };
}

/**
 * The diagnostic of a finding. Only a finding with a `span` gets a location in the included file or
 * part that contains its text; without one, the location is the `{ file }` or the list in the
 * definition. A value of the environment has its location in promptctl.yaml.
 */
export function findingDiagnostic(
  { address, finding, severity, source }: SourcedFinding,
  { overridden }: Pick<CheckInput, "overridden">,
): AnyDiagnostic {
  const { code, path, part, span, message, hint } = finding;
  const [at, atPlace] = severity === "error" ? [error, errorAt] : [warning, warningAt];
  const overriding = overridden.get(address)?.get(path.join("."));
  if (overriding) return atPlace(code, overriding.override.place, message, hint);
  const { document, path: start } = source.draft;
  const fullPath = [...start, ...path];
  const text = textAround(source, fullPath);
  const data = text?.parts[0]!.document;
  if (data) {
    const inFile = { ...placeIn(data, fullPath.slice(text.path.length)), ...(part && { part }) };
    return atPlace(code, { ...inFile, ...(span && { span }) }, message, hint);
  }
  if (text && span) {
    const piece = pieceIn(text.parts, span);
    const { file, path: partPath } = piece.part;
    if (file) return at(code, locationInText(file, piece.span), message, hint);
    return atPlace(code, { ...placeIn(document, partPath), span: piece.span }, message, hint);
  }
  const place = span
    ? { ...placeIn(document, nearestText(document.value, fullPath)), span }
    : { ...placeIn(document, text?.path ?? fullPath), ...(part && { part }) };
  return atPlace(code, place, message, hint);
}

/** The path of the text in the file: a text there can be a list of blocks in normal form. */
function nearestText(value: unknown, path: Path): Path {
  let found: unknown = value;
  for (const [depth, key] of path.entries()) {
    if (typeof found === "string") return path.slice(0, depth);
    found = (found as { readonly [key: string]: unknown } | undefined)?.[String(key)];
  }
  return path;
}

function yaml11BooleanWarning({ word, location }: Yaml11Boolean): Diagnostic {
  return warning(
    "truth-word",
    location,
    `${word} is a string in YAML 1.2, but ${/^(?:y|yes|on)$/i.test(word) ? "true" : "false"} in YAML 1.1.`,
    `Put it in quotes: "${word}".`,
  );
}
