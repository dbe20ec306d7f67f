// Includes, `{ file: path }`: collects the files to read (io reads them), and inserts their texts.
import { errorAt, type UnlocatedDiagnostic, warningAt } from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import { type JsonObject, type Path, toPointer } from "../model/json.ts";
import { type ReadInclude, normalizeDefinition } from "../normalize/normalize.ts";
import {
  includeKey,
  type IncludeRequest,
  type IncludeResult,
  type SourceFile,
} from "../model/source-file.ts";
import { refTo } from "../parse/parsed-document.ts";
import type { Source } from "./source.ts";
import { findUnrepresentable } from "../model/representable.ts";

/** The body of a draft without included texts, and the files to include. */
export interface Unfilled {
  readonly draft: Draft;
  /** With an empty text for each included file. */
  readonly body: JsonObject;
  readonly wanted: readonly IncludeRequest[];
}

/** The bodies of all drafts, without included texts. */
export function unfilled(drafts: readonly Draft[]): Unfilled[] {
  return drafts.map((draft) => {
    const wanted: IncludeRequest[] = [];
    const body = fill(draft, (_path, file, form) => {
      wanted.push({ from: draft.document.file, file, form });
      return "";
    });
    return { draft, body, wanted };
  });
}

/** The files to include, without duplicates. */
export function wantedFiles(all: readonly Unfilled[]): IncludeRequest[] {
  const wanted = all.flatMap((each) => each.wanted);
  return [...new Map(wanted.map((each) => [includeKey(each), each])).values()];
}

/** The source of a definition: its draft, with the included texts. */
export function include(
  { draft, body: own, wanted }: Unfilled,
  files: ReadonlyMap<string, IncludeResult>,
): Source {
  if (wanted.length === 0) return { draft, body: own, includes: new Map(), diagnostics: [] };
  const includes = new Map<string, SourceFile>();
  const diagnostics: UnlocatedDiagnostic[] = [];
  const body = fill(draft, (path, file, form) => {
    const at = [...draft.path, ...path];
    const ref = refTo(draft.document, [...at, "file"]);
    const found = files.get(includeKey({ from: draft.document.file, file, form }));
    if (!found || "problem" in found) {
      diagnostics.push(
        errorAt("include", ref, found?.problem ?? "This file was not read.", found?.hint),
      );
      return undefined;
    }
    includes.set(toPointer(at), found);
    if (found.changed) diagnostics.push(warningAt("include-changed", ref, found.changed));
    diagnostics.push(
      ...findUnrepresentable(found.text).map((each) => errorAt(each.code, ref, each.message)),
    );
    return found.text;
  });
  return { draft, body, includes, diagnostics };
}

function fill(draft: Draft, read: ReadInclude): JsonObject {
  return normalizeDefinition(draft.row.shape, draft.value, read);
}

/** The included file that contains the value at a path. `from`: the length of the path of its draft. */
export function includedAt(
  path: Path,
  from: number,
  includes: Source["includes"],
): SourceFile | undefined {
  for (let length = path.length; length > from; length--) {
    const file = includes.get(toPointer(path.slice(0, length)));
    if (file !== undefined) return file;
  }
  return undefined;
}
