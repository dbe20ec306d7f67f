// promptctl serve: the embedded service on a port.
import { resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { prepareLocal } from "../io/local-folder.ts";
import type { Handler } from "../service/app.ts";
import { listen, type Listening } from "../service/listen.ts";
import { openStore } from "../service/store.ts";
import type { CommandHost } from "./command-host.ts";
import { createEmbeddedService, withStoreFailure, storeFileName } from "./embedded-service.ts";

export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly store?: string;
  readonly echo?: boolean;
  readonly evaluationUpdate?: boolean;
  readonly evaluationDeleteCascades?: boolean;
}

/** Runs until asked to stop; exit code 0. */
export async function serveCommand(host: CommandHost, flags: ServeFlags): Promise<number> {
  const keys = keysOf(host);
  if (keys.length === 0) refuseOthers(flags);
  const path = flags.store === undefined ? undefined : resolve(host.cwd, flags.store);
  const store = await withStoreFailure(path ?? ".promptctl", () =>
    openStore(path ?? prepareLocal(host.cwd, storeFileName)),
  );
  const log = (fact: object): void => host.err(`${JSON.stringify(fact)}\n`);
  const capabilities = {
    evaluationUpdate: flags.evaluationUpdate ?? false,
    evaluationDeleteCascades: flags.evaluationDeleteCascades ?? false,
  };
  try {
    const setup = { store, keys, capabilities, echo: flags.echo ?? false, log };
    const handler = logged(host, await createEmbeddedService(host, setup), log);
    const { url, close } = await listening(handler, flags);
    host.out(`Serving at ${url}\n`);
    if (keys.length === 0) host.err("No key is set: any program on this machine may use it.\n");
    await host.untilAsked();
    await close();
    return 0;
  } finally {
    store.close();
  }
}

function keysOf({ env }: CommandHost): string[] {
  const name = env["PROMPTCTL_SERVE_KEYS"] ? "PROMPTCTL_SERVE_KEYS" : "PROMPTCTL_API_KEY";
  const said = env[name];
  if (!said) return [];
  const keys = said.split(",").map((key) => key.trim());
  if (keys.every((key) => /^[\x21-\x7e]+$/.test(key))) return keys;
  throw new Failure(
    "usage",
    "wrong-key-text",
    `${name} holds a key that no client can send: it is empty, or has a blank, a line end or a letter beyond ASCII.`,
    "Separate several keys with commas; none is shown here.",
  );
}

/** Without a key, only programs on this machine may use it. */
function refuseOthers({ host }: ServeFlags): void {
  if (host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host)) return;
  throw new Failure(
    "refused",
    "no-key",
    `Without a key the service listens on this machine only, not on ${host}.`,
    "Set PROMPTCTL_SERVE_KEYS to one or more keys, separated by commas.",
  );
}

/** One line a request: never a key, a query or a body. */
function logged(host: CommandHost, handler: Handler, log: (fact: object) => void): Handler {
  return async (request) => {
    const began = host.now();
    const response = await handler(request);
    log({
      time: new Date().toISOString(),
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      milliseconds: Math.round(host.now() - began),
    });
    return response;
  };
}

async function listening(handler: Handler, { host, port }: ServeFlags): Promise<Listening> {
  try {
    return await listen({ handler, host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EADDRINUSE" ? "another program listens there" : message;
    throw new Failure(
      "failed",
      "cannot-listen",
      `${host}:${port} cannot be listened on: ${why}.`,
      "Take another one with --port, or 0 for any free one.",
    );
  }
}
