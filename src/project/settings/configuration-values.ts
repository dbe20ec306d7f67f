// Finds the errors of single values in promptctl.yaml: base URLs, patterns and pinned addresses.
import {
  errorAt,
  type SourcePlace,
  type UnlocatedDiagnostic,
} from "../../engine/model/diagnostic.ts";
import { objectOf, type Path, valueAt } from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type ParsedDocument, placeIn } from "../../engine/parse/parsed-document.ts";
import { baseUrlProblem } from "../../io/http/base-url.ts";

/** The error of a value that is no base URL; `environment`: the one that it is for. */
export function urlDiagnostics(
  code: string,
  url: string,
  place: SourcePlace,
  environment?: string,
): UnlocatedDiagnostic[] {
  const [message, hint] = baseUrlProblem(url, "", environment) ?? [];
  if (message === undefined) return [];
  const hidesText = /[@?#]/.test(url); // a user, a password or a token
  return [{ ...errorAt(code, place, message, hint), ...(hidesText && { hidesText }) }];
}

/**
 * The errors of patterns that match no address, because they begin with no kind that has names. `path`:
 * of the list of patterns.
 */
export function patternDiagnostics(
  kinds: Kinds,
  document: ParsedDocument,
  path: Path,
): UnlocatedDiagnostic[] {
  const patterns = (valueAt(document.value, path) ?? []) as readonly string[];
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
    return [errorAt("wrong-scope", placeIn(document, [...path, index]), message, hint)];
  });
}

/**
 * The errors of pins that have no effect, because resources of their kind have no name. `path`: of the
 * mapping of addresses to ids.
 */
export function pinDiagnostics(
  kinds: Kinds,
  document: ParsedDocument,
  path: Path,
): UnlocatedDiagnostic[] {
  const named = namedKinds(kinds);
  const hint = `Only resources with a name can be pinned: ${named.map((kind) => `${kind}…`).join(" and ")}.`;
  return Object.keys(objectOf(valueAt(document.value, path)))
    .filter((address) => !named.some((kind) => address.startsWith(kind)))
    .map((address) => {
      const place = { ...placeIn(document, [...path, address]), part: "key" as const };
      return errorAt("wrong-pin", place, `"${address}" cannot be pinned.`, hint);
    });
}

/** `tool/`, `prompt/` */
function namedKinds(kinds: Kinds): string[] {
  return kinds.filter((row) => row.identifiedBy.by === "name").map(({ kind }) => `${kind}/`);
}
