// Finds the errors in promptctl.yaml: against its schema, and values that have no effect.
import { errorAt, type UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
  valueAt,
} from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type ParsedDocument, placeIn } from "../../engine/parse/parsed-document.ts";
import type { CompiledSchema } from "../../engine/validate/compiled-schema.ts";
import { validate } from "../../engine/validate/validate.ts";
import { patternDiagnostics, pinDiagnostics, urlDiagnostics } from "./configuration-values.ts";
import { environmentErrors } from "./environment-errors.ts";
import { existingFolderProblem, includedFolderProblem } from "../files/included-folders.ts";

export interface CheckedConfiguration {
  readonly errors: readonly UnlocatedDiagnostic[];
  /** The values that are valid against the schema, and that no other check would report again. */
  readonly value: JsonObject;
}

/**
 * All errors in the documents of promptctl.yaml, and its values without them. `root`: the folder in
 * which the folders of `include` must exist; undefined if that is not known.
 */
export function checkConfiguration(
  kinds: Kinds,
  schema: CompiledSchema,
  [document, second]: readonly ParsedDocument[],
  root: string | undefined,
): CheckedConfiguration {
  if (!document) return { errors: [], value: {} };
  const message = "promptctl.yaml must contain one document.";
  const schemaErrors = [
    ...(second ? [errorAt("several-documents", placeIn(second, []), message)] : []),
    ...validate(schema, document).map(explainConsent),
  ];
  const valid = withoutSchemaErrors(schema, document);
  const errors = [
    ...includeDiagnostics(valid, root),
    ...baseUrlDiagnostics(valid),
    ...patternDiagnostics(kinds, valid, ["scope"]),
    ...patternDiagnostics(kinds, valid, ["keep"]),
    ...pinUrlDiagnostics(valid),
    ...sharedPinDiagnostics(kinds, valid),
    ...environmentErrors(kinds, valid),
  ];
  const reported = errors.filter(({ code }) => ["wrong-include", "wrong-override"].includes(code));
  return {
    errors: [...schemaErrors, ...errors],
    value: withoutValues(valid.value, reported.map(pathOf)),
  };
}

/** A key that would allow commands must not look like one that is only misspelled. */
function explainConsent(error: UnlocatedDiagnostic): UnlocatedDiagnostic {
  const isConsent = /^allow[-_]?commands$/i.test(String(pathOf(error).at(-1)));
  if (error.code !== "unknown-key" || !isConsent) return error;
  const hint =
    "No file can allow commands: only the flag --allow-commands, or the input allow-commands of a workflow.";
  return { ...error, hint };
}

/** The document without the values that its schema does not allow; a list is left out as a whole. */
function withoutSchemaErrors(schema: CompiledSchema, document: ParsedDocument): ParsedDocument {
  const errors = validate(schema, document);
  if (errors.length === 0) return document;
  const paths = errors.map(pathOf).map((path) => {
    const item = path.findIndex((_key, index) =>
      Array.isArray(valueAt(document.value, path.slice(0, index))),
    );
    return item < 0 ? path : path.slice(0, item);
  });
  if (paths.some((path) => path.length === 0)) return { ...document, value: {} };
  return withoutSchemaErrors(schema, { ...document, value: withoutValues(document.value, paths) });
}

function pathOf(error: UnlocatedDiagnostic): Path {
  return error.place.path;
}

function withoutValues(value: JsonObject, paths: readonly Path[]): JsonObject {
  if (paths.length === 0) return value;
  const copy = structuredClone(value) as JsonObject;
  for (const path of paths.toReversed()) {
    const parent = valueAt(copy, path.slice(0, -1));
    const key = path.at(-1)!;
    if (Array.isArray(parent)) (parent as Json[]).splice(Number(key), 1);
    else if (isObject(parent)) delete (parent as Record<string, Json>)[key];
  }
  return copy;
}

/** The errors of folders from which no definition can include a file. */
function includeDiagnostics(
  document: ParsedDocument,
  root: string | undefined,
): UnlocatedDiagnostic[] {
  const folders = (document.value["include"] ?? []) as readonly string[];
  return folders.flatMap((folder, index) => {
    const onDisk = root === undefined ? undefined : existingFolderProblem(root, folder, folders);
    const [problem, hint] = includedFolderProblem(folder) ?? onDisk ?? [];
    if (problem === undefined) return [];
    return [errorAt("wrong-include", placeIn(document, ["include", index]), problem, hint)];
  });
}

/** The error of a base URL that no command can use. */
function baseUrlDiagnostics(document: ParsedDocument): UnlocatedDiagnostic[] {
  const { baseUrl } = document.value;
  if (typeof baseUrl !== "string" || baseUrl === "local") return [];
  return urlDiagnostics("wrong-value", baseUrl, placeIn(document, ["baseUrl"]));
}

/** The errors of base URLs under which no command looks for pins. */
function pinUrlDiagnostics(document: ParsedDocument): UnlocatedDiagnostic[] {
  const urls = Object.keys((document.value["pins"] ?? {}) as object);
  return urls
    .filter((url) => url !== "local")
    .flatMap((url) =>
      urlDiagnostics("wrong-pin", url, { ...placeIn(document, ["pins", url]), part: "key" }),
    );
}

function sharedPinDiagnostics(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic[] {
  const urls = Object.keys((document.value["pins"] ?? {}) as object);
  return urls.flatMap((url) => pinDiagnostics(kinds, document, ["pins", url]));
}
