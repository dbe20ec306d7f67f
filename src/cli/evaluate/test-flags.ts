// The flags of promptctl test.
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  parseAgeMs,
  parseDollars,
  parseRuns,
  parseShare,
  testDefaults,
} from "../../engine/text/quantities.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { Project } from "../../sync/load/load.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { type CommandHost, type OutputFormat, outputFormats } from "../host/command-host.ts";
import {
  addConnectionFlags,
  collectValues,
  numberParser,
  patternOption,
  refOption,
  formatOption,
  reportOption,
} from "../host/flags.ts";

export interface TestFlags extends ConnectFlags {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly failed?: boolean;
  readonly all?: boolean;
  /** The commit, tag or branch whose definitions are the head. */
  readonly ref?: string;
  /** A git ref, `service` or `none`; undefined for the commit that the branch is based on. */
  readonly base?: string;
  readonly gate?: "regressions" | "all" | "report";
  readonly minScore?: number;
  readonly allowUnmeasured?: boolean;
  readonly requireEvaluations?: boolean;
  readonly failOn?: "looser";
  readonly runs: number;
  readonly compare?: boolean;
  readonly with?: readonly string[];
  readonly on: "provider" | "service" | "echo" | "command";
  /** Commands of checks and of the application may run. No file can set it. */
  readonly allowCommands?: boolean;
  /** A checkout of the base. */
  readonly baseCheckout?: string;
  /** A file of scripted replies. */
  readonly replies?: string;
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly fresh?: boolean;
  readonly cachedOnly?: boolean;
  /** In milliseconds. */
  readonly cacheAge: number;
  readonly concurrency: number;
  readonly format: OutputFormat<"test">;
  readonly full?: boolean;
  readonly out?: readonly string[];
  readonly gitlabNote?: boolean;
}

/** A project that is tested, in its environment, and how. */
export interface TestedProject {
  readonly host: CommandHost;
  readonly settings: Settings;
  readonly project: Project;
  readonly flags: TestFlags;
}

/** A parser of flags that explains what it expects. */
const parser =
  <Value>(parse: (text: string) => Value | undefined, expected: string) =>
  (text: string): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };

const shareParser = parser(parseShare, "a number from 0 to 1");
const dollarsParser = parser(parseDollars, "an amount in US dollars, for example 0.50");
const runsParser = parser(parseRuns, "1, or an integer from 3 to 1000");
const ageParser = parser(parseAgeMs, "a duration, for example 12h or 14d");

/** Adds the flags to the command. */
export function addTestFlags(command: Command): Command {
  return addOutputFlags(
    addCallFlags(addJudgementFlags(addConnectionFlags(command, testDefaults.timeout))),
  );
}

/** Which cases run, what they are compared with, and what blocks. */
function addJudgementFlags(command: Command): Command {
  return command
    .addOption(patternOption("--target", "Include only matching evaluations and prompts"))
    .addOption(patternOption("--exclude", "Exclude matching evaluations and prompts"))
    .option("--failed", "Run only the cases that did not pass in the last run")
    .option("--all", "Also run the cases that the change does not affect")
    .addOption(refOption())
    .option(
      "--base <ref>",
      "Compare with a commit, tag or branch, service, or none (default: where the branch begins)",
    )
    .addOption(
      new Option(
        "--gate <gate>",
        "Block on regressions, on all failures, or never (default: regressions with a base, else all)",
      ) //
        .choices(["regressions", "all", "report"]),
    )
    .option(
      "--min-score <number>",
      "Run all cases; also block if a prompt scores less",
      shareParser,
    )
    .option("--allow-unmeasured", "Exit with 0 in place of 1 if something was not measured")
    .option("--require-evaluations", "Also block if a changed prompt has no evaluations")
    .addOption(
      new Option("--fail-on <change>", "Also block if tests were removed or certainly made easier") //
        .choices(["looser"]),
    )
    .option(
      "--runs <number>",
      "First replies of each case: 1, or at least 3; 1 means up to 4 for the compared cases of a small prompt",
      runsParser,
      testDefaults.runs,
    )
    .option("--compare", "Run the base for all affected cases")
    .option(
      "--with <path=value>",
      "Replace a value of the prompts, for example parameters.name=MODEL (repeatable: compares them)",
      collectValues,
    );
}

/** How replies are obtained, and what they may cost. */
function addCallFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--on <route>",
        "Get replies from the provider, the service, an echo, or the application of promptctl.yaml (command)",
      )
        .choices(["provider", "service", "echo", "command"])
        .default("provider"),
    )
    .option("--allow-commands", "Run the programs of checks and of --on command, with your rights")
    .option("--base-checkout <folder>", "Run the base with the code of this checkout of it")
    .option("--replies <file>", "Use the scripted replies of a YAML or JSON file")
    .option("--max-cost <dollars>", "Maximum cost of the run in US dollars", dollarsParser)
    .option("--max-calls <number>", "Maximum number of calls", numberParser(0, 10_000_000))
    .option("--fresh", "Ignore cached replies")
    .option("--cached-only", "Use only cached replies; make no calls")
    .addOption(
      new Option("--cache-age <duration>", "Maximum age of cached replies: 12h, 14d")
        .default(ageParser(testDefaults.cacheAge), testDefaults.cacheAge)
        .argParser(ageParser),
    )
    .option("--concurrency <number>", "Maximum concurrent calls", numberParser(1, 9999), 8);
}

function addOutputFlags(command: Command): Command {
  return command
    .addOption(formatOption(outputFormats.test))
    .option("--full", "Show whole replies, and the cases that passed")
    .addOption(reportOption())
    .option("--gitlab-note", "Write the result to a note of the GitLab merge request");
}
