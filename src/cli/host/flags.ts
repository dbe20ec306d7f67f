// The flags that several commands share, and the parsers of their values.
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import {
  parseDurationMs,
  parseWholeNumber,
  requestDefaults,
} from "../../engine/text/quantities.ts";
import { type OutputFormat, outputFormats } from "./command-host.ts";

/** Adds the flags of commands that create a plan, with their output formats. */
export function addPlanFlags(command: Command, formats: readonly OutputFormat<"plan">[]): Command {
  return addConnectionFlags(command)
    .addOption(targetOption())
    .addOption(patternOption("--exclude", "Exclude matching addresses"))
    .addOption(refOption())
    .option("--prune", "Delete unmanaged tools, prompts and evaluations")
    .option("--no-prune", "Delete no unmanaged resources, despite promptctl.yaml")
    .addOption(patternOption("--overwrite", "With conflicts: refuse, overwrite matching addresses"))
    .option("--no-history", "Do not read the history of the definitions in git")
    .option("--allow-mass-delete", "Override the mass-delete limit")
    .option("--allow-unpromoted", "Include changes that wait for another environment")
    .option("--out <file>", "Save the plan to a file, for promptctl apply <file>")
    .option("--unmanaged", "List resources not defined in any file")
    .option("--full", "Show whole diffs, and the content of created and deleted resources")
    .addOption(new Option("--format <format>", "Output format (default: text)").choices(formats))
    .option("--json", "Short for --format json");
}

/** Adds the flags of apply: those of plan, and how it applies. */
export function addApplyFlags(command: Command): Command {
  return addPlanFlags(command, outputFormats.apply)
    .option("--yes, --auto-approve", "Skip the confirmation")
    .option(
      "--concurrency <number>",
      "Maximum concurrent requests",
      numberParser(1, 9999),
      requestDefaults.concurrency,
    );
}

/** The flag of commands that can read definitions from git. */
export function refOption(): Option {
  return new Option("--ref <ref>", "Use the definitions of a commit, tag or branch");
}

/** The flag of commands that use one of the environments of promptctl.yaml. */
export function environmentOption(
  description: string = "Environment of promptctl.yaml, or local",
): Option {
  return new Option("--env <name>", description).argParser(onlyValue);
}

/** The flag of commands that can be limited to some definitions. */
export function targetOption(): Option {
  return patternOption("--target", "Include only matching addresses and what they need");
}

/** A repeatable flag for patterns of addresses. */
export function patternOption(flag: string, description: string): Option {
  const note = "* matches any text (repeatable)";
  return new Option(`${flag} <pattern>`, `${description}; ${note}`).argParser(collectValues);
}

/** The first format is the default. */
export function formatOption(formats: readonly [string, ...string[]]): Option {
  return new Option("--format <format>", "Output format").choices(formats).default(formats[0]);
}

/** The flag of commands that write reports of a test. */
export function reportOption(): Option {
  const description = "Write a report; the ending decides: .json, .xml, .md or .html (repeatable)";
  return new Option("--out <file>", description).argParser(collectValues);
}

/** The argument of commands for one definition that is after it. */
export function directoryArgument(): Argument {
  return new Argument("[directory]", "Project folder (default: the one around this folder)");
}

/** Adds the arguments and the flags of commands for one prompt. */
export function addPromptFlags(command: Command, timeout?: string): Command {
  return addConnectionFlags(command, timeout)
    .argument("<prompt>", "Address, key, name or id of a prompt")
    .addArgument(directoryArgument())
    .addOption(
      new Option("--from <source>", "Use the prompt of the service or of the files")
        .choices(["service", "files"])
        .default("service"),
    )
    .addOption(refOption())
    .option("--var <name=value>", "Set a variable (repeatable)", collectValues)
    .option(
      "--vars <file>",
      "Read variables from a YAML file that maps names to strings, numbers or null",
    )
    .option("--append <text>", "Append a user message (repeatable)", collectValues)
    .option("--user <id>", "Identify the end user to the provider")
    .option("--json", "Print JSON");
}

/** The flag of commands that can use several environments. */
export function environmentsOption(
  description: string = "Environment of promptctl.yaml, or local (repeatable)",
): Option {
  return new Option("--env <name>", description).argParser(collectValues);
}

/** Adds the flags of commands that connect to a service. `timeout` is the default of --timeout. */
export function addConnectionFlags(
  command: Command,
  timeout: string = requestDefaults.timeout,
  environment: Option = environmentOption(),
): Command {
  return command
    .addOption(environment)
    .option(
      "--base-url <url>",
      "Base URL of the service (default: PROMPTCTL_BASE_URL, then promptctl.yaml)",
    )
    .option("--local", "Use the embedded service with its store in .promptctl/")
    .addOption(durationOption("--timeout", "Time-out of a request: 500ms, 30s, 2m", timeout))
    .option(
      "--retries <number>",
      "Maximum retries for retryable requests",
      numberParser(0, 99),
      requestDefaults.retries,
    )
    .option("--trace <file>", "Log method, path, status and duration of requests to a file")
    .option("--quiet", "Print no progress, only results, warnings and errors");
}

/** A flag with a duration, in milliseconds; `standard` is its default as text. */
export function durationOption(flag: string, description: string, standard: string): Option {
  return new Option(`${flag} <duration>`, description)
    .default(parseDuration(standard), standard)
    .argParser(parseDuration);
}

/** The value of a flag that could be mistaken for a repeatable one. */
function onlyValue(value: string, previous: string | undefined): string {
  return previous === undefined ? value : invalid("The flag can be used once.");
}

/** Collects the values of a repeatable flag. */
export function collectValues(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function parseDuration(text: string): number {
  return parseDurationMs(text) ?? invalid("Expected a duration such as 500ms, 30s or 2m.");
}

/** Returns a parser of the integers from `least` to `most`. */
export function numberParser(least: number, most: number): (text: string) => number {
  return (text) =>
    parseWholeNumber(text, least, most) ?? invalid(`Expected an integer from ${least} to ${most}.`);
}

function invalid(message: string): never {
  throw new InvalidArgumentError(message);
}
