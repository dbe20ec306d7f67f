// From files to definitions: read → parse → validate → include → resolve. Every mistake is kept;
// a project with errors is never planned.
import type { Grammar } from "../engine/validate/grammar.ts";
import {
  byLocation,
  type Diagnostic,
  didYouMean,
  error,
  oneOf,
  withArticle,
  type SourceLocation,
} from "../engine/model/diagnostic.ts";
import { drafts } from "../engine/resolve/draft.ts";
import { include, includedAt, unfilled, wantedFiles } from "../engine/resolve/include.ts";
import { fromPointer, type Path } from "../engine/model/json.ts";
import type { Kinds } from "../engine/model/kind.ts";
import { parse, type ParsedDocument } from "../engine/parse/parse.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { resolve } from "../engine/resolve/resolve.ts";
import type { Address, Definition } from "../engine/model/resource.ts";
import { redactSecrets } from "../engine/model/secrets.ts";
import type { Source } from "../engine/resolve/source.ts";
import { validate } from "../engine/validate/validate.ts";

/** How definitions of each kind are validated. */
export type Grammars = { readonly [kind: string]: Grammar };

/** Where a field of a definition stands: its location, and the file it was included from, if any. */
interface Located {
  readonly location: SourceLocation;
  readonly included?: string;
}

export interface Project {
  readonly definitions: readonly Definition[];
  /** Every mistake, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many definition files there are. */
  readonly files: number;
  /** Their texts by path, those of broken ones too, and of what they include. */
  readonly texts: ReadonlyMap<string, string>;
  /** Their paths. */
  readonly sourceFiles: readonly string[];
  /** Where a field of a definition's body stands; `pointer` is into its normal form. */
  locate(address: Address, pointer: string): Located | undefined;
  readonly documents: readonly ParsedDocument[];
  /** The documents with mistakes against their schema. */
  readonly broken: ReadonlySet<ParsedDocument>;
  /** What stands behind each address. */
  readonly sources: ReadonlyMap<Address, Source>;
  /** The texts of included files, by path. */
  readonly included: ReadonlyMap<string, string>;
}

/** Reads the whole project and finds every mistake in it. */
export async function load(
  kinds: Kinds,
  grammars: Grammars,
  files: DefinitionFiles,
): Promise<Project> {
  const found = await files.read();
  const parsed = found.files.map(parse);
  const documents = parsed.flatMap((each) => each.documents);
  const mistakes = documents.map((each) => mistakesOf(kinds, grammars, each));
  const drafted = unfilled(drafts(kinds, documents));
  const texts = await files.include(wantedFiles(drafted));
  const filled = drafted.map((each) => include(each, texts));
  const { definitions, sources, ...resolved } = resolve(kinds, filled);
  const unread = [
    ...found.diagnostics,
    ...parsed.flatMap((each) => each.diagnostics),
    ...mistakes.flat(),
  ];
  const diagnostics = [
    ...unread,
    ...filled.flatMap((each) => each.diagnostics),
    ...believable(resolved.diagnostics, unread),
  ];
  const included = new Map(
    [...texts.values()].flatMap((each) => ("text" in each ? [[each.path, each.text]] : [])),
  );
  return {
    definitions,
    diagnostics: diagnostics.map(redactSecrets).sort(byLocation),
    files: found.files.length,
    sourceFiles: found.files.map(({ path }) => path),
    texts: new Map([...included, ...found.files.map(({ path, text }) => [path, text] as const)]),
    locate: (address, pointer) => {
      const source = sources.get(address);
      return source && locateIn(source, fromPointer(pointer));
    },
    documents,
    broken: new Set(documents.filter((_each, index) => mistakes[index]!.length > 0)),
    sources,
    included,
  };
}

/** The mistakes of one document against the schema of its kind. */
function mistakesOf(kinds: Kinds, grammars: Grammars, document: ParsedDocument): Diagnostic[] {
  const { kind } = document.value;
  const row = kinds.find((each) => each.kind === kind);
  if (kind === undefined || kind === null) {
    const similar = Object.keys(document.value).find((key) => key.toLowerCase() === "kind");
    const hint =
      similar === undefined || similar === "kind"
        ? undefined
        : `"${similar}" begins with a small letter.`;
    const message = `"kind" is missing: ${oneOf(namesOf(kinds))}.`;
    return [error("missing-key", document.locate([]), message, hint)];
  }
  if (!row) {
    const names = namesOf(kinds);
    const hint = didYouMean(String(kind), names) ?? `The kinds are ${names.join(", ")}.`;
    const message = `There is no kind ${JSON.stringify(kind)}.`;
    return [error("unknown-kind", document.locate(["kind"]), message, hint)];
  }
  const found = validate(grammars[row.kind]!, document);
  const field = row.parent?.field;
  if (field !== undefined && document.value[field] === undefined)
    found.push(
      error(
        "missing-key",
        document.locate([]),
        `"${field}" is missing: ${withArticle(row.kind)} in a document of its own names its ${row.parent!.kind}.`,
      ),
    );
  return found;
}

function namesOf(kinds: Kinds): string[] {
  return kinds.map((row) => row.kind);
}

/** Where something could not be read as a definition, a name that seems unknown may well be its. */
function believable(
  found: readonly Diagnostic[],
  others: readonly Diagnostic[],
): readonly Diagnostic[] {
  const unread = new Set([
    "unreadable-file",
    "yaml-syntax",
    "yaml-alias",
    "not-a-mapping",
    "unknown-kind",
  ]);
  const broken = others.some(({ code }) => unread.has(code));
  return broken ? found.filter((each) => !each.code.startsWith("unknown-")) : found;
}

function locateIn({ draft, includes }: Source, path: Path): Located {
  const full = [...draft.path, ...path];
  const location = draft.document.locate(full);
  const file = includedAt(full, draft.path.length, includes);
  return { location, ...(file && { included: file.path }) };
}
