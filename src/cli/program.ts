// The command table: words and flags to functions, errors to exit codes.
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { Failure } from "../engine/failure.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { errorDocument, failureText } from "../views/failure.ts";
import { idFormats } from "../views/ids.ts";
import type { ApplyFlags } from "./apply.ts";
import type { Host } from "./host.ts";
import type { IdsFlags } from "./ids.ts";
import { InvalidProject } from "./invalid.ts";
import type { PlanCommandFlags } from "./plan.ts";
import { screenOf } from "./prepare.ts";
import type { PromptFlags } from "./prompt.ts";
import type { ServeFlags } from "./serve.ts";

const exitCodes = { failed: 1, invalid: 3, refused: 4, usage: 64 } as const;

/** Runs the command that the words name; gives the exit code. */
export async function run(host: Host): Promise<number> {
  let exitCode = 0;
  const program = commands(host, (code) => (exitCode = code));
  try {
    await program.parseAsync([...host.argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help, version
    if (error instanceof CommanderError && error.code === "commander.help") {
      host.err(program.helpInformation()); // no command was named
      return exitCodes.usage;
    }
    const failure = error instanceof CommanderError ? usage(error) : error;
    if (!(failure instanceof Failure)) throw failure;
    tell(host, failure);
    return exitCodes[failure.class];
  }
}

function commands(host: Host, done: (exitCode: number) => void): Command {
  const program = new Command("promptctl")
    .description(
      "Keeps prompts, tools and evaluations as YAML in git and makes a prompt service match them.",
    )
    .version(host.version)
    .exitOverride()
    .configureOutput({
      writeOut: host.out,
      writeErr: () => {},
      getOutHelpWidth: () => host.terminal.columns,
    })
    .showSuggestionAfterError()
    .helpCommand(false);
  planning(program.command("plan [directory]"))
    .description("Show what apply would change. Writes nothing.")
    .option("--detailed-exitcode", "exit with 2 where changes are pending")
    .action(async (directory: string | undefined, flags: PlanCommandFlags) => {
      const { plan } = await import("./plan.ts");
      done(await plan(host, directory, flags));
    });
  planning(program.command("apply [directory]"))
    .description("Make the service match the definitions.")
    .option("--auto-approve", "do not ask")
    .addOption(
      new Option("--concurrency <number>", "calls under way at once")
        .default(10)
        .argParser(positive),
    )
    .action(async (directory: string | undefined, flags: ApplyFlags) => {
      const { apply } = await import("./apply.ts");
      done(await apply(host, directory, flags));
    });
  connecting(program.command("ids [directory]"))
    .description("Print the id on the service of every definition.")
    .addOption(
      new Option("--format <format>", "form of the output").choices(idFormats).default("json"),
    )
    .option("--target <pattern>", "only these addresses; * for anything", patterns)
    .action(async (directory: string | undefined, flags: IdsFlags) => {
      const { ids } = await import("./ids.ts");
      done(await ids(host, directory, flags));
    });
  prompting(program.command("render <prompt>"))
    .description("Show a prompt as its provider would get it.")
    .action(async (prompt: string, flags: PromptFlags) => {
      const { render } = await import("./render.ts");
      done(await render(host, prompt, flags));
    });
  prompting(program.command("run <prompt>"), 180_000, "3m")
    .description("Run a prompt and print the reply.")
    .option("--echo", "with --local: answer with an echo instead of asking the provider")
    .action(async (prompt: string, flags: PromptFlags) => {
      const { run: runPrompt } = await import("./run.ts");
      done(await runPrompt(host, prompt, flags));
    });
  program
    .command("serve")
    .description("Run the embedded prompt service on a port.")
    .addOption(new Option("--port <number>", "0 for any free one").default(4100).argParser(port))
    .option("--host <name>", "address to listen on", "127.0.0.1")
    .option("--store <file>", "where everything is kept (default: .promptctl/store.sqlite here)")
    .option("--echo", "answer completions with an echo instead of asking the providers")
    .option("--evaluation-update", "have PUT /sdk/v1/evaluations/{id}, which the contract lacks")
    .option("--evaluation-delete-cascades", "delete assertions with their evaluation")
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve.ts");
      done(await serve(host, flags));
    });
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}

/** The flags of everything that makes a plan. */
function planning(command: Command): Command {
  return connecting(command)
    .option(
      "--target <pattern>",
      "only these addresses and what they need; * for anything",
      patterns,
    )
    .option("--exclude <pattern>", "all but these addresses", patterns)
    .option("--prune", "delete what no file defines")
    .option("--unmanaged", "list what the service has and no file defines")
    .option("--json", "print JSON");
}

/** The flags of what takes one prompt, by its address, key or name on the service. */
function prompting(command: Command, timeoutMs?: number, words?: string): Command {
  return connecting(command, timeoutMs, words)
    .option("--var <name=value>", "the value of a variable; may be repeated", patterns)
    .option("--vars <file>", "values of variables: a YAML mapping of name to text or null")
    .option("--append <text>", "add a user message")
    .option("--user <id>", "who the end-user is, for the provider")
    .option("--json", "print JSON");
}

/** The flags of everything that talks to a service. */
function connecting(command: Command, timeoutMs = 60_000, words = "60s"): Command {
  return command
    .option("--base-url <url>", "the service (also PROMPTCTL_BASE_URL, then promptctl.yaml)")
    .option("--local", "use the embedded service, with a store in .promptctl/")
    .addOption(
      new Option("--timeout <duration>", "for one call, as 500ms, 30s or 2m")
        .default(timeoutMs, words)
        .argParser(duration),
    )
    .option("--trace <file>", "note every call in a file: method, path, status, milliseconds");
}

function patterns(pattern: string, all: string[] = []): string[] {
  return [...all, pattern];
}

function duration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  if (!number || Number(number) === 0)
    throw new InvalidArgumentError("Write it as 500ms, 30s or 2m.");
  return Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as "ms" | "s" | "m"];
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number from 1 to 9999.");
  return Number(text);
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return Number(text);
}

function usage(error: CommanderError): Failure {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const sentence = first.charAt(0).toUpperCase() + first.slice(1).replace(/[^.?!]$/, "$&.");
  const hint = rest.join(" ").replace(/^\((.*)\)$/, "$1");
  return new Failure(
    "usage",
    "usage",
    sentence,
    hint || "promptctl --help shows the commands, promptctl plan --help the flags of one.",
  );
}

/** JSON goes to standard output, also on failure; words go to standard error. */
function tell(host: Host, failure: Failure): void {
  const diagnostics = failure instanceof InvalidProject ? failure.diagnostics : undefined;
  const command = host.argv.find((word) => !word.startsWith("-"));
  if (host.argv.includes("--json") && command !== "ids") {
    const document = errorDocument(failure, diagnostics);
    if (command === "apply") host.out(`${JSON.stringify({ type: "error", ...document })}\n`);
    else host.out(`${JSON.stringify(document, null, 2)}\n`);
  } else if (failure instanceof InvalidProject)
    host.err(diagnosticsText(failure.diagnostics, screenOf(host, "err"), failure.prefix));
  else host.err(`${failureText(failure, screenOf(host, "err"))}\n`);
}
