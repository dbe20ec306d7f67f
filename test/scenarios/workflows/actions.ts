// What the workflows use: our own action from action.yml, and of the few others the inputs as
// their action.yml had them at the commits that are pinned.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ActionMetadata } from "@actions/languageservice/action";
import { parse } from "yaml";
import own from "../../../package.json" with { type: "json" };

export const root: string = join(import.meta.dirname, "../../..");

/** That of the program, which the pages name. */
export const version: string = own.version;

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<
    Record<string, { description: string; required?: boolean; default?: string }>
  >;
  readonly outputs: Readonly<Record<string, { description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

/** action.yml at the top, parsed. */
export const ours: Action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;

const others: Readonly<Record<string, readonly string[]>> = {
  // v7.0.1
  "actions/checkout": [
    "repository",
    "ref",
    "token",
    "persist-credentials",
    "path",
    "fetch-depth",
    "fetch-tags",
  ],
  // v7.0.0
  "actions/setup-node": ["node-version", "registry-url", "cache", "package-manager-cache"],
  // v7.0.0
  "actions/upload-artifact": ["name", "path", "if-no-files-found", "retention-days"],
  // v8.0.1
  "actions/download-artifact": ["name", "path", "digest-mismatch"],
};

/** What an action takes and gives, by owner/name; undefined where it is none of those. */
export function metadataOf(name: string): ActionMetadata | undefined {
  if (name === "OWNER/promptctl") return ours;
  const inputs = others[name];
  return (
    inputs && {
      name,
      description: name,
      inputs: Object.fromEntries(inputs.map((input) => [input, { description: input }])),
    }
  );
}
