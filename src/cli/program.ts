// Runs the command that the arguments name; prints errors and returns the exit code.
import type { Command, CommanderError } from "commander";
import { exitCodes, isFailure } from "../engine/model/failure.ts";
import { createProgram } from "./commands.ts";
import type { ErrorFormat } from "./print-failure.ts";
import type { CommandHost } from "./host/command-host.ts";
import { usageFailure } from "./usage-failure.ts";

/** Runs the command that the arguments name; returns the exit code. */
export async function runProgram(host: CommandHost): Promise<number> {
  let exitCode = 0;
  const program = createProgram(host, (code) => (exitCode = code));
  let command = program;
  program.hook("preSubcommand", (_, subcommand) => void (command = subcommand));
  try {
    await program.parseAsync([...host.argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (isCommanderError(error) && error.exitCode === 0) return 0; // help, version
    if (isCommanderError(error) && error.code === "commander.help") return exitCodes.usage; // no command was named
    const failure = isCommanderError(error) ? usageFailure(error, program, command) : error;
    if (!isFailure(failure)) throw failure;
    const { printFailure } = await import("./print-failure.ts"); // loaded on first use
    printFailure(host, failure, errorFormatOf(command));
    return exitCodes[failure.class];
  }
}

function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

/**
 * The format that the flags of a command ask for; for an unknown command, its unparsed arguments.
 */
function errorFormatOf(command: Command): ErrorFormat {
  const { format, json } = command.opts<{ format?: string; json?: boolean }>();
  const name = command.name();
  if (name === "promptctl") return command.args.includes("--json") ? "json" : "text";
  if (json || format === "json") return name === "apply" ? "json-line" : "json";
  return format === "github" ? "github" : "text";
}
