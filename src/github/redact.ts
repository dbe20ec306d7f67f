// Redacts results for readers who may not see values. With comment-detail: names, comments, job summaries,
// issues and the log contain neither field values nor resources that only exist on the service; with
// no-replies, no replies.
import { failed, type Failure, isCallFailure } from "../engine/model/failure.ts";
import { isRemoteAddress, redactPlan } from "../engine/review/redact.ts";
import type { ApplyResult } from "../views/apply/apply-markdown.ts";
import type { ActionPlan } from "./commands.ts";
import type { RunResult } from "./run-result.ts";
import type { ActionInputs } from "./inputs.ts";
import type {
  TestAssertion,
  TestCase,
  TestReply,
  TestResult,
  TestSide,
  TestTrial,
} from "../generated/types.ts";
import type { Mask } from "../views/text/markdown.ts";
import type { Session } from "./session.ts";

/** The result as reports show it. */
export function redactResult(result: RunResult, { commentDetail }: ActionInputs): RunResult {
  // Without a plan, the report shows only source locations and codes of diagnostics.
  if (commentDetail !== "names" || "validation" in result) return result;
  const planned = result.planned && redactPlanned(result.planned);
  const redacted = { ...result, ...(planned && { planned }) };
  if (redacted.type === "failed") return { ...redacted, failure: redactFailure(redacted.failure) };
  if (redacted.type !== "applied") return redacted;
  return { ...redacted, applied: redactApplyResult(redacted.applied) };
}

/** The service's error messages may quote values. */
export function redactFailure(failure: Failure): Failure {
  if (failure.class !== "failed") return failure;
  const reason = isCallFailure(failure) ? failure.reason : failure.code;
  return failed(failure.code, `A request to the service failed: ${reason}.`);
}

/** The outcome of a removed definition shows whether the service has its resource. */
function redactPlanned({ plan, pullRequest, ...rest }: ActionPlan): ActionPlan {
  const redacted = { ...rest, plan: redactPlan(plan) };
  if (!pullRequest) return redacted;
  const removed = pullRequest.removed.map(({ address, descendants }) => ({ address, descendants }));
  return { ...redacted, pullRequest: { ...pullRequest, namesOnly: true, removed } };
}

function redactApplyResult(applied: ApplyResult): ApplyResult {
  return {
    ...applied,
    failures: applied.failures.map(({ address, error }) => ({
      address: isRemoteAddress(address) ? "(not named here)" : address,
      error: redactFailure(error),
    })),
    incomplete: applied.incomplete.filter(({ address }) => !isRemoteAddress(address)),
    sameNames: applied.sameNames.map((each) => ({ ...each, otherId: "(not named here)" })),
    ...(applied.sameNamesUnknown && { sameNamesUnknown: redactFailure(applied.sameNamesUnknown) }),
  };
}

/** The result as reports show it. Replies are masked here: a report cuts them, and marks words. */
export function redactTest(
  result: TestResult,
  { inputs: { commentDetail }, mask }: Pick<Session, "inputs" | "mask">,
): TestResult {
  if (commentDetail === "full")
    return {
      ...result,
      cases: result.cases.map((each) => withSides(each, (trial) => maskTrial(trial, mask))),
    };
  const redacted = { ...result, prompts: [], cases: result.cases.map(redactCase) };
  if (commentDetail === "no-replies") return redacted;
  return {
    ...redacted,
    cases: redacted.cases.map(namesOfCase),
    loosened: result.loosened.map((each) => ({ ...each, message: "changed" })),
  };
}

function maskTrial(trial: TestTrial, mask: Mask): TestTrial {
  const { reply } = trial;
  const masked = withAssertions(trial, ({ actual, ...rest }) => ({
    ...rest,
    ...(actual && { actual: actual.map((each) => mask(each)) }),
  }));
  return { ...masked, ...(reply && { reply: maskReply(reply, mask) }) };
}

/** The trial with changed assertions, also of the other version. */
function withAssertions(
  trial: TestTrial,
  change: (assertion: TestAssertion) => TestAssertion,
): TestTrial {
  const { assertions, otherVersion: other } = trial;
  return {
    ...trial,
    assertions: assertions.map(change),
    ...(other && { otherVersion: { ...other, assertions: other.assertions.map(change) } }),
  };
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
  return withAssertions(trial, ({ actual: _actual, ...rest }) => rest);
}

/** The case without assertions, and without the words of the provider. */
function namesOfCase(each: TestCase): TestCase {
  const trials = [...each.head.trials, ...(each.base?.trials ?? [])];
  const [code] = trials.flatMap(({ problem }) => problem?.code ?? []);
  const { reason: _reason, ...rest } = withSides(each, (trial) => {
    const { problem: _problem, otherVersion: _other, ...shown } = trial;
    return { ...shown, assertions: [] };
  });
  const { verdict, comparison } = each;
  const isOpen =
    verdict === "not measured" || verdict === "not run" || comparison === "not compared";
  return isOpen
    ? { ...rest, reason: code === undefined ? "Not run." : `No reply: ${code}.` }
    : rest;
}

function withSides(each: TestCase, change: (trial: TestTrial) => TestTrial): TestCase {
  const side = (found: TestSide): TestSide => ({ ...found, trials: found.trials.map(change) });
  return { ...each, head: side(each.head), ...(each.base && { base: side(each.base) }) };
}
