// The embedded service inside the process: what --local talks to.
import { existsSync } from "node:fs";
import { Failure } from "../engine/model/failure.ts";
import type { Capabilities } from "../engine/model/kind.ts";
import type { Fetch } from "../engine/model/ports.ts";
import { localPath, prepareLocal } from "../io/local-folder.ts";
import { lockFile } from "../service/sqlite.ts";
import { openStore, type Store } from "../service/store.ts";
import type { CommandHost } from "./command-host.ts";
import { createEmbeddedService, withStoreFailure, storeFileName } from "./embedded-service.ts";

export interface Embedded {
  readonly fetch: Fetch;
  close(): void;
}

export interface EmbeddedOptions {
  /** The project's folder. */
  readonly root: string;
  /** What the service at hand can do; the embedded one then can do the same. */
  readonly capabilities: Capabilities;
  readonly access: "read" | "write";
  /** Whether the echo answers in place of the providers. */
  readonly echo: boolean;
}

/**
 * The service over the project's store, `.promptctl/store.sqlite`. To read, nothing is written:
 * where there is no store yet, an empty one in memory takes its place.
 */
export async function openEmbedded(host: CommandHost, options: EmbeddedOptions): Promise<Embedded> {
  const { root, capabilities, access, echo } = options;
  const path = localPath(root, storeFileName);
  const store = await withStoreFailure(path, () =>
    access === "write" ? openLocked(root) : openToRead(path),
  );
  const log = (fact: object): void => {
    if ("failure" in fact) host.err(`${JSON.stringify(fact)}\n`);
  };
  const handler = await createEmbeddedService(host, { store, keys: [], capabilities, echo, log });
  return {
    fetch: (url, init) =>
      handler(new Request(url, { ...init, headers: withHost(url, init.headers) })),
    close: () => store.close(),
  };
}

/** One apply at a time works on a store; the lock ends with the process, however that ends. */
async function openLocked(root: string): Promise<Store> {
  const release = await lockFile(prepareLocal(root, `${storeFileName}.lock`));
  if (!release) throw locked(localPath(root, storeFileName));
  try {
    const store = await openStore(localPath(root, storeFileName));
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

function locked(path: string): Failure {
  return new Failure(
    "refused",
    "locked",
    `Another promptctl apply is at work on ${path}.`,
    "Wait until it is done, and run the same command again.",
  );
}

async function openToRead(path: string): Promise<Store> {
  return existsSync(path) ? openStore(path, { readOnly: true }) : openStore(":memory:");
}

/** Over a socket the Host header is there; the service looks at it. */
function withHost(url: string, headers: RequestInit["headers"]): Headers {
  const all = new Headers(headers);
  all.set("host", new URL(url).host);
  return all;
}
