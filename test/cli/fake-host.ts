// A fake of the process for commands, and a complete service in memory behind a base URL.
import { expect } from "vitest";
import type { EnvironmentVariables, Fetch } from "../../src/engine/model/ports.ts";
import { bodies } from "../../src/generated/wire-validators.js";
import type { CommandHost } from "../../src/cli/host/command-host.ts";
import { type EmbeddedService, openEmbedded } from "../../src/cli/connect/embedded-service.ts";
import { openRepository } from "../../src/io/git/git-repository.ts";
import { runProgram } from "../../src/cli/program.ts";
import { kinds } from "../../src/kinds.ts";
import { createService } from "../../src/service/http/app.ts";
import { openStore } from "../../src/service/open-store.ts";
import { withoutExtensions } from "../fixtures/plain-service.ts";

export const serviceUrl = "https://prompts.example.com";

export interface HostOptions {
  readonly cwd: string;
  readonly env?: EnvironmentVariables;
  /** The answer to every question, or what is typed; undefined without a terminal. */
  readonly answer?: boolean | string | (() => Promise<boolean>);
  readonly fetch?: Fetch;
  /** Changes the process. */
  readonly process?: Partial<CommandHost>;
}

/** The result of a run. */
export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly questions: readonly string[];
}

export function fakeHost(
  argv: readonly string[],
  { cwd, env = {}, answer, fetch, process }: HostOptions,
): {
  host: CommandHost;
  seen: { out: string; err: string; questions: string[] };
  /** Closes the embedded service, if a command opened it. */
  close: () => void;
} {
  let embedded: EmbeddedService | undefined;
  const seen = { out: "", err: "", questions: [] as string[] };
  let clock = 0; // pauses pass at once
  const ask: CommandHost["ask"] = async (question, _cancelled, expected = "y") => {
    seen.questions.push(question);
    if (typeof answer === "string") return answer === expected;
    return typeof answer === "function" ? answer() : answer!;
  };
  const host: CommandHost = {
    argv,
    env,
    cwd,
    version: "1.2.3",
    programFile: undefined,
    out: (text) => void (seen.out += text),
    err: (text) => void (seen.err += text),
    terminal: { out: false, err: false, columns: 100 },
    file: { out: false, err: false },
    ask: answer === undefined ? undefined : ask,
    showStatus: undefined,
    every: () => () => {},
    onInterrupt: () => {},
    onExit: () => {},
    onHangup: () => {},
    untilInterrupted: () => Promise.resolve(),
    now: () => clock,
    time: () => new Date("2026-01-01T12:00:00Z"),
    random: () => 0,
    sleep: async (milliseconds) => {
      const end = clock + milliseconds; // pauses may overlap
      await new Promise((resolve) => setImmediate(resolve));
      clock = Math.max(clock, end);
    },
    fetch: async () => fetch ?? (() => expect.fail("the command went to the network")),
    providerFetch: async () => fetch ?? (() => expect.fail("the command went to the network")),
    openRepository: (folder) => openRepository(folder, env),
    openEmbedded: async (embeddedOptions) => {
      embedded = await openEmbedded(host, embeddedOptions);
      return embedded.fetch;
    },
    ...process,
  };
  return { host, seen, close: () => embedded?.close() };
}

/** Runs the program with these arguments. */
export async function runCli(args: readonly string[], options: HostOptions): Promise<CliResult> {
  const { host, seen, close } = fakeHost(args, options);
  try {
    return { code: await runProgram(host), ...seen };
  } finally {
    close();
  }
}

export interface FakeService {
  readonly fetch: Fetch;
  /** Every call, as `GET /sdk/v1/tools`. */
  readonly calls: string[];
  /** The calls that write. */
  writes(): string[];
  /** The names that it holds of a kind. */
  names(kind: "tools" | "prompts"): Promise<string[]>;
  /** How many there are of a kind. */
  count(kind: "tools" | "prompts" | "evaluations" | "evaluation-assertions"): Promise<number>;
}

interface FakeServiceOptions {
  readonly evaluationUpdate?: boolean;
  readonly extensions?: boolean;
  readonly bodyLimitBytes?: number;
  /** The file of its store; default: in memory. */
  readonly location?: string;
}

/** The real service in memory, by default without extensions; its API key is `good`. */
export async function createFakeService({
  evaluationUpdate = false,
  extensions = false,
  bodyLimitBytes,
  location = ":memory:",
}: FakeServiceOptions = {}): Promise<FakeService> {
  const store = await openStore(location);
  const capabilities = { evaluationUpdate, evaluationDeleteCascades: false };
  const limit = bodyLimitBytes === undefined ? {} : { bodyLimitBytes };
  const service = createService({ kinds, store, bodies, keys: ["good"], capabilities, ...limit });
  const handler = extensions ? service : withoutExtensions(service);
  const calls: string[] = [];
  const list = async (kind: string): Promise<{ name?: string }[]> => {
    const headers = { "x-api-key": "good" };
    const answer = await handler(new Request(`${serviceUrl}/sdk/v1/${kind}`, { headers }));
    return (await answer.json()) as { name?: string }[];
  };
  return {
    fetch: async (url, init) => {
      const request = new Request(url, init);
      calls.push(`${request.method} ${new URL(url).pathname}`);
      return handler(request);
    },
    calls,
    writes: () => calls.filter((each) => !each.startsWith("GET ")),
    names: async (kind) => (await list(kind)).map(({ name }) => name!).sort(),
    count: async (kind) => (await list(kind)).length,
  };
}

/** The environment variables for the service, and where git is. */
export const serviceEnv: EnvironmentVariables = {
  PATH: process.env["PATH"],
  PROMPTCTL_BASE_URL: serviceUrl,
  PROMPTCTL_API_KEY: "good",
};
