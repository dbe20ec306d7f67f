// The result of promptctl test as JUnit XML: a test suite per prompt, a test case per evaluation.
// Unsteady cases have Surefire's <flakyFailure>, which viewers show beside a passed case.
import { groupBy } from "../../engine/model/collections.ts";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import { nameOf } from "../../engine/model/resource.ts";
import type { TestCase, TestResult, TestSide } from "../../generated/types.ts";
import { replyContent } from "./test-reply.ts";
import {
  caseMessage,
  missedAssertions,
  stateOf,
  tellingTrial,
  trialCounts,
} from "./test-summary.ts";
import { xmlAttributes, xmlText } from "../text/xml.ts";

/** The document; ends with a newline. */
export function testJunitText(result: TestResult): string {
  const suites = [...groupBy(result.cases, ({ prompt }) => prompt)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: "promptctl test", ...countOutcomes(result.cases) })}>`,
    ...suites.flatMap(([prompt, cases]) => [
      `  <testsuite${xmlAttributes({ name: prompt, ...countOutcomes(cases), skipped: countOf(cases, "skipped") })}>`,
      ...cases.map((each) => caseElement(each, result)),
      "  </testsuite>",
    ]),
    "</testsuites>\n",
  ].join("\n");
}

type Outcome = "passed" | "failure" | "flakyFailure" | "error" | "skipped";

/** An unsteady case passes, and its failed trials are flaky failures. */
function outcomeOf({ verdict, comparison }: TestCase): Outcome {
  if (verdict === "not measured") return "error";
  if (verdict === "not run") return "skipped";
  if (comparison === "regressed") return "failure";
  if (verdict === "unsteady") return "flakyFailure";
  return verdict === "failed" ? "failure" : "passed";
}

function countOf(cases: readonly TestCase[], outcome: Outcome): number {
  return cases.filter((each) => outcomeOf(each) === outcome).length;
}

function countOutcomes(cases: readonly TestCase[]): Record<string, number> {
  return {
    tests: cases.length,
    failures: countOf(cases, "failure"),
    errors: countOf(cases, "error"),
  };
}

function caseElement(each: TestCase, { project }: TestResult): string {
  const { location } = each;
  const attributes = xmlAttributes({
    name: nameOf(each.address),
    classname: each.prompt,
    time: (secondsOf(each.head) ?? 0).toFixed(3),
    ...(location && { file: location.file, line: location.line }),
  });
  const outcome = outcomeOf(each);
  if (outcome === "passed") return `    <testcase${attributes}/>`;
  const message = caseMessage(each);
  const type = stateOf(each);
  const body =
    outcome === "skipped"
      ? `      <skipped${xmlAttributes({ message })}/>`
      : `      <${outcome}${xmlAttributes({ message, type })}>${problemContent(outcome, each, project)}</${outcome}>`;
  return [`    <testcase${attributes}>`, body, "    </testcase>"].join("\n");
}

/** Surefire's schema has a stack trace in a flaky failure. */
function problemContent(outcome: Outcome, each: TestCase, project: string): string {
  const text = caseDetails(each, project).map(xmlText).join("\n");
  return outcome === "flakyFailure" ? `<stackTrace>${text}</stackTrace>` : text;
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
    ...(trial?.reply === undefined ? [] : ["reply:", ...replyContent(trial).split("\n")]),
  ];
}
