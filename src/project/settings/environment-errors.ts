// Finds the errors in `environments` of promptctl.yaml that its schema does not find.
import type { UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import { isEnvironmentName } from "../../engine/environments/environment.ts";
import { errorAt, oneOf, type SourceRef } from "../../engine/model/diagnostic.ts";
import type { JsonObject, Path } from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type ParsedDocument, refTo } from "../../engine/parse/parsed-document.ts";
import type { Configuration, EnvironmentConfiguration } from "../../generated/types.ts";
import { comparableUrl } from "../../io/http/base-url.ts";
import { patternDiagnostics, pinDiagnostics, urlDiagnostics } from "./configuration-values.ts";

type OwnSettings = NonNullable<EnvironmentConfiguration>;

/** The errors in the environments of promptctl.yaml, which is valid against its schema. */
export function environmentErrors(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic[] {
  const { environments, baseUrl, pins = {} } = document.value as Configuration;
  if (environments === undefined) return [];
  const all = Object.entries(environments).map(([name, own]) => [name, own ?? {}] as const);
  return [
    ...(baseUrl !== undefined && all.length > 0 ? [sharedBaseUrl(document)] : []),
    ...all.flatMap(([name, own]) => {
      const path = ["environments", name];
      return [
        ...nameErrors(name, keyRef(document, path)),
        ...baseUrlErrors(document, all, name),
        ...patternDiagnostics(kinds, document, [...path, "scope"]),
        ...patternDiagnostics(kinds, document, [...path, "keep"]),
        ...pinDiagnostics(kinds, document, [...path, "pins"]),
        ...contradictingPins(document, pins, name, own),
        ...patternErrors(kinds, document, name, own),
      ];
    }),
  ];
}

function keyRef(document: ParsedDocument, path: Path): SourceRef {
  return { ...refTo(document, path), part: "key" };
}

function sharedBaseUrl(document: ParsedDocument): UnlocatedDiagnostic {
  return errorAt(
    "wrong-environment",
    keyRef(document, ["baseUrl"]),
    "A project with environments has no baseUrl of its own.",
    "Move it into the environment that it belongs to.",
  );
}

function nameErrors(name: string, ref: SourceRef): UnlocatedDiagnostic[] {
  if (name === "local")
    return [
      errorAt(
        "wrong-environment",
        ref,
        "The name local is reserved for the embedded service.",
        "Choose another name. --env local needs no entry.",
      ),
    ];
  if (isEnvironmentName(name)) return [];
  const message = `"${name}" is not a valid name of an environment.`;
  const hint = "Use lower-case letters, digits and hyphens, beginning with a letter.";
  return [errorAt("wrong-environment", ref, message, hint)];
}

/** The errors of an address that no command can use, or that another environment has. */
function baseUrlErrors(
  document: ParsedDocument,
  all: readonly (readonly [string, OwnSettings])[],
  name: string,
): UnlocatedDiagnostic[] {
  const baseUrl = all.find(([other]) => other === name)![1].baseUrl;
  if (baseUrl === undefined) return [];
  const ref = refTo(document, ["environments", name, "baseUrl"]);
  if (baseUrl === "local") {
    const message = "local is no base URL of an environment.";
    const hint = "Remove it. To use the embedded service: --env local";
    return [errorAt("wrong-environment", ref, message, hint)];
  }
  const wrong = urlDiagnostics("wrong-value", baseUrl, ref, name);
  if (wrong.length > 0) return wrong;
  const [first] = all.find(
    ([, other]) =>
      other.baseUrl !== undefined && comparableUrl(other.baseUrl) === comparableUrl(baseUrl),
  )!;
  if (first === name) return [];
  const message = `The environment ${first} has the same base URL.`;
  const found = errorAt("wrong-environment", ref, message, "Give each its own service.");
  const also = refTo(document, ["environments", first, "baseUrl"]);
  return [{ ...found, also: { in: "message", ref: also } }];
}

/** The pins of an environment that the top-level pins for its base URL contradict. */
function contradictingPins(
  document: ParsedDocument,
  shared: NonNullable<Configuration["pins"]>,
  name: string,
  { baseUrl, pins = {} }: OwnSettings,
): UnlocatedDiagnostic[] {
  if (baseUrl === undefined) return [];
  const urls = Object.keys(shared).filter((url) => comparableUrl(url) === comparableUrl(baseUrl));
  return urls.flatMap((url) =>
    Object.entries(pins)
      .filter(([address, id]) => (shared[url]![address] ?? id) !== id)
      .map(([address]) => {
        const ref = refTo(document, ["environments", name, "pins", address]);
        const message = `The pins for ${url} have another id for "${address}".`;
        const found = errorAt("wrong-pin", ref, message, "Keep one of them.");
        const also = refTo(document, ["pins", url, address]);
        return { ...found, also: { in: "message" as const, ref: also } };
      }),
  );
}

/** The errors of patterns for resources of which nothing can be overridden. */
function patternErrors(
  kinds: Kinds,
  document: ParsedDocument,
  name: string,
  { set = {} }: OwnSettings,
): UnlocatedDiagnostic[] {
  const starts = kinds
    .filter(({ overridable }) => overridable !== undefined)
    .map(({ kind }) => `${kind}/`);
  return Object.keys(set as JsonObject)
    .filter((pattern) => !starts.some((start) => pattern.startsWith(start)))
    .map((pattern) =>
      errorAt(
        "wrong-override",
        keyRef(document, ["environments", name, "set", pattern]),
        `"${pattern}" is not a pattern of prompts.`,
        `A pattern begins with ${oneOf(starts)}, for example ${starts[0]}*.`,
      ),
    );
}
