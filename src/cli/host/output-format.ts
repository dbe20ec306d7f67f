// The output formats of commands. Apart from flags.ts, so that bundles do not load Commander a second
// time (docs/performance.md, row "plan 1,000").
import { Failure } from "../../engine/model/failure.ts";

/** The values of --format of a command whose formats are a table; of --log for serve. */
export const outputFormats = {
  plan: ["text", "json", "markdown"],
  apply: ["text", "json"],
  validate: ["text", "json", "github", "junit", "codequality"],
  test: ["text", "json", "markdown", "junit", "github"],
  serve: ["text", "json"],
} as const;

/** A value of --format of a command. */
export type OutputFormat<Command extends keyof typeof outputFormats> =
  (typeof outputFormats)[Command][number];

export interface FormatFlags {
  readonly format?: OutputFormat<"plan">;
  readonly json?: boolean;
}

/** The output format; --json is short for --format json. */
export function formatOf({ format, json }: FormatFlags): OutputFormat<"plan"> {
  if (!json || format === "json") return format ?? (json ? "json" : "text");
  if (format === undefined) return "json";
  throw new Failure(
    "usage",
    "two-formats",
    `--json and --format ${format} cannot be used together.`,
    "Use one of them.",
  );
}
