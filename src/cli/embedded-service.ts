// The embedded service put together: its store, its providers, its description, its log.
import { Failure } from "../engine/model/failure.ts";
import type { Capabilities } from "../engine/model/kind.ts";
import { schemas } from "../generated/schemas.ts";
import { bodies } from "../generated/wire-validators.js";
import { kinds } from "../kinds.ts";
import { createService, type Handler } from "../service/app.ts";
import { openApi } from "../service/openapi.ts";
import { createRunner, type Runner } from "../service/running/runner.ts";
import type { Store } from "../service/store.ts";
import type { CommandHost } from "./command-host.ts";

export interface ServiceSetup {
  readonly store: Store;
  /** Keys that pass; with none, only this machine does. */
  readonly keys: readonly string[];
  readonly capabilities: Capabilities;
  /** Whether the echo answers in place of the providers. */
  readonly echo: boolean;
  /** Takes one structured fact a line; never a key or the text of a message. */
  log(fact: object): void;
}

/** The handler of the service over a store. */
export async function createEmbeddedService(
  host: CommandHost,
  setup: ServiceSetup,
): Promise<Handler> {
  const { store, keys, capabilities, log } = setup;
  const running = await runnerOf(host, setup);
  const description = openApi(kinds, schemas(), capabilities, "1.0.0"); // the interface's own version
  const onFailure = (cause: unknown): void => log({ failure: framesOf(cause) });
  return createService({
    kinds,
    store,
    bodies,
    keys,
    capabilities,
    running,
    description,
    onFailure,
  });
}

async function runnerOf(host: CommandHost, { echo, log }: ServiceSetup): Promise<Runner> {
  const { env } = host;
  try {
    return createRunner({
      fetch: await host.fetch(),
      providers: {
        anthropic: { key: env["ANTHROPIC_API_KEY"], baseUrl: env["ANTHROPIC_BASE_URL"] },
        openai: { key: env["OPENAI_API_KEY"], baseUrl: env["OPENAI_BASE_URL"] },
      },
      echo,
      now: host.now,
      log,
    });
  } catch (error) {
    throw new Failure("usage", "wrong-provider", (error as Error).message);
  }
}

/** Where it failed, without the message, which may quote a body. */
function framesOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const frames = cause.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [cause.name, ...frames.slice(0, 5).map((line) => line.trim())].join(" ");
}

/** The store that `open` gives; what it cannot open is told with its path. */
export async function withStoreFailure(path: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      "failed",
      "store",
      `The store ${path} cannot be opened: ${(error as Error).message}`,
      "If it is damaged, restore it from a copy or delete it: apply fills an empty one anew.",
    );
  }
}

/** The file of a project's store, in its local folder. */
export const storeFileName = "store.sqlite";
