// The flags of promptctl test.
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseDurationMs } from "../engine/model/quantities.ts";
import type { ConnectFlags } from "./connect.ts";
import { addConnectionFlags, collectValues, numberParser, patternOption } from "./flags.ts";

export type TestFormat = "text" | "json" | "markdown" | "junit" | "github";

export interface TestFlags extends ConnectFlags {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly failed?: boolean;
  readonly all?: boolean;
  /** A git ref, `service` or `none`; undefined for the commit that the branch is based on. */
  readonly base?: string;
  readonly gate?: "regressions" | "all" | "report";
  readonly minScore?: number;
  readonly runs: number;
  readonly alpha: number;
  readonly compare?: boolean;
  readonly with?: readonly string[];
  readonly on: "provider" | "service" | "echo";
  /** A file of scripted replies. */
  readonly replies?: string;
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly fresh?: boolean;
  readonly cachedOnly?: boolean;
  /** In milliseconds. */
  readonly cacheAge: number;
  readonly concurrency: number;
  readonly format: TestFormat;
  readonly full?: boolean;
  readonly out?: readonly string[];
}

/** Models that reason take minutes. */
const timeout = "10m";

export function addTestFlags(command: Command): Command {
  return addOutputFlags(addCallFlags(addJudgementFlags(addConnectionFlags(command, timeout))));
}

/** Which cases run, what they are compared with, and what blocks. */
function addJudgementFlags(command: Command): Command {
  return command
    .addOption(patternOption("--target", "Include only matching evaluations and prompts"))
    .addOption(patternOption("--exclude", "Exclude matching evaluations and prompts"))
    .option("--failed", "Only the cases that did not pass in the last run")
    .option("--all", "Also run the cases that the change does not affect")
    .option(
      "--base <ref>",
      "Compare with a git ref, with the service, or with none (default: where the branch begins)",
    )
    .addOption(
      new Option("--gate <gate>", "What blocks (default: regressions with a base, otherwise all)") //
        .choices(["regressions", "all", "report"]),
    )
    .option("--min-score <number>", "Also block if the score of a prompt is less", shareParser)
    .option(
      "--runs <number>",
      "Trials on each side: 1, with confirmations of failures, or 3 and more",
      runsParser,
      1,
    )
    .option(
      "--alpha <number>",
      "With 3 runs and more: largest p-value of a regression",
      shareParser,
      0.05,
    )
    .option("--compare", "Run the base for all affected cases")
    .option(
      "--with <path=value>",
      "Replace a value of the prompts, for example parameters.name=MODEL (repeatable)",
      collectValues,
    );
}

/** How replies are obtained, and what they may cost. */
function addCallFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--on <route>", "Get replies from the providers, the service, or the echo")
        .choices(["provider", "service", "echo"])
        .default("provider"),
    )
    .option("--replies <file>", "Use the scripted replies of a YAML or JSON file")
    .option("--max-cost <dollars>", "Maximum cost of the run in US dollars", dollarsParser)
    .option("--max-calls <number>", "Maximum number of calls", numberParser(0, 10_000_000))
    .option("--fresh", "Ignore cached replies")
    .option("--cached-only", "Make no calls")
    .addOption(ageOption("--cache-age", "Maximum age of cached replies: 12h, 14d", "14d"))
    .option("--concurrency <number>", "Maximum concurrent calls", numberParser(1, 9999), 8);
}

function addOutputFlags(command: Command): Command {
  return command
    .addOption(
      new Option("--format <format>", "Output format")
        .choices(["text", "json", "markdown", "junit", "github"])
        .default("text"),
    )
    .option("--full", "Show whole replies, and the cases that passed")
    .option(
      "--out <file>",
      "Write a report; the ending decides: .json, .xml, .md or .html (repeatable)",
      collectValues,
    );
}

function shareParser(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError("Expected a number from 0 to 1.");
}

function dollarsParser(text: string): number {
  const value = Number(text.replace(/^\$/, ""));
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("Expected an amount in US dollars, for example 0.50.");
}

/** With 2 trials on each side nothing can be confirmed. */
function runsParser(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value === 1 || (value >= 3 && value <= 1000)) return value;
  throw new InvalidArgumentError("Expected 1, or an integer from 3 to 1000.");
}

const hourMs = 3_600_000;

function ageOption(flag: string, description: string, standard: string): Option {
  return new Option(`${flag} <duration>`, description)
    .default(parseAge(standard), standard)
    .argParser(parseAge);
}

function parseAge(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(h|d)$/.exec(text) ?? [];
  const value =
    number === undefined
      ? parseDurationMs(text)
      : Number(number) * hourMs * (unit === "d" ? 24 : 1);
  if (value !== undefined) return value;
  throw new InvalidArgumentError("Expected a duration, for example 12h or 14d.");
}
