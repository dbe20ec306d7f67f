// The result of promptctl test as JUnit XML: a test suite per prompt, a test case per evaluation.
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
import { type JunitCase, type JunitOutcome, junitText } from "../text/junit.ts";

/** The document; ends with a newline. */
export function testJunitText({ cases, project }: TestResult): string {
  const suites = [...groupBy(cases, ({ prompt }) => prompt)];
  return junitText(
    "promptctl test",
    suites.map(([name, own]) => ({ name, cases: own.map((each) => caseOf(each, project)) })),
  );
}

/** Undefined if the case passes. An unsteady case passes, and its failed trials are flaky failures. */
function elementOf({ verdict, comparison }: TestCase): JunitOutcome["element"] | undefined {
  if (verdict === "not measured") return "error";
  if (verdict === "not run") return "skipped";
  if (comparison === "regressed") return "failure";
  if (verdict === "unsteady") return "flakyFailure";
  return verdict === "failed" ? "failure" : undefined;
}

function caseOf(each: TestCase, project: string): JunitCase {
  const { location } = each;
  const element = elementOf(each);
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
      attributes: isSkipped ? { message } : { message, type: stateOf(each) },
      lines: isSkipped ? [] : caseDetails(each, project),
    },
  };
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
