// Finds the errors in promptctl.yaml: against its schema, and values that have no effect.
import { errorAt, type SourceRef, type UnlocatedDiagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import { type ParsedDocument, refTo } from "../engine/parse/parsed-document.ts";
import type { CompiledSchema } from "../engine/validate/compiled-schema.ts";
import { validate } from "../engine/validate/validate.ts";
import { baseUrlProblem } from "./base-url.ts";

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
        ...baseUrlDiagnostics(document),
        ...patternDiagnostics(kinds, document, "scope"),
        ...patternDiagnostics(kinds, document, "keep"),
        ...pinUrlDiagnostics(document),
        ...pinDiagnostics(kinds, document),
      ];
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

function urlDiagnostics(code: string, url: string, ref: SourceRef): UnlocatedDiagnostic[] {
  const [message, hint] = baseUrlProblem(url) ?? [];
  if (message === undefined) return [];
  const hidesText = /[@?#]/.test(url); // a user, a password or a token
  return [{ ...errorAt(code, ref, message, hint), ...(hidesText && { hidesText }) }];
}

/** The errors of patterns that match no address, because they begin with no kind that has names. */
function patternDiagnostics(
  kinds: Kinds,
  document: ParsedDocument,
  field: "scope" | "keep",
): UnlocatedDiagnostic[] {
  const patterns = (document.value[field] ?? []) as readonly string[];
  const named = namedKinds(kinds);
  return patterns.flatMap((pattern, index) => {
    const [start = ""] = pattern.split("*");
    const canMatch = named.some((kind) =>
      pattern.includes("*") && start.length < kind.length
        ? kind.startsWith(start)
        : start.startsWith(kind),
    );
    if (canMatch) return [];
    const message = `The pattern "${pattern}" matches no resource.`;
    const hint = `A pattern begins with ${named.join(" or ")}, for example ${named[0]}*.`;
    return [errorAt("wrong-scope", refTo(document, [field, index]), message, hint)];
  });
}

/** `tool/`, `prompt/` */
function namedKinds(kinds: Kinds): string[] {
  return kinds.filter((row) => row.identifiedBy.by === "name").map(({ kind }) => `${kind}/`);
}

/** The errors of pins that have no effect, because resources of their kind have no name. */
function pinDiagnostics(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic[] {
  const pins = (document.value["pins"] ?? {}) as Record<string, Record<string, string>>;
  const named = namedKinds(kinds);
  const hint = `Only resources with a name can be pinned: ${named.map((kind) => `${kind}…`).join(" and ")}.`;
  return Object.entries(pins).flatMap(([url, ids]) =>
    Object.keys(ids)
      .filter((address) => !named.some((kind) => address.startsWith(kind)))
      .map((address) => {
        const ref = { ...refTo(document, ["pins", url, address]), part: "key" as const };
        return errorAt("wrong-pin", ref, `"${address}" cannot be pinned.`, hint);
      }),
  );
}
