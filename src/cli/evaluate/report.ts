// promptctl report: a saved test result in another format.
import { resolve } from "node:path";
import { isComplete, planFromDocument } from "../../engine/review/plan-from-document.ts";
import { damagedPlanFailure, readPlan } from "../../project/local/plan-file.ts";
import { readTestResult } from "../../project/local/test-result-file.ts";
import { kinds } from "../../kinds.ts";
import { planText } from "../../views/plan/plan-text.ts";
import { createScreen } from "../../views/text/terminal-text.ts";
import type { CommandHost, OutputFormat } from "../host/command-host.ts";
import { checkReports, printResult, writeReports } from "./test-reports.ts";

export interface ReportFlags {
  readonly format: OutputFormat<"test">;
  readonly full?: boolean;
  /** A saved plan, for the HTML report. */
  readonly plan?: string;
  readonly out?: readonly string[];
}

/** Without --out, prints the result. Exit code 0: the verdict was the exit code of the test. */
export function reportCommand(host: CommandHost, file: string, flags: ReportFlags): number {
  const { out = [], plan } = flags;
  checkReports(host, out);
  const result = readTestResult(resolve(host.cwd, file), file);
  const planned = plan === undefined ? undefined : savedPlanText(host, plan);
  writeReports(host, result, out, planned);
  if (out.length === 0) printResult(host, result, flags);
  return 0;
}

/** The whole plan of a file, without colours. */
function savedPlanText(host: CommandHost, file: string): string {
  const document = readPlan(resolve(host.cwd, file), file);
  if (!isComplete(kinds, document)) throw damagedPlanFailure(file);
  return planText(planFromDocument(kinds, document), {
    kinds,
    command: "plan",
    folder: file,
    isSaved: true,
    unmanaged: false,
    full: true,
    elsewhere: "",
    includedFrom: () => [],
    ...createScreen(false, 120),
  });
}
