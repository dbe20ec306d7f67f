// The bundle of codegen: the prompts of each environment, as applications read them.
import { isObject, type JsonObject, parseJson } from "../../engine/model/json.ts";
import { digestJson } from "../../engine/text/digest.ts";
import { jsonText } from "../text/json-text.ts";

/** A prompt of one environment. */
export interface PromptToBundle {
  readonly key: string;
  /** On the service of the environment; undefined if it is not known. */
  readonly id: string | undefined;
  /** The body in normal form, with its tools in place. */
  readonly content: JsonObject;
}

/** The file: schemas/bundle.schema.json. A prompt that is equal in several environments is there once. */
export function bundleText(environments: ReadonlyMap<string, readonly PromptToBundle[]>): string {
  const prompts = new Map<string, JsonObject>();
  const versions = [...environments].map(([name, all]) => {
    const entries = all.map(({ key, id, content }) => {
      const digest = digestJson(content);
      if (!prompts.has(digest)) prompts.set(digest, content);
      return [key, id === undefined ? { digest } : { id, digest }] as const;
    });
    return [name, Object.fromEntries(entries)] as const;
  });
  const bundle = {
    promptctlBundle: 1,
    environments: Object.fromEntries(versions),
    prompts: Object.fromEntries(prompts),
  };
  return `${jsonText(bundle, 2)}\n`;
}

/** Whether codegen wrote a file, also if its end was changed. */
export function isBundle(text: string): boolean {
  return /^\s*\{\s*"promptctlBundle"/.test(text);
}

/** Ids of prompts by key, by the name of an environment. */
export type IdsByEnvironment = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The ids in a bundle; undefined if they cannot be read. */
export function idsInBundle(text: string): IdsByEnvironment | undefined {
  const bundle = parseJson(text);
  if (!isObject(bundle) || bundle["promptctlBundle"] !== 1 || !isObject(bundle["environments"]))
    return undefined;
  const environments = Object.entries(bundle["environments"]);
  if (!environments.every(([, versions]) => isObject(versions))) return undefined;
  return new Map(environments.map(([name, versions]) => [name, idsOf(versions as JsonObject)]));
}

function idsOf(versions: JsonObject): ReadonlyMap<string, string> {
  const ids = Object.entries(versions).flatMap(([key, version]) =>
    isObject(version) && typeof version["id"] === "string" ? [[key, version["id"]] as const] : [],
  );
  return new Map(ids);
}
