// An error as a row of a table: the arguments of the program and its output.
// `…` represents the folder of the test.
import type { Environment, Fetch } from "../../src/engine/model/ports.ts";
import { serviceEnv } from "./fake-host.ts";
import { project } from "./project.ts";

export interface ErrorCase {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly env: Environment;
  readonly fetch?: Fetch;
  readonly code: number;
  /** The error code. */
  readonly error: string;
  /** The pauses printed to standard error before the error, also with --json. */
  readonly waits: string;
  /** The rest of standard error. */
  readonly says: string;
}

/** The cases, and those of plan for apply too, with their names. */
export function withApply(cases: readonly ErrorCase[]): [string, ErrorCase][] {
  const applyCases = cases
    .filter(({ words }) => words[0] === "plan")
    .map((errorOfPlan) => ({
      ...errorOfPlan,
      what: `apply: ${errorOfPlan.what}`,
      words: ["apply", "--auto-approve", ...errorOfPlan.words.slice(1)],
      says: errorOfPlan.says.replace("promptctl plan --help", "promptctl apply --help"),
    }));
  return [...cases, ...applyCases].map((row) => [row.what, row]);
}

/** The lines of four retries. */
export function fourRetryLines(reason: string): string {
  const pauses = ["0.3", "0.5", "1.0", "2.0"].map(
    (seconds, index) =>
      `  · https://prompts.example.com  waiting: retry ${index + 1} of 4 in ${seconds} s (${reason})\n`,
  );
  return pauses.join("");
}

/** A row: the small project with some files changed, planned with the key of the service. */
export function errorCase(
  what: string,
  row: Partial<ErrorCase> & Pick<ErrorCase, "code" | "error" | "says">,
): ErrorCase {
  return {
    words: ["plan"],
    env: serviceEnv,
    waits: "",
    ...row,
    what,
    says: row.says.trimStart(),
    files: { ...project, ...row.files },
  };
}
