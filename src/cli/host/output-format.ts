// The output format of plan and apply. Apart from flags.ts, so that their bundles do not load
// Commander a second time (docs/performance.md, row "plan 1,000").
import { Failure } from "../../engine/model/failure.ts";

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
