// The embedded service inside the process, for --local, and its handler, also for serve.
import { once } from "../../engine/model/collections.ts";
import { type Failure, isFailure, refused } from "../../engine/model/failure.ts";
import type { Fetch, ProviderAdvice } from "../../engine/model/ports.ts";
import { schemas } from "../../generated/schemas.ts";
import { bodies } from "../../generated/wire-validators.js";
import { refuseCheckout } from "../../io/git/checkout.ts";
import { localPath, prepareLocal } from "../../project/local/local-folder.ts";
import { isExisting } from "../../io/files/paths.ts";
import { kinds } from "../../kinds.ts";
import { createPromptRunner, type PromptRunner } from "../../providers/runner.ts";
import { createService, type Handler, type ServiceOptions } from "../../service/http/app.ts";
import type { ServiceMetrics } from "../../service/http/metrics.ts";
import { openApiDocument } from "../../service/http/openapi/openapi.ts";
import { lockFile } from "../../service/sqlite/sqlite.ts";
import { openStore } from "../../service/open-store.ts";
import { storeFailure } from "../../service/store/store-failure.ts";
import type { Store } from "../../service/store/stored-resource.ts";
import { localAdvice } from "../../views/text/provider-advice.ts";
import type { CommandHost, EmbeddedOptions } from "../host/command-host.ts";
import { createServiceLog } from "./service-log.ts";
import { providerAccess } from "../../engine/providers/provider-access.ts";

/** The file of a project's store, in its local folder. */
export const storeFileName = "store.sqlite";

export interface EmbeddedService {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/**
 * Opens the service on the project's store, `.promptctl/store.sqlite`. Read access writes nothing:
 * if the store does not exist, an empty one in memory is used.
 */
export async function openEmbedded(
  host: CommandHost,
  options: EmbeddedOptions,
): Promise<EmbeddedService> {
  const { root, capabilities, access, echo, providerTimeoutMs } = options;
  const path = localPath(root, storeFileName);
  if (access !== "memory") await refuseCheckout({ folder: root, env: host.env }, path);
  const store = await openingStore(path, () => {
    if (access === "write") return openLocked(root);
    const isStored = access === "read" && isExisting(path);
    return isStored ? openStore(path, { readOnly: true }) : openStore(":memory:");
  });
  const write = createServiceLog(host, "json");
  const log = (entry: object): void => {
    if ("failure" in entry) write(entry);
  };
  let failure: Failure | undefined;
  const handler = createEmbeddedService(host, {
    store,
    keys: [],
    capabilities,
    echo,
    advise: localAdvice,
    providerTimeoutMs,
    log,
    onStoreFailure: (cause) => void (failure = cause),
  });
  return {
    fetch: async (url, init) => {
      const response = await handler(new Request(url, init));
      init.signal?.throwIfAborted(); // as over the network, where no response arrives then
      if (response.status >= 500 && failure) throw failure;
      return response;
    },
    close: () => store.close(),
  };
}

/** Opens the store with a lock, because only one apply at a time may write to it. */
async function openLocked(root: string): Promise<Store> {
  const path = localPath(root, storeFileName);
  const release = await lockFile(prepareLocal(root, `${storeFileName}.lock`));
  if (!release)
    throw refused(
      "locked",
      `Another promptctl apply is writing to ${path}.`,
      "Wait until it ends, then run the command again.",
    );
  try {
    const store = await openStore(path);
    return {
      ...store,
      close: async () => {
        await store.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The version of the service interface. */
const version = "1.0.0";

/** What the service needs of the process. */
type ServiceHost = Pick<CommandHost, "env" | "now" | "providerFetch">;

export interface ServiceSetup extends Pick<
  ServiceOptions,
  "store" | "keys" | "capabilities" | "requestLog"
> {
  /** Use the echo in place of the providers. */
  readonly echo: boolean;
  /** What messages about calls to providers advise. */
  readonly advise: ProviderAdvice;
  /** Time limit for a provider's response, in milliseconds. */
  readonly providerTimeoutMs: number;
  /** See ServiceOptions. */
  readonly page?: ServiceOptions["page"];
  /** Counts requests and calls to providers. */
  readonly metrics?: ServiceMetrics;
  /** Receives one structured log entry; it never contains a key or the text of a message. */
  log(entry: object): void;
  /** Receives failures of the store's file in place of the log. */
  readonly onStoreFailure?: (failure: Failure) => void;
}

export function createEmbeddedService(host: ServiceHost, setup: ServiceSetup): Handler {
  const { store, keys, capabilities, page, requestLog, metrics, log, onStoreFailure } = setup;
  const runner = createRunner(host, setup);
  return createService({
    kinds,
    store,
    bodies,
    keys,
    capabilities,
    build: version,
    runner: metrics ? metrics.countRuns(runner) : runner,
    ...(requestLog && { requestLog }),
    ...(metrics && { metrics }),
    ...(page && { page }),
    description: openApiDocument({ kinds, schemas: schemas(), capabilities, version }),
    onFailure: (cause, request) => {
      if (!isFailure(cause)) log({ ...request, failure: stackWithoutMessage(cause) });
      else if (onStoreFailure) onStoreFailure(cause);
      else log({ ...request, failure: cause.message });
    },
  });
}

function createRunner(
  host: ServiceHost,
  { echo, advise, providerTimeoutMs, log }: ServiceSetup,
): PromptRunner {
  const { env } = host;
  const fetch = once(() => host.providerFetch());
  return createPromptRunner({
    fetch: async (url, init) => (await fetch())(url, init),
    providers: providerAccess(env),
    echo,
    advise,
    timeoutMs: providerTimeoutMs,
    now: host.now,
    log,
  });
}

/** The error's name and stack frames. Its message is omitted, because it may quote a body. */
function stackWithoutMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const frames = cause.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [cause.name, ...frames.slice(0, 5).map((line) => line.trim())].join(" ");
}

/** Runs `open`; throws a Failure with the store's path if the store cannot be opened. */
export async function openingStore(path: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    throw storeFailure(path, "opened", error);
  }
}
