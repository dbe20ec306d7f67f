// Formatting: the files of a project in their canonical layout. Nothing is written here.
import type { SourceFile } from "../engine/model/source-file.ts";
import type { Grammar } from "../engine/validate/grammar.ts";
import { byLocation, type Diagnostic } from "../engine/model/diagnostic.ts";
import { isObject, type Json } from "../engine/model/json.ts";
import { formatText } from "../engine/format/format.ts";
import type { KeysAt } from "../engine/format/key-order.ts";
import { parse } from "../engine/parse/parse.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import type { ChangedFile } from "../engine/export/pull-result.ts";
import { keysAt } from "../engine/validate/schema-lookup.ts";
import { redactSecrets } from "../engine/model/secrets.ts";
import type { Grammars } from "./load.ts";
import { isAmong } from "./filter-diagnostics.ts";

export interface FormattedFile {
  readonly path: string;
  readonly before: string;
  readonly text: string;
  /** How many documents in it stay as they stand. */
  readonly left: number;
}

export interface Formatted {
  /** Those that can be read, also where nothing changes. */
  readonly files: readonly FormattedFile[];
  /** Why the others cannot be. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The definition files among the wanted ones, or all. */
export async function formatDefinitions(
  grammars: Grammars,
  files: DefinitionFiles,
  wanted: readonly string[] | "all",
): Promise<Formatted> {
  const isWanted = (path: string): boolean => wanted === "all" || isAmong(wanted, path);
  const read = await files.read();
  const formatted = read.files
    .filter(({ path }) => isWanted(path))
    .map((each) => formatFile(each, ofKinds(grammars)));
  const unread = read.diagnostics.filter(({ location }) => isWanted(location.file));
  return {
    files: formatted.flatMap((each) => each.files),
    diagnostics: [...unread, ...formatted.flatMap((each) => each.diagnostics)]
      .map(redactSecrets)
      .sort(byLocation),
  };
}

function ofKinds(grammars: Grammars): (document: Json) => Grammar | undefined {
  return (document) => {
    const kind = isObject(document) ? document["kind"] : undefined;
    return typeof kind === "string" && Object.hasOwn(grammars, kind) ? grammars[kind] : undefined;
  };
}

/** A definition file that changes: where it was in the layout it stays in it. */
export function keptInLayout(grammars: Grammars, file: ChangedFile): ChangedFile {
  const { path, before } = file;
  const layoutOf = (text: string): string | undefined =>
    formatFile({ path, text }, ofKinds(grammars)).files[0]?.text;
  return layoutOf(before) === before ? { ...file, text: layoutOf(file.text) ?? file.text } : file;
}

/** One file, whose documents follow these grammars. */
export function formatFile(
  file: SourceFile,
  grammarOf: (document: Json) => Grammar | undefined,
): Formatted {
  const { diagnostics } = parse(file);
  if (diagnostics.length > 0) return { files: [], diagnostics };
  const keys: KeysAt = (document, path) => {
    const grammar = grammarOf(document);
    return grammar ? keysAt(grammar.schemas, grammar.name, document, path) : [];
  };
  const { text, left } = formatText(file.text, keys);
  return { files: [{ path: file.path, before: file.text, text, left }], diagnostics: [] };
}
