// How the error of a command is printed, by the output that its flags ask for.
import type { Command } from "commander";

/** How an error is printed: `json-line` is one line of a stream, `github` adds an annotation. */
export type ErrorFormat = "text" | "json" | "json-line" | "github";

/**
 * The format that the flags of a command ask for; for an unknown command, its unparsed arguments.
 */
export function errorFormatOf(command: Command): ErrorFormat {
  const { format, json } = command.opts<{ format?: string; json?: boolean }>();
  const name = command.name();
  if (name === "promptctl") return command.args.includes("--json") ? "json" : "text";
  if (name === "ids") return "text"; // its --format does not apply to errors
  if (json || format === "json") return name === "apply" ? "json-line" : "json";
  return format === "github" ? "github" : "text";
}
