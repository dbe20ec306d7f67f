// The embedded service inside the process, for --local.
import { existsSync } from "node:fs";
import { Failure } from "../engine/model/failure.ts";
import { localPath, prepareLocal } from "../io/local-folder.ts";
import { lockFile } from "../service/sqlite.ts";
import { openStore, type Store } from "../service/store.ts";
import type { CommandHost, EmbeddedOptions, EmbeddedService } from "./command-host.ts";
import { createEmbeddedService, withStoreFailure, storeFileName } from "./embedded-service.ts";

/**
 * Opens the service on the project's store, `.promptctl/store.sqlite`. Read access writes nothing:
 * if the store does not exist, an empty one in memory is used.
 */
export async function openEmbedded(
  host: CommandHost,
  options: EmbeddedOptions,
): Promise<EmbeddedService> {
  const { root, capabilities, access, echo } = options;
  const path = localPath(root, storeFileName);
  const store = await withStoreFailure(path, () => {
    if (access === "write") return openLocked(root);
    return existsSync(path) ? openStore(path, { readOnly: true }) : openStore(":memory:");
  });
  const log = (entry: object): void => {
    if ("failure" in entry) host.err(`${JSON.stringify(entry)}\n`);
  };
  const handler = await createEmbeddedService(host, { store, keys: [], capabilities, echo, log });
  return {
    fetch: (url, init) => handler(new Request(url, init)),
    close: () => store.close(),
  };
}

/** Opens the store with a lock, because only one apply at a time may write to it. */
async function openLocked(root: string): Promise<Store> {
  const path = localPath(root, storeFileName);
  const release = await lockFile(prepareLocal(root, `${storeFileName}.lock`));
  if (!release)
    throw new Failure(
      "refused",
      "locked",
      `Another promptctl apply is writing to ${path}.`,
      "Wait until it ends, then run the command again.",
    );
  try {
    const store = await openStore(path);
    return {
      ...store,
      close: () => {
        store.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
