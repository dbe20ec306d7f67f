// Runs the GitHub Action on a process. src/action.ts supplies the real process, tests supply fakes.
import { memo } from "../../engine/model/collections.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { keyVariablesOf } from "../../engine/text/secrets.ts";
import type { ActionRunner } from "../../github/api/runner.ts";
import { idTokenReader } from "../../github/api/id-tokens.ts";
import { runAction } from "../../github/run.ts";
import { hideSecrets, maskOf } from "../../github/session.ts";
import { openAction } from "./action-commands.ts";
import { openRepository } from "../../io/git/git-repository.ts";
import type { CommandHost } from "../host/command-host.ts";

/** The process that runs the Action: its environment, files, network, clock and signals. */
export interface ActionProcess
  extends Omit<ActionRunner, "beforeExit">, Pick<CommandHost, "providerFetch" | "onExit"> {
  /** The folder the process was started in. */
  readonly cwd: string;
  /** Monotonic time in milliseconds. */
  now(): number;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Calls back again and again until the returned function is called. */
  every(milliseconds: number, callback: () => void): () => void;
  /** Calls the listener at each SIGINT and SIGTERM, and at the first SIGHUP. */
  onSignal(listener: () => void): void;
  /** Ends the process at once. */
  exit(code: number): void;
}

/** Runs the command that the inputs name. Returns the exit code of the step. */
export async function runGitHubAction(action: ActionProcess): Promise<number> {
  let interrupt: (() => void) | undefined;
  let reportBeforeExit = (): void => {};
  // GitHub sends SIGINT to a cancelled job, and SIGTERM 7.5 seconds later. The first signal lets
  // an apply finish its running requests. The second one reports the known state and exits.
  action.onSignal(() => {
    const stop = interrupt;
    interrupt = undefined;
    if (stop) return stop();
    try {
      reportBeforeExit();
    } finally {
      action.exit(130);
    }
  });
  hideSecrets(action);
  const mask = maskOf(action.env);
  const masked: ActionProcess = { ...action, log: (text) => action.log(mask(text)) };
  const runner: ActionRunner = { ...masked, beforeExit: (report) => (reportBeforeExit = report) };
  const host = commandHost(masked, (stop) => (interrupt = stop));
  return runAction(runner, () => openAction(host, (baseUrl) => idTokenReader(action, baseUrl)));
}

/** The host of the commands: non-interactive, and with the input base-url as the only base URL. */
function commandHost(action: ActionProcess, onInterrupt: (stop: () => void) => void): CommandHost {
  const { env: given, cwd, log, time } = action;
  const env: EnvironmentVariables = {
    ...given,
    CI: "true",
    PROMPTCTL_BASE_URL: undefined,
    // Pasted secrets often end in a newline.
    ...Object.fromEntries(keyVariablesOf(given).map((name) => [name, given[name]?.trim()])),
  };
  return {
    ...action,
    argv: [],
    env,
    cwd: env["GITHUB_WORKSPACE"] || cwd,
    programFile: undefined,
    out: log,
    err: log,
    terminal: { out: false, err: false, columns: 120 },
    file: { out: false, err: false },
    ask: undefined,
    showStatus: undefined,
    onInterrupt,
    onHangup: () => {},
    untilInterrupted: () => new Promise(onInterrupt),
    time: () => new Date(time()),
    openRepository: memo((folder: string) => openRepository(folder, env)),
    openEmbedded: () => Promise.reject(new Error("The Action does not contain the service.")),
  };
}
