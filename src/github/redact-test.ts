// Redacts the result of tests for readers who may not see replies (excerpts: none), or only names
// and numbers (comment-detail: names). Comments, job summaries, the log and JUnit are made from it.
import type { TestCase, TestReply, TestResult, TestSide, TestTrial } from "../generated/types.ts";
import type { Mask } from "../views/text/markdown.ts";
import type { Session } from "./session.ts";

/** The result as reports show it. Replies are masked here: a report cuts them, and marks words. */
export function redactTest(
  result: TestResult,
  { inputs: { commentDetail, excerpts }, mask }: Pick<Session, "inputs" | "mask">,
): TestResult {
  const namesOnly = commentDetail === "names";
  if (!namesOnly && excerpts === "short")
    return {
      ...result,
      cases: result.cases.map((each) => withSides(each, (trial) => maskTrial(trial, mask))),
    };
  const redacted = { ...result, prompts: [], cases: result.cases.map(redactCase) };
  if (!namesOnly) return redacted;
  return {
    ...redacted,
    cases: redacted.cases.map(namesOfCase),
    loosened: result.loosened.map((each) => ({ ...each, message: "changed" })),
  };
}

function maskTrial(trial: TestTrial, mask: Mask): TestTrial {
  const { reply } = trial;
  const assertions = trial.assertions.map(({ actual, ...rest }) => ({
    ...rest,
    ...(actual && { actual: actual.map(mask) }),
  }));
  return { ...trial, assertions, ...(reply && { reply: maskReply(reply, mask) }) };
}

function maskReply(reply: TestReply, mask: Mask): TestReply {
  const { text, toolCalls, stopExplanation } = reply;
  return {
    ...reply,
    text: mask(text),
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: mask(call.arguments) })),
    ...(stopExplanation !== undefined && { stopExplanation: mask(stopExplanation) }),
  };
}

/** The case without replies, and without what assertions found in them. */
function redactCase(each: TestCase): TestCase {
  return { ...withSides(each, redactTrial), variables: {} };
}

function redactTrial({ reply: _reply, ...trial }: TestTrial): TestTrial {
  const assertions = trial.assertions.map(({ actual: _actual, ...rest }) => rest);
  return { ...trial, assertions };
}

/** The case without assertions, and without the words of the provider. */
function namesOfCase(each: TestCase): TestCase {
  const [code] = each.head.trials.flatMap(({ problem }) => problem?.code ?? []);
  const { reason: _reason, ...rest } = withSides(each, ({ problem: _problem, ...trial }) => ({
    ...trial,
    assertions: [],
  }));
  const isOpen = each.verdict === "not measured" || each.verdict === "not run";
  return isOpen
    ? { ...rest, reason: code === undefined ? "Not run." : `No reply: ${code}.` }
    : rest;
}

function withSides(each: TestCase, change: (trial: TestTrial) => TestTrial): TestCase {
  const side = (found: TestSide): TestSide => ({ ...found, trials: found.trials.map(change) });
  return { ...each, head: side(each.head), ...(each.base && { base: side(each.base) }) };
}
