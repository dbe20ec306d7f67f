// Runs the program in the test process, with the network: for tests of what it does, not of its built file.
import { createFetch, createProviderFetch } from "../../src/io/http/fetch.ts";
import { type CliResult, runCli } from "./fake-host.ts";

/** Has an environment of its own: PATH and what is given, no HOME. Pauses pass at once. */
export function runHere(
  cwd: string,
  words: readonly string[],
  given: Readonly<Record<string, string | undefined>> = {},
): Promise<CliResult> {
  const env = { PATH: process.env["PATH"], ...given };
  return runCli(words, {
    cwd,
    env,
    process: {
      fetch: (options) => createFetch(env, options),
      providerFetch: () => createProviderFetch(env),
    },
  });
}
