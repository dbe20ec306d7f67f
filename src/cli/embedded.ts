// The embedded service inside the process: what --local talks to.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../engine/failure.ts";
import type { Capabilities } from "../engine/kind.ts";
import * as wire from "../generated/wire-validators.js";
import type { Fetch } from "../io/http.ts";
import { kinds } from "../kinds.ts";
import { createService, type Handler } from "../service/app.ts";
import { openStore, type Store } from "../service/store.ts";

/** The validators of written bodies, by kind. */
export const bodies: Parameters<typeof createService>[0]["bodies"] = {
  tool: wire.wireToolBody,
  prompt: wire.wirePromptBody,
  evaluation: wire.wireEvaluationBody,
  assertion: wire.wireAssertionBody,
};

export interface Embedded {
  readonly fetch: Fetch;
  close(): void;
}

/**
 * The service over the project's store, `.promptctl/store.sqlite`. To read, nothing is written:
 * where there is no store yet, an empty one in memory takes its place.
 */
export async function openEmbedded(
  root: string,
  capabilities: Capabilities,
  access: "read" | "write",
): Promise<Embedded> {
  const store = await opened(storePath(root), () =>
    access === "write" ? openStore(prepareStore(root)) : openToRead(root),
  );
  return inProcess(createService({ kinds, store, bodies, keys: [], capabilities }), store);
}

/** The store that `open` gives; what it cannot open is told with its path. */
export async function opened(path: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    throw new Failure(
      "failed",
      "store",
      `The store ${path} cannot be opened: ${(error as Error).message}`,
      "If it is damaged, restore it from a copy or delete it: apply fills an empty one anew.",
    );
  }
}

async function openToRead(root: string): Promise<Store> {
  const path = storePath(root);
  return existsSync(path) ? openStore(path, { readOnly: true }) : openStore(":memory:");
}

/** The path of a project's store, its folder made and kept out of git. */
export function prepareStore(root: string): string {
  const path = storePath(root);
  const folder = join(root, ".promptctl");
  mkdirSync(folder, { recursive: true });
  const ignore = join(folder, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  return path;
}

function storePath(root: string): string {
  return join(root, ".promptctl", "store.sqlite");
}

function inProcess(handler: Handler, store: Store): Embedded {
  return {
    fetch: (url, init) =>
      handler(new Request(url, { ...init, headers: withHost(url, init.headers) })),
    close: () => store.close(),
  };
}

/** Over a socket the Host header is there; the service looks at it. */
function withHost(url: string, headers: RequestInit["headers"]): Headers {
  const all = new Headers(headers);
  all.set("host", new URL(url).host);
  return all;
}
