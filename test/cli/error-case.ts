// An error as a row of a table: the arguments of the program and its output.
// `…` represents the folder of the test.
import type { EnvironmentVariables, Fetch } from "../../src/engine/model/ports.ts";
import { serviceEnv } from "./fake-host.ts";
import { project } from "./project.ts";

export interface ErrorCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly env: EnvironmentVariables;
  readonly fetch?: Fetch;
  readonly code: number;
  /** The error code. */
  readonly errorCode: string;
  /** The pauses printed to standard error before the error, also with --json. */
  readonly pauses: string;
  /** The rest of standard error. */
  readonly stderr: string;
}

/** The cases, and those of plan for apply too, with their names. */
export function withApply(cases: readonly ErrorCase[]): [string, ErrorCase][] {
  const applyCases = cases
    .filter(({ args }) => args[0] === "plan")
    .map((errorOfPlan) => ({
      ...errorOfPlan,
      name: `apply: ${errorOfPlan.name}`,
      args: ["apply", "--auto-approve", ...errorOfPlan.args.slice(1)],
      stderr: errorOfPlan.stderr.replace("promptctl plan --help", "promptctl apply --help"),
    }));
  return [...cases, ...applyCases].map((row) => [row.name, row]);
}

/** The lines of four retries. */
export function fourRetryLines(reason: string): string {
  const pauses = ["250 ms", "500 ms", "1 s", "2 s"].map(
    (pause, index) =>
      `  · https://prompts.example.com  waiting: retry ${index + 1} of 4 in ${pause} (${reason})\n`,
  );
  return pauses.join("");
}

/** A row: the small project with some files changed, planned with the key of the service. */
export function errorCase(
  name: string,
  row: Partial<ErrorCase> & Pick<ErrorCase, "code" | "errorCode" | "stderr">,
): ErrorCase {
  return {
    args: ["plan"],
    env: serviceEnv,
    pauses: "",
    ...row,
    name,
    stderr: row.stderr.trimStart(),
    files: { ...project, ...row.files },
  };
}
