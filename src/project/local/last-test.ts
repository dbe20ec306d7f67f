// The cases that did not pass in the last run of promptctl test, in `.promptctl/last-test.json`.
import type { Address } from "../../engine/model/resource.ts";
import { refuseCheckout } from "../../io/git/checkout.ts";
import type { GitPlace } from "../../io/git/git-command.ts";
import { readJsonList, writeJson } from "../../io/files/json-file.ts";
import { isFile } from "../../io/files/paths.ts";
import { localPath, prepareLocal } from "./local-folder.ts";

const name = "last-test.json";

/**
 * The addresses; undefined if there is no record of a run that can be read. Throws a Failure if the
 * record may come from a repository.
 */
export async function readLastFailures(place: GitPlace): Promise<ReadonlySet<Address> | undefined> {
  const path = localPath(place.folder, name);
  await refuseCheckout(place, path);
  const addresses = isFile(path) ? readJsonList(path) : undefined;
  return addresses && new Set(addresses.map(String));
}

/** Throws errors of the file system. */
export function writeLastFailures(root: string, addresses: readonly Address[]): void {
  writeJson(prepareLocal(root, name), addresses);
}
