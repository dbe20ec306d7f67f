// The result of promptctl test as JUnit XML: a test suite per prompt, a test case per evaluation.
import { mapTexts } from "../../engine/json/map-texts.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import { nameOf } from "../../engine/model/resource.ts";
import type { TestCase, TestResult, TestSide } from "../../generated/types.ts";
import { changedTestLine } from "./test-case-text.ts";
import { versionLines } from "./test-other-version.ts";
import { foundLines, maxReportText, replyContent, startOf } from "./test-reply.ts";
import {
  caseMessage,
  missedAssertions,
  stateOf,
  tellingTrial,
  trialCounts,
} from "./test-case-summary.ts";
import { changedTestsTitle, verdictDetails, verdictText } from "./test-summary.ts";
import { type JunitCase, type JunitOutcome, type JunitSuite, junitText } from "../text/junit.ts";

/** The document; ends with a newline. */
export function testJunitText(data: TestResult): string {
  const result = mapTexts(data, (text) => startOf(text, maxReportText));
  const suites = [
    ...[...groupBy(result.cases, ({ prompt }) => prompt)].map(([name, cases]) => ({
      name,
      cases: cases.map((each) => caseOf(each, result)),
    })),
    ...changedTestsSuites(result),
    ...warningSuites(result),
  ];
  return junitText(`promptctl test: ${verdictText(result).replace(/\.$/, "")}`, [
    ...suites,
    ...runSuites(result, suites),
  ]);
}

/** The tests that the change can have made easier, as the output of a case that fails if they block. */
function changedTestsSuites({ loosened, exitCode }: TestResult): JunitSuite[] {
  if (loosened.length === 0) return [];
  const lines = loosened.map(changedTestLine);
  const name = changedTestsTitle;
  const failures = exitCode === 5 ? loosened.filter(({ blocks }) => blocks) : [];
  const message = failures.map(changedTestLine).join("; ");
  const outcome: JunitOutcome =
    failures.length > 0
      ? { element: "failure", attributes: { message, type: "looser" }, lines }
      : { element: "system-out", attributes: {}, lines };
  return [{ name, cases: [{ attributes: runAttributes(name), outcome }] }];
}

/** The warnings, as the output of a case that passes. */
function warningSuites({ warnings }: TestResult): JunitSuite[] {
  if (warnings.length === 0) return [];
  const outcome: JunitOutcome = { element: "system-out", attributes: {}, lines: [...warnings] };
  return [{ name: "Warnings", cases: [{ attributes: runAttributes("Warnings"), outcome }] }];
}

/** Those of a case that is about the run. */
function runAttributes(name: string): JunitCase["attributes"] {
  return { name, classname: "promptctl test", time: "0.000" };
}

/** The run itself as a case, if it fails for another reason than a case of its own. */
function runSuites(result: TestResult, suites: readonly JunitSuite[]): JunitSuite[] {
  if (result.exitCode === 0) return [];
  const element = result.exitCode === 5 ? "failure" : "error";
  const hasElement = suites.some(({ cases }) =>
    cases.some(({ outcome }) => outcome?.element === element),
  );
  if (hasElement) return [];
  const message = verdictDetails(result);
  const name = "promptctl test";
  return [
    {
      name,
      cases: [
        {
          attributes: runAttributes("gate"),
          outcome: { element, attributes: { message, type: result.verdict }, lines: [message] },
        },
      ],
    },
  ];
}

/**
 * Undefined if the case passes. Failures and errors are only what makes the exit code 5 or 1. Failed
 * trials of other cases are flaky failures if some trials passed, else output.
 */
function elementOf(
  { verdict, comparison, blocks }: TestCase,
  exitCode: number,
): JunitOutcome["element"] | undefined {
  if (verdict === "not measured") return exitCode === 0 ? "skipped" : "error";
  if (verdict === "not run") return "skipped";
  if (blocks && exitCode === 5) return "failure";
  if (comparison === "not compared" && exitCode !== 0) return "error";
  if (verdict === "cannot fail") return "skipped";
  if (verdict === "unsteady") return "flakyFailure";
  return verdict === "passed" ? undefined : "system-out";
}

function caseOf(each: TestCase, { project, exitCode }: TestResult): JunitCase {
  const { location } = each;
  const element = elementOf(each, exitCode);
  const message = caseMessage(each);
  const isSkipped = element === "skipped";
  return {
    attributes: {
      name: nameOf(each.address),
      classname: each.prompt,
      time: (secondsOf(each.head) ?? 0).toFixed(3),
      ...(location && { file: location.file, line: location.line }),
    },
    outcome: element && {
      element,
      attributes: attributesOf(element, { message, type: stateOf(each) }),
      lines: isSkipped ? [] : caseDetails(each, project),
    },
  };
}

/** Those that the schemas of JUnit permit. */
function attributesOf(
  element: JunitOutcome["element"],
  { message, type }: { readonly message: string; readonly type: string },
): JunitOutcome["attributes"] {
  if (element === "system-out") return {};
  return element === "skipped" ? { message } : { message, type };
}

/** Seconds of the calls of this run; undefined if all replies are cached. */
function secondsOf({ trials }: TestSide): number | undefined {
  const latencies = trials.flatMap(({ reply }) => reply?.latency ?? []);
  if (latencies.length === 0) return undefined;
  return latencies.reduce((sum, latency) => sum + latency, 0) / 1000;
}

function caseDetails(each: TestCase, project: string): string[] {
  const trial = tellingTrial(each.head);
  const folder = project === "." ? "" : ` (${project})`;
  return [
    `${each.address}: ${stateOf(each)}, ${trialCounts(each, "·")}${folder}`,
    caseMessage(each),
    ...missedAssertions(trial).flatMap(({ location }) =>
      location === undefined ? [] : [fileAndLine(location)],
    ),
    ...missedAssertions(trial).flatMap(foundLines),
    ...versionLines(trial),
    ...(trial?.reply === undefined ? [] : ["reply:", ...replyContent(trial).split("\n")]),
  ];
}
