// Reads the bundle of an application: one environment of it.
import type { BundledPrompt } from "../generated/types.ts";
import { type Failure, wrongUsage } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { oneOf } from "../engine/text/word-lists.ts";
import { bundledContent } from "./prompt-content.ts";

/** A prompt of the bundle. */
interface BundleEntry {
  readonly id: string | undefined;
  readonly content: BundledPrompt;
  readonly digest: string;
}

/** The prompts of an environment, by key. */
export type BundleEntries = ReadonlyMap<string, BundleEntry>;

/** Throws a Failure for another version, a damaged bundle, and an environment that it does not have. */
export function readBundle(bundle: unknown, env: string | undefined): BundleEntries {
  if (!isObject(bundle as Json)) throw damaged("it is no object");
  const { promptctlBundle: version, environments, prompts } = bundle as JsonObject;
  if (version !== 1)
    throw wrongUsage(
      "other-bundle",
      `The bundle has the version ${JSON.stringify(version)}; this version of promptctl-client reads 1.`,
      "Use promptctl and promptctl-client of the same version, and run promptctl codegen again.",
    );
  if (!isObject(environments) || !isObject(prompts)) throw damaged("a part is missing");
  const entries = Object.entries(chosenEnvironment(environments, env));
  return new Map(entries.map(([key, entry]) => [key, readEntry(key, entry, prompts)]));
}

function chosenEnvironment(environments: JsonObject, env: string | undefined): JsonObject {
  const names = Object.keys(environments);
  const name = env ?? (names.length === 1 ? names[0]! : undefined);
  const chosen = name !== undefined && Object.hasOwn(environments, name) && environments[name];
  if (chosen && isObject(chosen)) return chosen;
  throw wrongUsage(
    "unknown-environment",
    name === undefined
      ? "The bundle has several environments, and env names none."
      : `The bundle has no environment "${name}".`,
    `Set env to ${oneOf(names.map((each) => `"${each}"`))}.`,
  );
}

function readEntry(key: string, entry: Json, prompts: JsonObject): BundleEntry {
  const { id, digest } = isObject(entry) ? entry : {};
  const content =
    typeof digest === "string" && Object.hasOwn(prompts, digest) ? prompts[digest] : undefined;
  if (!isPrompt(content)) throw damaged(`the prompt "${key}" is missing or not complete`);
  return {
    id: typeof id === "string" ? id : undefined,
    content: bundledContent(content as unknown as BundledPrompt),
    digest: digest as string,
  };
}

function isPrompt(content: Json | undefined): boolean {
  if (content === undefined || !isObject(content)) return false;
  const { name, parameters, messages, tools } = content;
  return (
    typeof name === "string" &&
    isObject(parameters as Json) &&
    Array.isArray(messages) &&
    Array.isArray(tools)
  );
}

function damaged(reason: string): Failure {
  return wrongUsage(
    "damaged-bundle",
    `The bundle is damaged: ${reason}.`,
    "Restore the file from git, or run promptctl codegen again.",
  );
}
