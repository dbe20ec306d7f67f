// `{ file: path }`: which files the definitions want, and their text in place.
// Reading is left to io; this says where the paths are and what became of them.
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

/** A draft's body as far as it stands in the YAML, and the files that the rest is to come from. */
export interface Unfilled {
  readonly draft: Draft;
  /** With empty texts in place of files. */
  readonly body: JsonObject;
  readonly wanted: readonly IncludeRequest[];
}

/** Every draft, with its body as far as it stands in the YAML. */
export function unfilled(drafts: readonly Draft[]): Unfilled[] {
  let from: string;
  let wanted: IncludeRequest[] | undefined; // by few
  const note: ReadInclude = (_path, file, form) => {
    (wanted ??= []).push({ from, file, form });
    return "";
  };
  return drafts.map((draft) => {
    from = draft.document.file;
    wanted = undefined;
    const body = fill(draft, note);
    return { draft, body, wanted: wanted ?? none };
  });
}

const none: readonly IncludeRequest[] = [];

/** Every file that is wanted, once each. */
export function wantedFiles(all: readonly Unfilled[]): IncludeRequest[] {
  const wanted = all.flatMap((each) => each.wanted);
  return [...new Map(wanted.map((each) => [includeKey(each), each])).values()];
}

const noIncludes: Source["includes"] = new Map();

/** The source of a definition: its draft, with the files in place. */
export function include(
  { draft, body: own, wanted }: Unfilled,
  files: ReadonlyMap<string, IncludeResult>,
): Source {
  if (wanted.length === 0) return { draft, body: own, includes: noIncludes, diagnostics: [] };
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

/** The file that brought in what stands at a path, which begins with `from` keys of its document. */
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
