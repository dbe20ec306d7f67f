// The metadata of the actions that the workflows use: action.yml of this repository, and the inputs
// of other actions at their pinned commits.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ActionMetadata } from "@actions/languageservice/action";
import { parse } from "yaml";
import own from "../../../package.json" with { type: "json" };

export const root: string = join(import.meta.dirname, "../../..");

/** The version of promptctl, which the pages name. */
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
  "actions/upload-artifact": ["name", "path", "if-no-files-found", "retention-days", "archive"],
  // v8.0.1
  "actions/download-artifact": ["name", "path", "digest-mismatch"],
  // v4.1.0
  "actions/attest-build-provenance": ["subject-path", "show-summary"],
};

/** The metadata of an action, by owner/name; undefined for an unknown action. */
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
