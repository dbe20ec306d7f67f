// promptctl serve: the embedded service on a port.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure } from "../engine/failure.ts";
import { kinds } from "../kinds.ts";
import { createService } from "../service/app.ts";
import { listen } from "../service/listen.ts";
import { openStore } from "../service/store.ts";
import { bodies, opened, prepareStore } from "./embedded.ts";
import type { Host } from "./host.ts";

export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly store?: string;
}

/** Runs until asked to stop; exit code 0. */
export async function serve(host: Host, flags: ServeFlags): Promise<number> {
  const keys = keysOf(host);
  if (keys.length === 0 && !isLoopback(flags.host))
    throw new Failure(
      "refused",
      "no-key",
      `Without a key the service listens on this machine only, not on ${flags.host}.`,
      "Set PROMPTCTL_SERVE_KEYS to one or more keys, separated by commas.",
    );
  const path = storeOf(host, flags);
  const store = await opened(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    return openStore(path);
  });
  const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
  const handler = createService({ kinds, store, bodies, keys, capabilities });
  try {
    const { url, close } = await listen({ handler, host: flags.host, port: flags.port }).catch(
      (error: NodeJS.ErrnoException) => {
        const why = error.code === "EADDRINUSE" ? "another program listens there" : error.message;
        throw new Failure(
          "failed",
          "cannot-listen",
          `${flags.host}:${flags.port} cannot be listened on: ${why}.`,
          "Take another one with --port, or 0 for any free one.",
        );
      },
    );
    host.out(`Serving ${path} at ${url}\n`);
    if (keys.length === 0) host.err("No key is set: any program on this machine may use it.\n");
    await host.untilAsked();
    await close();
    return 0;
  } finally {
    store.close();
  }
}

function storeOf(host: Host, { store }: ServeFlags): string {
  return store === undefined ? prepareStore(host.cwd) : resolve(host.cwd, store);
}

function keysOf({ env }: Host): string[] {
  const said = env["PROMPTCTL_SERVE_KEYS"] || env["PROMPTCTL_API_KEY"] || "";
  return said
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}
