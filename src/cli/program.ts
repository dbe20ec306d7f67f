// Runs the command that the words name; turns what went wrong into words and an exit code.
import { CommanderError } from "commander";
import { exitCodes, Failure } from "../engine/model/failure.ts";
import { failureAnnotation } from "../views/annotations.ts";
import { diagnosticsText } from "../views/diagnostics.ts";
import { errorDocument, failureText } from "../views/failure-text.ts";
import { commands } from "./commands.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { InvalidProject } from "./invalid-project.ts";

/** Runs the command that the words name; gives the exit code. */
export async function runProgram(host: CommandHost): Promise<number> {
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

function usage(error: CommanderError): Failure {
  const said = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/s.exec(error.message)!;
  const [, words = "", hint] = said;
  const sentence = words.charAt(0).toUpperCase() + words.slice(1).replace(/[^.?!]$/, "$&.");
  return new Failure(
    "usage",
    "usage",
    sentence,
    hint || "promptctl --help shows the commands, promptctl COMMAND --help the flags of one.",
  );
}

/** Whether the words ask for JSON: --json, or a format of what tells of failures in JSON too. */
function wantsJson(argv: readonly string[], command = ""): boolean {
  if (["validate", "plan", "apply"].includes(command) && wantsFormat(argv, "json")) return true;
  return argv.includes("--json") && !["validate", "ids"].includes(command);
}

function wantsFormat(argv: readonly string[], format: string): boolean {
  return argv[argv.indexOf("--format") + 1] === format || argv.includes(`--format=${format}`);
}

/** JSON and annotations go to standard output, also on failure; words go to standard error. */
function tell(host: CommandHost, failure: Failure): void {
  const diagnostics = failure instanceof InvalidProject ? failure.diagnostics : undefined;
  const command = host.argv.find((word) => !word.startsWith("-"));
  if (wantsJson(host.argv, command)) {
    const document = errorDocument(failure, diagnostics);
    if (command === "apply") host.out(`${JSON.stringify({ type: "error", ...document })}\n`);
    else host.out(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  if (command === "validate" && wantsFormat(host.argv, "github"))
    host.out(failureAnnotation(failure));
  if (failure instanceof InvalidProject)
    host.err(diagnosticsText(failure.diagnostics, screenOf(host, "err"), failure.prefix));
  else host.err(`${failureText(failure, screenOf(host, "err"))}\n`);
}
