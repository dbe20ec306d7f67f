// From an address to calls: over the network, or into the embedded service in this process.
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import type { Wait } from "../engine/model/retry-policy.ts";
import type { ServiceReader, ServiceClient } from "../engine/model/ports.ts";
import type { Settings } from "../io/configuration.ts";
import { type Call, createCall, type HttpOptions } from "../io/http.ts";
import { createReader, createRemote } from "../io/remote.ts";
import type { RetryOptions } from "../io/retry.ts";
import { kinds } from "../kinds.ts";
import { waitingText } from "../views/apply-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { type ServiceTargetFlags, resolveServiceTarget } from "./service-target.ts";

export interface ConnectFlags extends ServiceTargetFlags {
  /** Milliseconds one call may take. */
  readonly timeout: number;
  /** How often a call is sent again at most. */
  readonly retries: number;
  /** Whether the echo of the embedded service answers in place of the providers. */
  readonly echo?: boolean;
  /** A file that every call is noted in. */
  readonly trace?: string;
}

export interface ServiceConnection {
  /** It can only GET: what plans are made with. */
  readonly reader: ServiceReader;
  readonly remote: ServiceClient;
  /** The calls beneath, for what is no part of a plan. */
  readonly call: Call;
  close(): void;
}

/**
 * Connects to the service that the flags, the environment or the project name. `expect` may throw
 * where that is not the one that is meant.
 */
export async function connect(
  host: CommandHost,
  settings: Settings,
  flags: ConnectFlags,
  access: "read" | "write",
  expect: (baseUrl: string) => void = () => {},
): Promise<ServiceConnection> {
  const where = await resolveServiceTarget(host, settings, flags);
  expect(where.embedded ? "local" : where.baseUrl);
  if (flags.echo && !where.embedded)
    throw new Failure(
      "usage",
      "echo-elsewhere",
      "--echo is for the embedded service; another one answers as it was started.",
      "Add --local, or start that service with serve --echo.",
    );
  const trace = flags.trace === undefined ? {} : { trace: traceTo(resolve(host.cwd, flags.trace)) };
  if (where.embedded) {
    const embedded = await host.openEmbedded({
      root: settings.root,
      capabilities: settings.capabilities,
      access,
      echo: flags.echo ?? false,
    });
    const base = { baseUrl: "http://localhost", timeoutMs: flags.timeout, fetch: embedded.fetch };
    return { ...remotes("local", { ...base, ...trace }), close: embedded.close };
  }
  const { baseUrl, key } = where;
  const options = {
    baseUrl,
    key,
    timeoutMs: flags.timeout,
    fetch: await host.fetch(),
    retry: retryOptions(host, baseUrl, flags),
    ...trace,
  };
  return { ...remotes(baseUrl, options), close: () => {} };
}

/** Pauses that belong to no step are told here, calls that wait for the same reason together. */
function retryOptions(host: CommandHost, baseUrl: string, { retries }: ConnectFlags): RetryOptions {
  const { sleep, random, now } = host;
  let told: { which: string; until: number } | undefined;
  const waiting = (wait: Wait): void => {
    const which = `${wait.attempt} ${wait.reason}`;
    if (told?.which === which && now() < told.until) return;
    host.err(`${waitingText(baseUrl, wait, screenOf(host, "err"))}\n`);
    told = { which, until: now() + wait.delayMs };
  };
  return { retries, sleep, random, now, waiting };
}

function remotes(name: string, options: HttpOptions): Omit<ServiceConnection, "close"> {
  const call = createCall(options);
  return {
    reader: createReader(kinds, name, call),
    remote: createRemote(kinds, name, call),
    call,
  };
}

/** One JSON line a call: method, path, status and milliseconds; never the key. */
function traceTo(file: string): NonNullable<HttpOptions["trace"]> {
  try {
    appendFileSync(file, "");
  } catch (error) {
    throw new Failure(
      "usage",
      "wrong-trace",
      `The trace cannot be written to ${file}: ${(error as Error).message}.`,
    );
  }
  return ({ method, path, status, milliseconds }) =>
    appendFileSync(
      file,
      `${JSON.stringify({ method, path, status: status ?? null, milliseconds: Math.round(milliseconds) })}\n`,
    );
}
