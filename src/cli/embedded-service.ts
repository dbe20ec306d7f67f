// Assembles the embedded service: store, providers, OpenAPI description and log.
import { Failure, isFailure } from "../engine/model/failure.ts";
import { schemas } from "../generated/schemas.ts";
import { bodies } from "../generated/wire-validators.js";
import { kinds } from "../kinds.ts";
import { createPromptRunner, type PromptRunner } from "../providers/runner.ts";
import { createService, type Handler, type ServiceOptions } from "../service/app.ts";
import { openApiDocument } from "../service/openapi.ts";
import type { Store } from "../service/store.ts";
import type { CommandHost } from "./command-host.ts";

/** The version of the service interface. */
const version = "1.0.0";

export interface ServiceSetup extends Pick<ServiceOptions, "store" | "keys" | "capabilities"> {
  /** Use the echo in place of the providers. */
  readonly echo: boolean;
  /** Receives one structured log entry; it never contains a key or the text of a message. */
  log(entry: object): void;
}

/** Throws a Failure if the configuration of a provider is invalid. */
export async function createEmbeddedService(
  host: CommandHost,
  setup: ServiceSetup,
): Promise<Handler> {
  const { store, keys, capabilities, log } = setup;
  return createService({
    kinds,
    store,
    bodies,
    keys,
    capabilities,
    runner: await createRunner(host, setup),
    description: openApiDocument({ kinds, schemas: schemas(), capabilities, version }),
    onFailure: (cause) => log({ failure: stackWithoutMessage(cause) }),
  });
}

async function createRunner(host: CommandHost, { echo, log }: ServiceSetup): Promise<PromptRunner> {
  const { env } = host;
  try {
    return createPromptRunner({
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

/** The error's name and stack frames. Its message is omitted, because it may quote a body. */
function stackWithoutMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const frames = cause.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [cause.name, ...frames.slice(0, 5).map((line) => line.trim())].join(" ");
}

/** Runs `open`; throws a Failure with the store's path if the store cannot be opened. */
export async function withStoreFailure(path: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new Failure(
      "failed",
      "store",
      `The store ${path} cannot be opened: ${(error as Error).message}`,
      "If the file is damaged, restore it from a backup, or delete it and run apply to create it again.",
    );
  }
}

/** The file of a project's store, in its local folder. */
export const storeFileName = "store.sqlite";
