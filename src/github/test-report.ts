// Reports the tests of a run: annotations, job summary, a section of the comment, files and
// outputs. All of them are written before the step fails.
import { onFailure } from "../engine/model/failure.ts";
import { markdownPage, type MarkdownPageOptions } from "../views/text/markdown.ts";
import { testMarkdown } from "../views/evaluation/test-markdown.ts";
import { isEmptyReport } from "../views/evaluation/test-summary.ts";
import { isNotPermitted } from "./api/api-errors.ts";
import { type TestOutputs, writeOutputs } from "./outputs.ts";
import { redactFailure, redactTest } from "./redact.ts";
import {
  reportFooter,
  reportHeading,
  type ReportLimits,
  runUrl,
  validationPage,
} from "./report-markdown.ts";
import type { Reported } from "./report.ts";
import { isUnknownEnvironment } from "./run-result.ts";
import { writeReportSection } from "./report-section.ts";
import { saveArtifact, saveFile, writeSummary } from "./runner-report.ts";
import { annotateRun, type Session } from "./session.ts";
import { describeTest, isMeasured, isPassed, type TestOutcome } from "./test-result.ts";

const nothingReported: Reported = { exitCode: 0, outputs: {} };

/**
 * Writes all reports of the tests. `earlier`: what the plan of the same step reported. Returns the
 * exit code of the step.
 */
export async function reportTest(
  session: Session,
  outcome: TestOutcome,
  earlier: Reported = nothingReported,
): Promise<number> {
  const { runner } = session;
  const redacted = redactOutcome(outcome, session);
  const { exitCode, ...ofTests } = reportOnRunner(session, outcome, redacted);
  const outputs = { ...earlier.outputs, ...ofTests };
  runner.beforeExit(() => writeOutputs(runner, outputs));
  const commentUrl =
    (await writeTestSection(session, redacted, ofTests.test)) || outputs.commentUrl;
  writeOutputs(runner, { ...outputs, commentUrl });
  runner.beforeExit(() => {});
  return earlier.exitCode || exitCode;
}

/** Reports tests that a cancelled process has not finished. Makes no requests. */
export function reportCancelledTest(session: Session, earlier?: Reported): void {
  const outcome: TestOutcome = { type: "cancelled" };
  const { test, reportFolder } = reportOnRunner(session, outcome, outcome);
  writeOutputs(session.runner, { ...earlier?.outputs, test, reportFolder });
}

/** The outcome as reports show it. */
function redactOutcome(outcome: TestOutcome, session: Session): TestOutcome {
  if (outcome.type === "failed" && session.inputs.commentDetail === "names")
    return { ...outcome, failure: redactFailure(outcome.failure) };
  if (outcome.type !== "tested") return outcome;
  const { test } = outcome;
  return { type: "tested", test: { ...test, result: redactTest(test.result, session) } };
}

/** Writes the files, the annotations and the job summary. Returns the exit code of the tests and the outputs. */
function reportOnRunner(
  session: Session,
  outcome: TestOutcome,
  redacted: TestOutcome,
): { readonly exitCode: number; readonly test: TestOutputs; readonly reportFolder: string } {
  const { exitCode, annotations } = describeTest(redacted, session);
  session.runner.log(annotations);
  const { test, hasHtml } = saveResult(session, outcome, redacted);
  writeSummary(
    session,
    "test",
    (limits) => testPage(redacted, session, test, limits),
    () => hasHtml,
  );
  return { exitCode, test, reportFolder: session.reportFolder };
}

/**
 * Saves the result, the HTML report with whole replies, and JUnit as other programs may publish it.
 */
function saveResult(
  session: Session,
  outcome: TestOutcome,
  redacted: TestOutcome,
): { readonly test: TestOutputs; readonly hasHtml: boolean } {
  if (outcome.type !== "tested" || redacted.type !== "tested")
    return { test: { isMeasured: false }, hasHtml: false };
  const { result, save } = outcome.test;
  saveFile(session, "test.json", (path) => save(result, path));
  saveFile(session, "test.xml", (path) => save(redacted.test.result, path));
  const hasHtml = saveFile(session, "test.html", (path) => save(result, path));
  const htmlArtifact = isUploaded(session)
    ? saveArtifact(session, (path) => save(result, path))
    : "";
  const [measured, passed] = [isMeasured(result), isPassed(result)];
  const { regressed } = result.counts;
  return { test: { isMeasured: measured, isPassed: passed, regressed, htmlArtifact }, hasHtml };
}

/** Whether a later step uploads the HTML report: with its whole replies, not where others could read them. */
function isUploaded({ inputs: { commentDetail, htmlArtifact }, isPrivate }: Session): boolean {
  return htmlArtifact && isPrivate && commentDetail === "full";
}

/** A link to the artifacts of the run, one of which a later step makes of the HTML report; or "". */
function artifactLink({ runner: { env } }: Session, { htmlArtifact = "" }: TestOutputs): string {
  const url = runUrl(env, env["GITHUB_RUN_ID"] ?? "");
  return htmlArtifact === "" || url === undefined ? "" : `[HTML report](${url}#artifacts)`;
}

/** Writes the section. Returns the URL of the comment, or "". Only a pull request has one. */
async function writeTestSection(
  session: Session,
  redacted: TestOutcome,
  outputs: TestOutputs,
): Promise<string> {
  const { inputs, event } = session;
  if (inputs.comment === "never" || event.type !== "pull-request") return "";
  if (isUnknownEnvironment(session, redacted)) return "";
  const section = writeReportSection(session, event.number, {
    about: "test",
    isUpdateOnly: isUpdateOnly(session, redacted),
    data: { digest: "" },
    report: (limits) => testPage(redacted, session, outputs, limits),
  });
  return section.catch(
    onFailure((failure) => {
      annotateRun(session, isNotPermitted(failure) ? "notice" : "warning", failure);
      return "";
    }),
  );
}

/** Whether there is nothing to report, or a wrong directory may have caused a failure. */
function isUpdateOnly({ inputs }: Session, redacted: TestOutcome): boolean {
  if (redacted.type === "failed" && redacted.failure.code === "no-project") return true;
  if (redacted.type !== "tested" || inputs.comment !== "changes") return false;
  return isEmptyReport(redacted.test.result);
}

/** The report in Markdown. Ends with a newline. */
function testPage(
  outcome: TestOutcome,
  session: Session,
  outputs: TestOutputs,
  { limit, elsewhere }: ReportLimits,
): string {
  const { inputs, mask } = session;
  const options: MarkdownPageOptions = {
    heading: reportHeading("test", session),
    lead: describeTest(outcome, session).lead,
    foot: [reportFooter(session), artifactLink(session, outputs)].filter(Boolean).join(" · "),
    mask,
    limit,
    elsewhere,
  };
  if (outcome.type === "tested") return testMarkdown(outcome.test.result, options);
  if (outcome.type !== "invalid" || inputs.command !== "test") return markdownPage(options);
  return validationPage(outcome.validation, session, options);
}
