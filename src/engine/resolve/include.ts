// Includes, `{ file: path }`, and lists of parts: puts the texts and the data of files into the bodies
// of definitions.
import {
  type Diagnostic,
  error,
  errorAt,
  type SourcePlace,
  type UnlocatedDiagnostic,
  warningAt,
} from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import { isObject, type Json, type Path, toPointer } from "../model/json.ts";
import { normalizeDefinition, type ReadData, type ReadText } from "../normalize/normalize.ts";
import {
  type IncludeRequest,
  type IncludeResult,
  locationInText,
  type ReadIncluded,
  type SourceFile,
} from "../model/source-file.ts";
import { resolvePath } from "../text/relative-path.ts";
import { joinParts } from "../text/text-parts.ts";
import { conflictMessage, findMergeConflict } from "../parse/conflict-markers.ts";
import { type ParsedDocument, type ParsedFile, placeIn } from "../parse/parsed-document.ts";
import type { Source, TextPart } from "./source.ts";
import { findUnrepresentable } from "../parse/representable.ts";

// Shared, because most definitions include no file: docs/performance.md, row "memory of plan 200,000".
const noTexts: Source["texts"] = new Map();
const noDiagnostics: Source["diagnostics"] = [];

const changedHint =
  "Save the file as UTF-8 without a byte order mark, with LF line endings. For all files: add `* text=auto eol=lf` to .gitattributes, then run git add --renormalize .";

/** Returns the content of an included file, read as JSON or YAML. */
export type ParsedData = (file: SourceFile) => ParsedFile;

/** The source of a definition: its draft in normal form, with the content of included files. */
export function include(draft: Draft, readIncluded: ReadIncluded, parsedData: ParsedData): Source {
  const texts = new Map<string, readonly TextPart[]>();
  const diagnostics: (Diagnostic | UnlocatedDiagnostic)[] = [];
  let lacksInclude = false;
  const readText: ReadText = (path, source, form) => {
    const at = [...draft.path, ...path];
    const found = (Array.isArray(source) ? source : [source]).map((value: Json, index) => {
      const partPath = Array.isArray(source) ? [...at, index] : at;
      if (typeof value === "string") return { path: partPath, file: undefined, text: value };
      const request = requestAt(draft, value, form);
      const file = request && readFile(draft, partPath, request);
      return { path: partPath, file, text: file?.text ?? "" };
    });
    const { text, offsets } = joinParts(found.map((part) => part.text));
    const parts = found.map((part, index) => ({
      path: part.path,
      offset: offsets[index]!,
      file: part.file,
    }));
    if (Array.isArray(source) || parts[0]!.file) texts.set(toPointer(at), parts);
    return text;
  };
  const readData: ReadData = (path, source) => {
    const at = [...draft.path, ...path];
    const request = requestAt(draft, source, "data");
    const file = request && readFile(draft, at, request);
    if (!file) return {};
    const document = documentIn(file, placeIn(draft.document, [...at, "file"]));
    texts.set(toPointer(at), [{ path: at, offset: 0, file, isData: true, document }]);
    return document?.value ?? {};
  };
  const body = normalizeDefinition(draft.row.shape, draft.value, readText, readData);
  return {
    draft,
    body,
    texts: texts.size > 0 ? texts : noTexts,
    lacksInclude,
    diagnostics: diagnostics.length > 0 ? diagnostics : noDiagnostics,
  };

  /** The only document of a file of data. */
  function documentIn(file: SourceFile, place: SourcePlace): ParsedDocument | undefined {
    const parsed = parsedData(file);
    const [document, second] = parsed.documents;
    diagnostics.push(...parsed.diagnostics);
    if (document && !second && parsed.diagnostics.length === 0) {
      diagnostics.push(...unrepresentableIn(document));
      return document;
    }
    lacksInclude = true;
    if (parsed.diagnostics.length === 0) {
      const problem = `${file.path} has ${document ? "several documents" : "no content"}.`;
      const hint = "Write one mapping or one JSON object into it.";
      diagnostics.push({ ...errorAt("include", place, problem, hint), paths: [file.path] });
    }
    return undefined;
  }

  function readFile(
    { document }: Draft,
    at: Path,
    request: IncludeRequest,
  ): SourceFile | undefined {
    const place = placeIn(document, [...at, "file"]);
    const found = readIncluded(request);
    if ("problem" in found) {
      const { problem, hint, similar } = found;
      const paths = [resolvePath(document.file, request.file), similar ?? []].flat();
      diagnostics.push({ ...errorAt("include", place, problem, hint), paths });
      lacksInclude = true;
      return undefined;
    }
    if (found.standIn) {
      diagnostics.push(...standInAt(found, place, draft));
      return found;
    }
    if (found.changed)
      diagnostics.push({
        ...warningAt("include-changed", place, found.changed, changedHint),
        paths: [found.path],
      });
    if (request.form === "data") return found;
    if (request.form === "text") diagnostics.push(...conflictsIn(found, draft));
    diagnostics.push(
      ...findUnrepresentable(found.text).map((each) => errorAt(each.code, place, each.message)),
    );
    return found;
  }
}

/** The request for a `{ file }`; undefined if it is not valid, which schema validation reports. */
function requestAt(
  { document }: Draft,
  value: Json,
  form: IncludeRequest["form"],
): IncludeRequest | undefined {
  const file = isObject(value) ? value["file"] : undefined;
  return typeof file === "string" && file !== "" ? { from: document.file, file, form } : undefined;
}

/** The files that a draft includes. */
export function includeRequests(draft: Draft): IncludeRequest[] {
  const requests: IncludeRequest[] = [];
  const record: ReadIncluded = (request) => {
    requests.push(request);
    return { problem: "" };
  };
  include(draft, record, () => ({ documents: [], diagnostics: [] }));
  return requests;
}

/** The values of a file of data that no service can represent. */
function unrepresentableIn(document: ParsedDocument): UnlocatedDiagnostic[] {
  if (document.isRepresentable) return [];
  return findUnrepresentable(document.value).map(({ code, path, part, message, hint }) =>
    errorAt(code, { ...placeIn(document, path), ...(part && { part }) }, message, hint),
  );
}

/** The error of a merge conflict. A text about git can contain one, so a comment can ignore it. */
function conflictsIn(file: SourceFile, { document }: Draft): Diagnostic[] {
  const span = findMergeConflict(file.text);
  const isIgnored = document.ignoredCodes.some(({ code }) => code === "merge-conflict-in-text");
  if (!span || isIgnored) return [];
  const hint = `Resolve it. If the text is about git, add a comment to ${document.file}: # promptctl-ignore: merge-conflict-in-text`;
  return [
    {
      ...error("merge-conflict-in-text", locationInText(file, span), conflictMessage, hint),
      paths: [document.file],
    },
  ];
}

/** The problem of a file that is not checked out. A comment can ignore it, for a text about such files. */
function standInAt(
  { path, standIn }: Extract<IncludeResult, SourceFile>,
  place: SourcePlace,
  { document }: Draft,
): UnlocatedDiagnostic[] {
  if (!standIn) return [];
  const { code, problem, hint, isWarning = false } = standIn;
  if (document.ignoredCodes.some((ignored) => ignored.code === code)) return [];
  const report = isWarning ? warningAt : errorAt;
  return [{ ...report(code, place, `${path} ${problem}.`, hint), paths: [path] }];
}
