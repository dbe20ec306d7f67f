// Finds the errors in `environments` of promptctl.yaml that its schema does not find.
import { oneOf } from "../../engine/text/word-lists.ts";
import type { UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import { isEnvironmentName } from "../../engine/environments/environment.ts";
import { errorAt, type SourcePlace } from "../../engine/model/diagnostic.ts";
import { didYouMean } from "../../engine/text/did-you-mean.ts";
import type { JsonObject, Path } from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type ParsedDocument, placeIn } from "../../engine/parse/parsed-document.ts";
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
        ...afterErrors(document, environments, name),
        ...patternDiagnostics(kinds, document, [...path, "scope"]),
        ...patternDiagnostics(kinds, document, [...path, "keep"]),
        ...pinDiagnostics(kinds, document, [...path, "pins"]),
        ...contradictingPins(document, pins, name, own),
        ...patternErrors(kinds, document, name, own),
      ];
    }),
  ];
}

function keyRef(document: ParsedDocument, path: Path): SourcePlace {
  return { ...placeIn(document, path), part: "key" };
}

function sharedBaseUrl(document: ParsedDocument): UnlocatedDiagnostic {
  return errorAt(
    "wrong-environment",
    keyRef(document, ["baseUrl"]),
    "A project with environments has no baseUrl of its own.",
    "Move it into the environment that it belongs to.",
  );
}

function nameErrors(name: string, place: SourcePlace): UnlocatedDiagnostic[] {
  if (name === "local")
    return [
      errorAt(
        "wrong-environment",
        place,
        "The name local is reserved for the embedded service.",
        "Choose another name. --env local needs no entry.",
      ),
    ];
  if (isEnvironmentName(name)) return [];
  const message = `"${name}" is not a valid name of an environment.`;
  const hint = "Use lower-case letters, digits and hyphens, beginning with a letter.";
  return [errorAt("wrong-environment", place, message, hint)];
}

/** The errors of a base URL that no command can use, or that another environment has. */
function baseUrlErrors(
  document: ParsedDocument,
  all: readonly (readonly [string, OwnSettings])[],
  name: string,
): UnlocatedDiagnostic[] {
  const baseUrl = all.find(([other]) => other === name)![1].baseUrl;
  if (baseUrl === undefined) return [];
  const place = placeIn(document, ["environments", name, "baseUrl"]);
  if (baseUrl === "local") {
    const message = "local is no base URL of an environment.";
    const hint = "Remove it. To use the embedded service: --env local";
    return [errorAt("wrong-environment", place, message, hint)];
  }
  const wrong = urlDiagnostics("wrong-value", baseUrl, place, name);
  if (wrong.length > 0) return wrong;
  const [first] = all.find(
    ([, other]) =>
      other.baseUrl !== undefined && comparableUrl(other.baseUrl) === comparableUrl(baseUrl),
  )!;
  if (first === name) return [];
  const message = `The environment ${first} has the same base URL.`;
  const found = errorAt("wrong-environment", place, message, "Give each its own service.");
  const also = placeIn(document, ["environments", first, "baseUrl"]);
  return [{ ...found, also: { in: "message", place: also } }];
}

/** The errors of `after`: no other environment, or one that waits for this one itself. */
function afterErrors(
  document: ParsedDocument,
  environments: NonNullable<Configuration["environments"]>,
  name: string,
): UnlocatedDiagnostic[] {
  const after = environments[name]?.after;
  if (after === undefined) return [];
  const names = Object.keys(environments);
  const others = names.filter((each) => each !== name && isEnvironmentName(each));
  const wrong = (message: string, hint: string): UnlocatedDiagnostic[] => {
    const place = placeIn(document, ["environments", name, "after"]);
    return [errorAt("wrong-environment", place, message, hint)];
  };
  const choice = others.length > 0 ? `Name ${oneOf(others)}.` : "Remove it, or add an environment.";
  if (after === "local")
    return wrong(
      "after: local is not possible: every machine has its own embedded service.",
      choice,
    );
  if (after === name) return wrong(`The environment ${name} is after itself.`, choice);
  if (!Object.hasOwn(environments, after))
    return wrong(
      `There is no environment "${after}" that ${name} can be after.`,
      didYouMean(after, others) ?? choice,
    );
  const chain = chainAfter(environments, name);
  const isFirst = name === names.find((each) => chain.includes(each));
  if (chain.at(-1) !== name || !isFirst) return [];
  const message = `The environments wait for each other: ${chain.join(" after ")}.`;
  return wrong(message, "Remove after from one of them.");
}

/** An environment, the one that it is after, and so on; in a cycle, the last one is there already. */
function chainAfter(
  environments: NonNullable<Configuration["environments"]>,
  name: string,
): string[] {
  const chain = [name];
  let next = environments[name]?.after;
  while (next !== undefined && !chain.includes(next)) {
    chain.push(next);
    next = environments[next]?.after;
  }
  return next === undefined ? chain : [...chain, next];
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
        const place = placeIn(document, ["environments", name, "pins", address]);
        const message = `The pins for ${url} have another id for "${address}".`;
        const found = errorAt("wrong-pin", place, message, "Keep one of them.");
        const also = placeIn(document, ["pins", url, address]);
        return { ...found, also: { in: "message" as const, place: also } };
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
