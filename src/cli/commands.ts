// The command table: arguments and flags of each command. Its code is loaded when the command runs.
import { Command, InvalidArgumentError, Option } from "commander";
import { graphFormats } from "../views/graph-text.ts";
import { idFormats } from "../views/ids-text.ts";
import type { ApplyFlags } from "./apply-plan.ts";
import {
  addConnectionFlags,
  collectValues,
  addPlanFlags,
  parsePort,
  parsePositive,
  addPromptFlags,
} from "./flags.ts";
import type { FmtFlags } from "./fmt.ts";
import type { GraphFlags } from "./graph.ts";
import type { CommandHost } from "./command-host.ts";
import type { IdsFlags } from "./ids.ts";
import type { InitFlags } from "./init.ts";
import type { PlanCommandFlags } from "./plan.ts";
import type { PromptFlags } from "./prompt-request.ts";
import type { PullFlags } from "./pull.ts";
import type { ServeFlags } from "./serve.ts";
import type { ValidateFlags } from "./validate.ts";

/** Receives the exit code of the command that ran. */
type Done = (exitCode: number) => void;

/** How an error is printed: `json-line` is one line of a stream, `github` adds an annotation. */
export type ErrorFormat = "text" | "json" | "json-line" | "github";

/** The program with all its commands. `done` receives the exit code of the one that ran. */
export function createProgram(host: CommandHost, done: Done): Command {
  const program = new Command("promptctl")
    .description(
      "Keeps prompts, tools and evaluations as YAML in git and makes a prompt service match them.",
    )
    .version(host.version)
    .exitOverride()
    .configureOutput({
      writeOut: host.out,
      writeErr: () => {}, // runProgram prints errors
      getOutHelpWidth: () => host.terminal.columns,
    })
    .showSuggestionAfterError()
    .helpCommand(false);
  for (const add of [
    addInit,
    addValidate,
    addFmt,
    addPlan,
    addApply,
    addPull,
    addIds,
    addGraph,
    addRender,
    addRun,
    addServe,
    addSchema,
  ])
    add(program, host, done);
  for (const command of program.commands) {
    command.exitOverride().copyInheritedSettings(program);
    reportInvalidValuesLast(command);
  }
  return program;
}

/** Reports an invalid value after all flags are parsed, because a later flag may select JSON. */
function reportInvalidValuesLast(command: Command): void {
  let message: string | undefined;
  for (const option of command.options) {
    const { parseArg } = option;
    if (parseArg)
      option.parseArg = (value, previous) => {
        try {
          return parseArg(value, previous);
        } catch (error) {
          if (!(error instanceof InvalidArgumentError)) throw error;
          message ??= `option '${option.flags}' argument '${value}' is invalid. ${error.message}`;
          return previous;
        }
      };
  }
  command.hook("preAction", () => {
    if (message !== undefined) command.error(message);
  });
}

/** The format that the flags of a command ask for; for an unknown command, its unparsed arguments. */
export function errorFormatOf(command: Command): ErrorFormat {
  const { format, json } = command.opts<{ format?: string; json?: boolean }>();
  switch (command.name()) {
    case "validate":
      return format === "json" || format === "github" ? format : "text";
    case "apply":
      return json || format === "json" ? "json-line" : "text";
    case "plan":
    case "render":
    case "run":
      return json || format === "json" ? "json" : "text";
    case "promptctl":
      return command.args.includes("--json") ? "json" : "text";
    default:
      return "text";
  }
}

function addInit(program: Command, host: CommandHost, done: Done): void {
  program
    .command("init [directory]")
    .description("Start a project: an example, a workflow, hooks, settings.")
    .option("--yes", "do not ask")
    .action(async (directory: string | undefined, flags: InitFlags) => {
      const { initCommand } = await import("./init.ts");
      done(await initCommand(host, directory, flags));
    });
}

function addValidate(program: Command, host: CommandHost, done: Done): void {
  program
    .command("validate [paths...]")
    .description("Find every mistake in the definitions, offline.")
    .addOption(
      new Option("--format <format>", "form of the output")
        .choices(["text", "json", "github"])
        .default("text"),
    )
    .option("--strict", "have warnings fail too")
    .option("--explain <code>", "say what a code means, with a bad and a good example")
    .action(async (paths: string[], flags: ValidateFlags) => {
      const { validateCommand } = await import("./validate.ts");
      done(await validateCommand(host, paths, flags));
    });
}

function addFmt(program: Command, host: CommandHost, done: Done): void {
  program
    .command("fmt [paths...]")
    .description("Write definitions in one layout; what they say stays.")
    .option(
      "--check",
      "write nothing, show what would change, and exit with 2 where something would",
    )
    .action(async (paths: string[], flags: FmtFlags) => {
      const { fmtCommand } = await import("./fmt.ts");
      done(await fmtCommand(host, paths, flags));
    });
}

function addSchema(program: Command, host: CommandHost, done: Done): void {
  program
    .command("schema [kind]")
    .description("Print the JSON Schema of definitions, or of one kind.")
    .action(async (kind: string | undefined) => {
      const { schemaCommand } = await import("./schema.ts");
      done(schemaCommand(host, kind));
    });
}

function addPlan(program: Command, host: CommandHost, done: Done): void {
  addPlanFlags(program.command("plan [directory]"))
    .description("Show what apply would change. Writes nothing.")
    .option("--detailed-exitcode", "exit with 2 where changes are pending")
    .action(async (directory: string | undefined, flags: PlanCommandFlags) => {
      const { planCommand } = await import("./plan.ts");
      done(await planCommand(host, directory, flags));
    });
}

function addApply(program: Command, host: CommandHost, done: Done): void {
  addPlanFlags(program.command("apply [directory|plan]"))
    .description("Make the service match the definitions, or carry out a plan.")
    .option("--auto-approve", "do not ask")
    .addOption(
      new Option("--concurrency <number>", "calls under way at once")
        .default(10)
        .argParser(parsePositive),
    )
    .action(async (given: string | undefined, flags: ApplyFlags) => {
      const { applyCommand } = await import("./apply.ts");
      done(await applyCommand(host, given, flags));
    });
}

function addPull(program: Command, host: CommandHost, done: Done): void {
  addConnectionFlags(program.command("pull [directory]"))
    .description("Write what the service holds into definition files.")
    .option("--auto-approve", "do not ask")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--text-files", "put longer texts of messages into files of their own")
    .option("--prune", "take out of the files what the service does not hold")
    .option("--force", "write also where files are not committed")
    .action(async (directory: string | undefined, flags: PullFlags) => {
      const { pullCommand } = await import("./pull.ts");
      done(await pullCommand(host, directory, flags));
    });
}

function addIds(program: Command, host: CommandHost, done: Done): void {
  addConnectionFlags(program.command("ids [directory]"))
    .description("Print the id on the service of every definition.")
    .addOption(
      new Option("--format <format>", "form of the output").choices(idFormats).default("json"),
    )
    .option("--target <pattern>", "only these addresses; * for anything", collectValues)
    .action(async (directory: string | undefined, flags: IdsFlags) => {
      const { idsCommand } = await import("./ids.ts");
      done(await idsCommand(host, directory, flags));
    });
}

function addGraph(program: Command, host: CommandHost, done: Done): void {
  program
    .command("graph [directory]")
    .description("Draw what needs what in the definitions, offline.")
    .addOption(
      new Option("--format <format>", "language of the drawing")
        .choices(graphFormats)
        .default("mermaid"),
    )
    .option(
      "--target <pattern>",
      "only these addresses and what they need; * for anything",
      collectValues,
    )
    .action(async (directory: string | undefined, flags: GraphFlags) => {
      const { graphCommand } = await import("./graph.ts");
      done(await graphCommand(host, directory, flags));
    });
}

function addRender(program: Command, host: CommandHost, done: Done): void {
  addPromptFlags(program.command("render <prompt>"))
    .description("Show a prompt of the service as its provider would get it.")
    .action(async (prompt: string, flags: PromptFlags) => {
      const { renderCommand } = await import("./render.ts");
      done(await renderCommand(host, prompt, flags));
    });
}

/** Providers take minutes for long replies: it waits longer than the others. */
function addRun(program: Command, host: CommandHost, done: Done): void {
  addPromptFlags(program.command("run <prompt>"), 180_000, "3m")
    .description("Run a prompt of the service and print the reply.")
    .option("--echo", "with --local: answer with an echo instead of asking the provider")
    .action(async (prompt: string, flags: PromptFlags) => {
      const { runCommand } = await import("./run.ts");
      done(await runCommand(host, prompt, flags));
    });
}

function addServe(program: Command, host: CommandHost, done: Done): void {
  program
    .command("serve")
    .description("Run the embedded prompt service on a port.")
    .addOption(
      new Option("--port <number>", "0 for any free one").default(4100).argParser(parsePort),
    )
    .option("--host <name>", "address to listen on", "127.0.0.1")
    .option("--store <file>", "where everything is kept (default: .promptctl/store.sqlite here)")
    .option("--echo", "answer completions with an echo instead of asking the providers")
    .option("--evaluation-update", "have PUT /sdk/v1/evaluations/{id}, which the contract lacks")
    .option("--evaluation-delete-cascades", "delete assertions with their evaluation")
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import("./serve.ts");
      done(await serveCommand(host, flags));
    });
}
