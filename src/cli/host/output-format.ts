// The output formats of commands. Apart from flags.ts, so that bundles do not load Commander a second
// time (docs/performance.md, row "plan 1,000").
import { Failure } from "../../engine/model/failure.ts";

/** The values of --format of a command whose formats are a table; of --log for serve. */
export const outputFormats = {
  validate: ["text", "json", "github", "junit", "codequality"],
  test: ["text", "json", "markdown", "junit", "github"],
  serve: ["text", "json"],
} as const;

/** A value of --format of a command. */
export type OutputFormat<Command extends keyof typeof outputFormats> =
  (typeof outputFormats)[Command][number];

export interface FormatFlags {
  readonly format?: "text" | "json" | "markdown";
  readonly json?: boolean;
}

/** The output format; --json is short for --format json. */
export function formatOf({ format, json }: FormatFlags): NonNullable<FormatFlags["format"]> {
  if (!json || format === "json") return format ?? (json ? "json" : "text");
  if (format === undefined) return "json";
  throw new Failure(
    "usage",
    "two-formats",
    `--json and --format ${format} cannot be used together.`,
    "Use one of them.",
  );
}
