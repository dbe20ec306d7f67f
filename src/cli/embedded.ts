// The embedded service inside the process: what --local talks to.
import { existsSync } from "node:fs";
import type { Capabilities } from "../engine/kind.ts";
import type { Fetch } from "../io/http.ts";
import { openStore, type Store } from "../service/store.ts";
import type { Host } from "./host.ts";
import { assemble, opened, prepareStore, storePath } from "./service.ts";

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
export async function openEmbedded(host: Host, options: EmbeddedOptions): Promise<Embedded> {
  const { root, capabilities, access, echo } = options;
  const store = await opened(storePath(root), () =>
    access === "write" ? openStore(prepareStore(root)) : openToRead(root),
  );
  const log = (fact: object): void => {
    if ("failure" in fact) host.err(`${JSON.stringify(fact)}\n`);
  };
  const handler = await assemble(host, { store, keys: [], capabilities, echo, log });
  return {
    fetch: (url, init) =>
      handler(new Request(url, { ...init, headers: withHost(url, init.headers) })),
    close: () => store.close(),
  };
}

async function openToRead(root: string): Promise<Store> {
  const path = storePath(root);
  return existsSync(path) ? openStore(path, { readOnly: true }) : openStore(":memory:");
}

/** Over a socket the Host header is there; the service looks at it. */
function withHost(url: string, headers: RequestInit["headers"]): Headers {
  const all = new Headers(headers);
  all.set("host", new URL(url).host);
  return all;
}
