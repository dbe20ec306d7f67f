// What a command may use of the process, as an interface: main.ts supplies the real one.
import type { Sleep } from "../engine/model/retry-policy.ts";
import type { Capabilities } from "../engine/model/kind.ts";
import type { Ask, Environment, Fetch } from "../engine/model/ports.ts";
import { type Screen, createScreen } from "../views/terminal-text.ts";

export interface CommandHost {
  /** The words after the program's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly version: string;
  /** Results. */
  out(text: string): void;
  /** Progress and status. */
  err(text: string): void;
  /** Whether results and status go to a terminal, and how wide it is. */
  readonly terminal: { readonly out: boolean; readonly err: boolean; readonly columns: number };
  /** Asks a person; undefined where nobody can be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** Calls back at the first interrupt; a second one ends the process with 130. */
  onInterrupt(stop: () => void): void;
  /** Resolves when the process is asked to end (interrupt or SIGTERM). */
  untilAsked(): Promise<void>;
  /** Milliseconds, for measuring. */
  now(): number;
  /** What the clock on the wall says. */
  time(): Date;
  /** From 0 to 1. */
  random(): number;
  readonly sleep: Sleep;
  fetch(): Promise<Ask>;
  /** Opens the embedded service. */
  openEmbedded(options: EmbeddedOptions): Promise<EmbeddedService>;
}

export interface EmbeddedService {
  readonly fetch: Fetch;
  close(): void;
}

export interface EmbeddedOptions {
  /** The project's folder. */
  readonly root: string;
  /** The capabilities of the configured service; the embedded one gets the same. */
  readonly capabilities: Capabilities;
  readonly access: "read" | "write";
  /** Use the echo in place of the providers. */
  readonly echo: boolean;
}

/** Whether this runs in CI: nobody is asked, and no address is taken from a file. */
export function isCi(env: Environment): boolean {
  return Boolean(env["CI"]) && env["CI"] !== "false" && env["CI"] !== "0";
}

/** How text is drawn on standard output or standard error. */
export function screenOf(host: CommandHost, stream: "out" | "err"): Screen {
  const { env, terminal } = host;
  const color =
    forcedColor(env) ?? (!env["NO_COLOR"] && terminal[stream] && env["TERM"] !== "dumb");
  return createScreen(color, terminal.columns, terminal[stream]);
}

/** Whether FORCE_COLOR switches colors on or off; undefined if it is not set. */
function forcedColor(env: Environment): boolean | undefined {
  const value = env["FORCE_COLOR"];
  return value === undefined || value === "" ? undefined : value !== "0" && value !== "false";
}
