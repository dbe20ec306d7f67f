// The interface of commands to the process, which main.ts implements, and the output that they share. Apart
// from flags.ts, so that bundles do not load Commander a second time (docs/performance.md, row "plan 1,000").
import { relative, sep } from "node:path";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { Capabilities } from "../../engine/model/kind.ts";
import type {
  EnvironmentVariables,
  Fetch,
  ProviderFetch,
  Sleep,
} from "../../engine/model/ports.ts";
import type { GitRepository } from "../../io/git/git-repository.ts";
import type { FetchOptions } from "../../io/http/fetch.ts";
import type { ReadKey } from "../../io/http/service-key.ts";
import { diagnosticsText } from "../../views/text/diagnostics.ts";
import { jsonText } from "../../views/text/json-text.ts";
import { screenFor } from "../../views/text/stream-screen.ts";
import { pluralize, type Screen, wrapSentence } from "../../views/text/terminal-text.ts";
import { wrongUsage } from "../../engine/model/failure.ts";

export interface CommandHost {
  /** The arguments after the program name. */
  readonly argv: readonly string[];
  readonly env: EnvironmentVariables;
  readonly cwd: string;
  readonly version: string;
  /** The file of the program that runs; undefined in the Action. */
  readonly programFile: string | undefined;
  /** Writes results to standard output. */
  out(text: string): void;
  /** Writes progress and status to standard error. */
  err(text: string): void;
  /** Whether each stream is a terminal, and its width in characters. */
  readonly terminal: { readonly out: boolean; readonly err: boolean; readonly columns: number };
  /** Whether each stream is a regular file. */
  readonly file: { readonly out: boolean; readonly err: boolean };
  /**
   * Asks a question; undefined without an interactive terminal. Returns whether the answer is yes,
   * or the text `expected`. An interrupt prints `cancelled` and ends the process with exit code
   * 130.
   */
  readonly ask:
    | ((question: string, cancelled?: string, expected?: string) => Promise<boolean>)
    | undefined;
  /**
   * Shows a line below all output until it is replaced, or removed by an empty text; undefined
   * unless standard error is a terminal that can erase lines.
   */
  readonly showStatus: ((text: string) => void) | undefined;
  /** Calls back again and again until the returned function is called. */
  every(milliseconds: number, callback: () => void): () => void;
  /** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; a second SIGINT or SIGTERM ends the process with exit code 130. */
  onInterrupt(stop: () => void): void;
  /** Calls back when the process ends, however it does but by SIGKILL. */
  onExit(callback: () => void): void;
  /** Calls back at each SIGHUP, which else ends the command as SIGTERM does. */
  onHangup(callback: () => void): void;
  /** Resolves at SIGINT, SIGTERM or SIGHUP. */
  untilInterrupted(): Promise<void>;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** The current date and time. */
  time(): Date;
  /** A random number from 0 to 1. */
  random(): number;
  readonly sleep: Sleep;
  fetch(options?: FetchOptions): Promise<Fetch>;
  /** The fetch for calls to providers. */
  providerFetch(): Promise<ProviderFetch>;
  /** Reads keys for the service at a base URL, in place of the variables with keys. */
  readonly serviceKey?: (baseUrl: string) => ReadKey;
  /**
   * Opens the git repository around a folder. The Action opens each one once: HEAD does not change while it runs.
   */
  openRepository(folder: string): Promise<GitRepository>;
  /** Opens the embedded service, which is closed when the program ends. */
  openEmbedded(options: EmbeddedOptions): Promise<Fetch>;
}

export interface EmbeddedOptions {
  /** The project's folder. */
  readonly root: string;
  /** The capabilities of the configured service; the embedded one gets the same. */
  readonly capabilities: Capabilities;
  /** `memory` is an empty store that exists only while the command runs. */
  readonly access: "read" | "write" | "memory";
  /** Use the echo in place of the providers. */
  readonly echo: boolean;
  /** Time limit for a provider's response, in milliseconds. */
  readonly providerTimeoutMs: number;
}

/** In CI, nothing is asked and baseUrl in promptctl.yaml is ignored. */
export function isCi(env: EnvironmentVariables): boolean {
  return Boolean(env["CI"]) && env["CI"] !== "false" && env["CI"] !== "0";
}

/** The layout of text on a stream. */
export function screenOf(host: CommandHost, stream: "out" | "err"): Screen {
  const { env, terminal, file } = host;
  const { columns } = terminal;
  return screenFor(env, { isTerminal: terminal[stream], isFile: file[stream], columns });
}

/** A question for `ask`: on a terminal, broken into lines between words. */
export function questionText(host: CommandHost, question: string): string {
  return `${wrapSentence(question, screenOf(host, "err"), "").join("\n")} `;
}

/** Prints a result as JSON to standard output. */
export function printJson(host: CommandHost, document: unknown): void {
  host.out(`${jsonText(document, 2)}\n`);
}

/** Prints one line of a stream of JSON documents. */
export function printJsonLine(host: CommandHost, document: object): void {
  host.out(`${jsonText(document)}\n`);
}

/**
 * Prints the warnings of a project to standard error. Those of files that are read without their CRLF
 * or byte order mark are counted, and nothing depends on them: `quiet` leaves them out.
 */
export function printWarnings(
  host: CommandHost,
  diagnostics: readonly Diagnostic[],
  root: string,
  { quiet = false }: { readonly quiet?: boolean | undefined } = {},
): void {
  const isChanged = ({ code }: Diagnostic): boolean => code === "include-changed";
  const changed = diagnostics.filter(isChanged);
  const others = diagnostics.filter((each) => !isChanged(each));
  const prefix = projectPrefix(host.cwd, root);
  const screen = screenOf(host, "err");
  if (others.length > 0) host.err(`${diagnosticsText(others, screen, prefix)}\n`);
  if (changed.length === 0 || quiet) return;
  const count = `${pluralize(changed.length, "included file")} ${changed.length === 1 ? "has" : "have"}`;
  const warning = `Warning: ${count} CRLF line endings or a byte order mark, which are left out. promptctl validate names them and says what to do.`;
  host.err(`${wrapSentence(warning, screen, "").join("\n")}\n\n`);
}

/** The path from the current folder to the project: empty, or with a final `/`. */
export function projectPrefix(cwd: string, root: string): string {
  const path = relativePath(cwd, root);
  return path === "" ? "" : `${path}/`;
}

/** The relative path between two folders, with `/` on every platform. */
export function relativePath(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}

/** The values of --format of a command whose formats are a table; of --log for serve. */
export const outputFormats = {
  plan: ["text", "json", "markdown"],
  apply: ["text", "json"],
  validate: ["text", "json", "github", "junit", "codequality"],
  test: ["text", "json", "markdown", "junit", "github"],
  serve: ["text", "json"],
} as const;

/** A value of --format of a command. */
export type OutputFormat<Command extends keyof typeof outputFormats> =
  (typeof outputFormats)[Command][number];

export interface FormatFlags {
  readonly format?: OutputFormat<"plan">;
  readonly json?: boolean;
}

/** The output format; --json is short for --format json. */
export function formatOf({ format, json }: FormatFlags): OutputFormat<"plan"> {
  if (!json || format === "json") return format ?? (json ? "json" : "text");
  if (format === undefined) return "json";
  throw wrongUsage(
    "two-formats",
    `--json and --format ${format} cannot be used together.`,
    "Use one of them.",
  );
}
