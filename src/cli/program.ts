// Runs the command that the arguments name; prints errors and returns the exit code.
import { CommanderError } from "commander";
import { exitCodes, type Failure, isFailure } from "../engine/model/failure.ts";
import { messageAnnotation } from "../views/annotations.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { errorDocument, failureText } from "../views/failure-text.ts";
import { createProgram, type ErrorFormat, errorFormatOf } from "./commands.ts";
import {
  type CommandHost,
  printJson,
  printJsonLine,
  projectPrefix,
  screenOf,
} from "./command-host.ts";
import type { InvalidProject } from "./project.ts";
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
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help, version
    if (error instanceof CommanderError && error.code === "commander.help") return exitCodes.usage; // no command was named
    const failure = error instanceof CommanderError ? usageFailure(error, program, command) : error;
    if (!isFailure(failure)) throw failure;
    printFailure(host, failure, errorFormatOf(command));
    return exitCodes[failure.class];
  }
}

/** Prints JSON and annotations to standard output, text to standard error. */
function printFailure(host: CommandHost, failure: Failure, format: ErrorFormat): void {
  const { diagnostics, root = "" }: Failure & Partial<InvalidProject> = failure;
  const document = errorDocument(failure, diagnostics);
  if (format === "json") return printJson(host, document);
  if (format === "json-line") return printJsonLine(host, { type: "error", ...document });
  if (format === "github") host.out(messageAnnotation("error", failure));
  const screen = screenOf(host, "err");
  host.err(
    diagnostics
      ? diagnosticsText(diagnostics, screen, projectPrefix(host.cwd, root))
      : `${failureText(failure, screen)}\n`,
  );
}
