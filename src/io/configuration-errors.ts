// Finds the errors in promptctl.yaml: against its schema, and values that have no effect.
import { errorAt, type UnlocatedDiagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import { type ParsedDocument, refTo } from "../engine/parse/parsed-document.ts";
import type { CompiledSchema } from "../engine/validate/compiled-schema.ts";
import { validate } from "../engine/validate/validate.ts";
import { patternDiagnostics, pinDiagnostics, urlDiagnostics } from "./configuration-values.ts";
import { environmentErrors } from "./environment-errors.ts";
import { includedFolderProblem } from "./included-folders.ts";

/** All errors in the documents of promptctl.yaml. */
export function configurationErrors(
  kinds: Kinds,
  schema: CompiledSchema,
  [document, second]: readonly ParsedDocument[],
): UnlocatedDiagnostic[] {
  if (!document) return [];
  const message = "promptctl.yaml must contain one document.";
  const errors = [
    ...(second ? [errorAt("several-documents", refTo(second, []), message)] : []),
    ...validate(schema, document),
  ];
  return errors.length > 0
    ? errors
    : [
        ...includeDiagnostics(document),
        ...baseUrlDiagnostics(document),
        ...patternDiagnostics(kinds, document, ["scope"]),
        ...patternDiagnostics(kinds, document, ["keep"]),
        ...pinUrlDiagnostics(document),
        ...sharedPinDiagnostics(kinds, document),
        ...environmentErrors(kinds, document),
      ];
}

/** The errors of folders from which no definition can include a file. */
function includeDiagnostics(document: ParsedDocument): UnlocatedDiagnostic[] {
  const folders = (document.value["include"] ?? []) as readonly string[];
  return folders.flatMap((folder, index) => {
    const [problem, hint] = includedFolderProblem(folder) ?? [];
    if (problem === undefined) return [];
    return [errorAt("wrong-include", refTo(document, ["include", index]), problem, hint)];
  });
}

/** The error of a base URL that no command can use. */
function baseUrlDiagnostics(document: ParsedDocument): UnlocatedDiagnostic[] {
  const { baseUrl } = document.value;
  if (typeof baseUrl !== "string" || baseUrl === "local") return [];
  return urlDiagnostics("wrong-value", baseUrl, refTo(document, ["baseUrl"]));
}

/** The errors of base URLs under which no command looks for pins. */
function pinUrlDiagnostics(document: ParsedDocument): UnlocatedDiagnostic[] {
  const urls = Object.keys((document.value["pins"] ?? {}) as object);
  return urls
    .filter((url) => url !== "local")
    .flatMap((url) =>
      urlDiagnostics("wrong-pin", url, { ...refTo(document, ["pins", url]), part: "key" }),
    );
}

function sharedPinDiagnostics(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic[] {
  const urls = Object.keys((document.value["pins"] ?? {}) as object);
  return urls.flatMap((url) => pinDiagnostics(kinds, document, ["pins", url]));
}
