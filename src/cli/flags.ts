// Flags that several commands share, and what their values may be.
import { type Command, InvalidArgumentError, Option } from "commander";
import { Failure } from "../engine/model/failure.ts";
import { durationMs, wholeNumber } from "../engine/model/quantities.ts";

export interface FormatFlags {
  readonly format?: "text" | "json" | "markdown";
  readonly json?: boolean;
}

/** What form the output has; --json is short for --format json. */
export function formatOf({ format, json }: FormatFlags): NonNullable<FormatFlags["format"]> {
  if (!json || format === "json") return format ?? (json ? "json" : "text");
  if (format === undefined) return "json";
  throw new Failure(
    "usage",
    "two-formats",
    `--json and --format ${format} ask for two formats.`,
    "Leave one out.",
  );
}

/** The flags of everything that makes a plan. */
export function addPlanFlags(command: Command): Command {
  return addConnectionFlags(command)
    .option(
      "--target <pattern>",
      "only these addresses and what they need; * for anything",
      collectValues,
    )
    .option("--exclude <pattern>", "all but these addresses", collectValues)
    .option("--prune", "delete what no file defines")
    .option("--allow-mass-delete", "delete however much that is")
    .option("--out <file>", "save the plan, for apply FILE")
    .option("--unmanaged", "list what the service has and no file defines")
    .addOption(
      new Option("--format <format>", "form of the output (default: text)").choices([
        "text",
        "json",
        "markdown",
      ]),
    )
    .option("--json", "short for --format json");
}

/** The flags of what takes one prompt, by its address, key or name on the service. */
export function addPromptFlags(command: Command, timeoutMs?: number, words?: string): Command {
  return addConnectionFlags(command, timeoutMs, words)
    .option("--var <name=value>", "the value of a variable; may be repeated", collectValues)
    .option("--vars <file>", "values of variables: a YAML mapping of name to text or null")
    .option("--append <text>", "add a user message; may be repeated", collectValues)
    .option("--user <id>", "who the end-user is, for the provider")
    .option("--json", "print JSON");
}

/** The flags of everything that talks to a service. */
export function addConnectionFlags(command: Command, timeoutMs = 60_000, words = "60s"): Command {
  return command
    .option("--base-url <url>", "the service (also PROMPTCTL_BASE_URL, then promptctl.yaml)")
    .option("--local", "use the embedded service, with a store in .promptctl/")
    .addOption(
      new Option("--timeout <duration>", "for one call, as 500ms, 30s or 2m")
        .default(timeoutMs, words)
        .argParser(duration),
    )
    .addOption(
      new Option("--retries <number>", "how often a call that may be sent again is")
        .default(4)
        .argParser(retries),
    )
    .option("--trace <file>", "note every call in a file: method, path, status, milliseconds");
}

export function collectValues(pattern: string, all: string[] = []): string[] {
  return [...all, pattern];
}

function duration(text: string): number {
  return durationMs(text) ?? wrong("Write it as 500ms, 30s or 2m.");
}

function retries(text: string): number {
  return wholeNumber(text, 0, 99) ?? wrong("It must be a whole number from 0 to 99.");
}

export function parsePositive(text: string): number {
  return wholeNumber(text, 1, 9999) ?? wrong("It must be a whole number from 1 to 9999.");
}

export function parsePort(text: string): number {
  return wholeNumber(text, 0, 65_535) ?? wrong("It must be a number from 0 to 65535.");
}

function wrong(words: string): never {
  throw new InvalidArgumentError(words);
}
