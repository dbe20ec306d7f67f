// Connects a command to a service: over the network, or to the embedded service in this process.
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { wrongUsage } from "../../engine/model/failure.ts";
import { keyScopeHeader } from "../../engine/model/extensions.ts";
import { requestDefaults } from "../../engine/text/quantities.ts";
import { checkedKey } from "../../engine/text/api-key.ts";
import type { ServiceReader, ServiceClient, Wait } from "../../engine/model/ports.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import { fetchTimeoutMs } from "../../io/http/fetch.ts";
import { type Call, createCall, type HttpOptions } from "../../io/http/http.ts";
import { createServiceReader, createServiceClient } from "../../io/service/service-client.ts";
import { createLimit } from "../../io/http/request-limit.ts";
import type { RetryOptions } from "../../io/http/service-retry.ts";
import { writeFailure, writeProblem } from "../../io/files/file-problems.ts";
import { kinds } from "../../kinds.ts";
import { waitingText } from "../../views/apply/apply-text.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, type EmbeddedOptions, screenOf } from "../host/command-host.ts";
import { type ServiceTargetFlags, resolveServiceTarget } from "./service-target.ts";
import { watchCall } from "./watch-call.ts";

export interface ConnectFlags extends ServiceTargetFlags {
  /** The time-out of a request, in milliseconds. */
  readonly timeout: number;
  /** The maximum number of retries of a request. */
  readonly retries: number;
  /** Makes the embedded service reply with an echo instead of calling the providers. */
  readonly echo?: boolean;
  /** The maximum number of requests in progress at once; has a default. */
  readonly concurrency?: number;
  /** A file to which every request is logged. */
  readonly trace?: string;
  /** Prints no progress. */
  readonly quiet?: boolean;
}

export interface ServiceConnection {
  /** Can send GET requests only: plans are created with it. */
  readonly reader: ServiceReader;
  readonly remote: ServiceClient;
  /** Sends any request, for endpoints that are not part of a plan. */
  readonly call: Call;
  /** The number of requests that may be in progress now. */
  concurrency(): number;
  /** What the API key may do, as far as responses have said it. */
  keyScope(): string | undefined;
}

export interface ConnectOptions {
  readonly settings: Settings;
  readonly flags: ConnectFlags;
  /** Default: read. */
  readonly access?: "read" | "write" | undefined;
  /** Called before connecting; may throw. */
  readonly checkBaseUrl?: ((baseUrl: string) => void) | undefined;
}

/** Connects to the service given by the flags, the environment or the project. */
export async function connect(
  host: CommandHost,
  { settings, flags, access = "read", checkBaseUrl }: ConnectOptions,
): Promise<ServiceConnection> {
  const { baseUrl, key, keyVariable } = await resolveServiceTarget(host, settings, flags);
  checkBaseUrl?.(baseUrl);
  if (typeof key === "string") checkedKey(key, keyVariable);
  const { echo = false, timeout: timeoutMs } = flags;
  if (echo && baseUrl !== "local")
    throw wrongUsage(
      "echo-elsewhere",
      "--echo requires the embedded service.",
      "Add --local, or start the other service with promptctl serve --echo.",
    );
  if (baseUrl === "local") return connectEmbedded(host, { settings, flags, access });
  const limit = createLimit({ maximum: concurrencyOf(flags) });
  const service = {
    baseUrl,
    key,
    keyVariable,
    maxResponseMiB: settings.maxResponseMiB,
    fetch: await host.fetch({ noTimeout: timeoutMs > fetchTimeoutMs }),
    retry: { ...retryOptions(host, baseUrl, flags), limit },
  };
  let scope: string | undefined;
  const call = createCall({
    ...service,
    timeoutMs,
    ...traceOption(host, flags),
    onHeaders: (headers) => void (scope = headers.get(keyScopeHeader) ?? scope),
  });
  const connection = connectionOf(host, baseUrl, call, flags);
  return { ...connection, concurrency: limit.current, keyScope: () => scope };
}

/** Connects to an embedded service without resources, which exists only while the command runs. */
export function connectToMemory(
  host: CommandHost,
  options: Pick<ConnectOptions, "settings" | "flags">,
): Promise<ServiceConnection> {
  return connectEmbedded(host, { ...options, access: "memory" });
}

interface EmbeddedConnection
  extends Pick<ConnectOptions, "settings" | "flags">, Pick<EmbeddedOptions, "access"> {}

async function connectEmbedded(
  host: CommandHost,
  { settings, flags, access }: EmbeddedConnection,
): Promise<ServiceConnection> {
  const { root, capabilities } = settings;
  const { echo = false, timeout: timeoutMs } = flags;
  const options = { root, capabilities, access, echo, providerTimeoutMs: timeoutMs };
  const fetch = await host.openEmbedded(options);
  const trace = traceOption(host, flags);
  const { maxResponseMiB } = settings;
  const service = { baseUrl: "http://localhost", fetch, timeoutMs, maxResponseMiB };
  const call = createCall({ ...service, ...trace });
  return connectionOf(host, "local", call, flags);
}

function connectionOf(
  host: CommandHost,
  baseUrl: string,
  call: Call,
  flags: ConnectFlags,
): ServiceConnection {
  const watchedCall = flags.quiet ? call : watchCall(host, baseUrl, call);
  return {
    reader: createServiceReader(kinds, baseUrl, watchedCall),
    remote: createServiceClient(kinds, baseUrl, call), // apply reports its progress itself
    call: watchedCall,
    concurrency: () => concurrencyOf(flags),
    keyScope: () => undefined,
  };
}

function concurrencyOf({ concurrency = requestDefaults.concurrency }: ConnectFlags): number {
  return concurrency;
}

/** Reports pauses of requests outside of steps: concurrent ones for the same reason only once. */
function retryOptions(
  host: CommandHost,
  baseUrl: string,
  { retries, quiet }: ConnectFlags,
): RetryOptions {
  const { sleep, random, now } = host;
  if (quiet) return { retries, sleep, random, now };
  let reported: { reason: string; until: number } | undefined;
  const onWait = (wait: Wait): void => {
    const reason = `${wait.attempt} ${wait.reason}`;
    if (reported?.reason === reason && now() < reported.until) return;
    host.err(`${waitingText(baseUrl, wait, screenOf(host, "err"))}\n`);
    reported = { reason, until: now() + wait.delayMs };
  };
  return { retries, sleep, random, now, onWait };
}

function traceOption(host: CommandHost, { trace }: ConnectFlags): Pick<HttpOptions, "trace"> {
  return trace === undefined ? {} : { trace: traceTo(host, resolve(host.cwd, trace)) };
}

/**
 * Appends a JSON line per request: method, path, status and milliseconds; never the API key. If a
 * line cannot be written, it warns once and the requests go on without the trace.
 */
function traceTo(host: CommandHost, file: string): NonNullable<HttpOptions["trace"]> {
  try {
    appendFileSync(file, "");
  } catch (error) {
    throw writeFailure("wrong-trace", `Cannot write the trace file ${file}`, file, error);
  }
  let isWritable = true;
  return ({ method, path, status, milliseconds }) => {
    if (!isWritable) return;
    const entry = { method, path, status: status ?? null, milliseconds: Math.round(milliseconds) };
    try {
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    } catch (error) {
      isWritable = false;
      const reason = escapeText(writeProblem(file, error));
      host.err(
        `Warning: Cannot write the trace file ${escapeText(file)}: ${reason}. The trace ends here.\n`,
      );
    }
  };
}
