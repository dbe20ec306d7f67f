// Includes, `{ file: path }`: puts the texts of files into the bodies of definitions.
import {
  type Diagnostic,
  error,
  errorAt,
  type UnlocatedDiagnostic,
  warningAt,
} from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import { type Path, toPointer } from "../model/json.ts";
import { normalizeDefinition } from "../normalize/normalize.ts";
import {
  type IncludeRequest,
  locationInText,
  type ReadIncluded,
  type SourceFile,
} from "../model/source-file.ts";
import { conflictMessage, findMergeConflict } from "../parse/merge-conflict.ts";
import { refTo } from "../parse/parsed-document.ts";
import type { Source } from "./source.ts";
import { findUnrepresentable } from "../model/representable.ts";

/** The source of a definition: its draft in normal form, with the texts of included files. */
export function include(draft: Draft, readIncluded: ReadIncluded): Source {
  const includes = new Map<string, SourceFile>();
  const diagnostics: (Diagnostic | UnlocatedDiagnostic)[] = [];
  const body = normalizeDefinition(draft.row.shape, draft.value, (path, file, form) => {
    const at = [...draft.path, ...path];
    const ref = refTo(draft.document, [...at, "file"]);
    const found = readIncluded({ from: draft.document.file, file, form });
    if ("problem" in found) {
      diagnostics.push(errorAt("include", ref, found.problem, found.hint));
      return undefined;
    }
    includes.set(toPointer(at), found);
    if (found.changed) diagnostics.push(warningAt("include-changed", ref, found.changed));
    if (form === "text") diagnostics.push(...conflictsIn(found, draft));
    diagnostics.push(
      ...findUnrepresentable(found.text).map((each) => errorAt(each.code, ref, each.message)),
    );
    return found.text;
  });
  return { draft, body, includes, diagnostics };
}

/** The files that a draft includes. */
export function includeRequests(draft: Draft): IncludeRequest[] {
  const requests: IncludeRequest[] = [];
  include(draft, (request) => {
    requests.push(request);
    return { problem: "" };
  });
  return requests;
}

/** The error of a merge conflict. A text about git can contain one, so a comment can ignore it. */
function conflictsIn(file: SourceFile, { document }: Draft): Diagnostic[] {
  const span = findMergeConflict(file.text);
  const isIgnored = document.ignoredCodes.some(({ code }) => code === "merge-conflict-in-text");
  if (!span || isIgnored) return [];
  const hint = `Resolve it. If the text is about git, add a comment to ${document.file}: # promptctl-ignore: merge-conflict-in-text`;
  return [error("merge-conflict-in-text", locationInText(file, span), conflictMessage, hint)];
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
