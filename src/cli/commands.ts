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
      "Manage the prompts, tools and evaluations of a prompt service as YAML files in git.",
    )
    .version(host.version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Show help")
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
    .description(
      "Create a project with an example, a workflow, a pre-commit hook and editor settings.",
    )
    .option("--yes", "Skip the confirmation")
    .action(async (directory: string | undefined, flags: InitFlags) => {
      const { initCommand } = await import("./init.ts");
      done(await initCommand(host, directory, flags));
    });
}

function addValidate(program: Command, host: CommandHost, done: Done): void {
  program
    .command("validate [paths...]")
    .description("Check definitions offline and report all errors and warnings.")
    .addOption(
      new Option("--format <format>", "Output format")
        .choices(["text", "json", "github"])
        .default("text"),
    )
    .option("--strict", "Exit with 3 for warnings too")
    .option("--explain <code>", "Explain a diagnostic code, with examples")
    .action(async (paths: string[], flags: ValidateFlags) => {
      const { validateCommand } = await import("./validate.ts");
      done(await validateCommand(host, paths, flags));
    });
}

function addFmt(program: Command, host: CommandHost, done: Done): void {
  program
    .command("fmt [paths...]")
    .description("Format definition files.")
    .option("--check", "Write nothing; exit with 2 if files need formatting")
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
    .description("Show the changes that apply would make, without making them.")
    .option("--detailed-exitcode", "Exit with 2 if there are changes")
    .action(async (directory: string | undefined, flags: PlanCommandFlags) => {
      const { planCommand } = await import("./plan.ts");
      done(await planCommand(host, directory, flags));
    });
}

function addApply(program: Command, host: CommandHost, done: Done): void {
  addPlanFlags(
    program.command("apply").argument("[directory|plan]", "Project folder or saved plan"),
  )
    .description("Change the service to match the definitions, or apply a saved plan.")
    .option("--auto-approve", "Skip the confirmation")
    .addOption(
      new Option("--concurrency <number>", "Maximum concurrent requests")
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
    .description("Write the resources of the service to definition files.")
    .option("--auto-approve", "Skip the confirmation")
    .option("--dry-run", "Show the changes without writing files")
    .option("--text-files", "Write long message texts to separate files")
    .option("--prune", "Remove definitions that do not exist on the service")
    .option("--force", "Write even if there are uncommitted changes")
    .action(async (directory: string | undefined, flags: PullFlags) => {
      const { pullCommand } = await import("./pull.ts");
      done(await pullCommand(host, directory, flags));
    });
}

function addIds(program: Command, host: CommandHost, done: Done): void {
  addConnectionFlags(program.command("ids [directory]"))
    .description("Print the service ids of the definitions.")
    .addOption(new Option("--format <format>", "Output format").choices(idFormats).default("json"))
    .option(
      "--target <pattern>",
      "Include only matching addresses; * matches any text (repeatable)",
      collectValues,
    )
    .action(async (directory: string | undefined, flags: IdsFlags) => {
      const { idsCommand } = await import("./ids.ts");
      done(await idsCommand(host, directory, flags));
    });
}

function addGraph(program: Command, host: CommandHost, done: Done): void {
  program
    .command("graph [directory]")
    .description("Print the dependency graph of the definitions, offline.")
    .addOption(
      new Option("--format <format>", "Output format").choices(graphFormats).default("mermaid"),
    )
    .option(
      "--target <pattern>",
      "Include only matching addresses and what they need; * matches any text (repeatable)",
      collectValues,
    )
    .action(async (directory: string | undefined, flags: GraphFlags) => {
      const { graphCommand } = await import("./graph.ts");
      done(await graphCommand(host, directory, flags));
    });
}

function addRender(program: Command, host: CommandHost, done: Done): void {
  addPromptFlags(program.command("render").argument("<prompt>", "Address, key or name of a prompt"))
    .description("Show the request that the service sends to the provider of a prompt.")
    .action(async (prompt: string, flags: PromptFlags) => {
      const { renderCommand } = await import("./render.ts");
      done(await renderCommand(host, prompt, flags));
    });
}

/** The time-out is longer than that of other commands: providers take minutes for long replies. */
function addRun(program: Command, host: CommandHost, done: Done): void {
  addPromptFlags(
    program.command("run").argument("<prompt>", "Address, key or name of a prompt"),
    180_000,
    "3m",
  )
    .description("Run a prompt on the service and print the reply.")
    .option("--echo", "With --local: reply with an echo instead of calling the provider")
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
      new Option("--port <number>", "Port to listen on; 0 selects a free port")
        .default(4100)
        .argParser(parsePort),
    )
    .option("--host <name>", "Address to listen on", "127.0.0.1")
    .option("--store <file>", "Database file (default: .promptctl/store.sqlite)")
    .option("--echo", "Reply with an echo instead of calling the providers")
    .option("--evaluation-update", "Enable PUT /sdk/v1/evaluations/{id}")
    .option("--evaluation-delete-cascades", "Delete assertions with their evaluation")
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import("./serve.ts");
      done(await serveCommand(host, flags));
    });
}
