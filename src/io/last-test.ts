// The cases that did not pass in the last run of promptctl test, in `.promptctl/last-test.json`.
import type { Address } from "../engine/model/resource.ts";
import { readJsonList, writeJson } from "./json-file.ts";
import { isFile } from "./paths.ts";
import { localPath, prepareLocal } from "./local-folder.ts";

const name = "last-test.json";

/** The addresses; undefined if no run is recorded. */
export function readLastFailures(root: string): ReadonlySet<Address> | undefined {
  const path = localPath(root, name);
  if (!isFile(path)) return undefined;
  return new Set(readJsonList(path).filter((value) => typeof value === "string"));
}

/** Throws errors of the file system. */
export function writeLastFailures(root: string, addresses: readonly Address[]): void {
  writeJson(prepareLocal(root, name), addresses);
}
