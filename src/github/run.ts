// Runs the Action: read the inputs and the event, validate, plan, apply, test, report.
import { once } from "../engine/model/collections.ts";
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import { exitCodes, type Failure, isFailure, onFailure } from "../engine/model/failure.ts";
import { redactPlan } from "../engine/review/redact.ts";
import { annotationsText, messageAnnotation } from "../views/text/annotations.ts";
import { validationText } from "../views/text/diagnostics.ts";
import { screenFor } from "../views/text/stream-screen.ts";
import type { Screen } from "../views/text/terminal-text.ts";
import { planText } from "../views/plan/plan-text.ts";
import { testText } from "../views/evaluation/test-text.ts";
import {
  emptyDefinitionsFailure,
  emptyDefinitionsRemark,
  explainMissingKey,
  checkCheckout,
  checkEvent,
  isClosedUnmerged,
} from "./preconditions.ts";
import { refusalOf, type RunResult, strictMessage, type ValidationResult } from "./run-result.ts";
import {
  isPrivateRepository,
  isProposed,
  parseEvent,
  type RunEvent,
} from "../io/ci/github-event.ts";
import { isSuperseded } from "./newest-commit.ts";
import { checkBaseUrl, type ActionInputs, unmanagedOptions } from "./inputs.ts";
import { writeOutputs } from "./outputs.ts";
import { checkRecordable } from "./apply-record.ts";
import { checkApprovable, checkApproval, readApproval } from "./check-approval.ts";
import { checkReview } from "./check-review.ts";
import type { ActionRunner } from "./api/runner.ts";
import { annotateRun, openSession, type Session } from "./session.ts";
import { redactTest } from "./redact.ts";
import { type Reported, reportResult, reportCancelled } from "./report.ts";
import { reportCancelledTest, reportTest } from "./test-report.ts";
import type { TestOutcome } from "./test-result.ts";
import type { ActionPlan, ActionCommands, ActionValidation } from "./commands.ts";

/**
 * Runs the command and writes all reports. Returns the exit code of the step. `open` throws a
 * Failure for an invalid input.
 */
export async function runAction(
  runner: ActionRunner,
  open: () => { readonly inputs: ActionInputs; readonly commands: ActionCommands },
): Promise<number> {
  try {
    const { inputs, commands } = open();
    const payload = runner.readJson(runner.env["GITHUB_EVENT_PATH"] ?? "");
    const event = parseEvent(runner.env, payload);
    const isPrivate = isPrivateRepository(payload);
    const session = openSession({ runner, inputs, event, isPrivate, commands });
    return await runAndReport(session);
  } catch (error) {
    // Failures of the command are results. A Failure here is about an input.
    writeOutputs(runner, {});
    if (!isFailure(error)) throw error;
    runner.log(messageAnnotation("error", error));
    return exitCodes[error.class];
  }
}

/**
 * Runs and reports the command of the inputs, then the tests beside a plan. A Failure becomes a result.
 * Returns the exit code.
 */
async function runAndReport(session: Session): Promise<number> {
  const { inputs, runner } = session;
  const validated = once(() => validate(session));
  const explained = (failure: Failure): Failure => explainMissingKey(failure, runner.env);
  const testAndReport = async (earlier?: Reported): Promise<number> => {
    runner.beforeExit(() => reportCancelledTest(session, earlier));
    const outcome = await runTests(session, validated).catch(
      onFailure((failure) => ({ type: "failed", failure: explained(failure) }) as const),
    );
    return reportTest(session, outcome, earlier);
  };
  if (inputs.command === "test") return testAndReport();
  runner.beforeExit(() => reportCancelled(session));
  const result = await runCommand(session, validated).catch(
    onFailure((failure): RunResult => {
      return { type: "failed", planned: session.planned, failure: explained(failure) };
    }),
  );
  const reported = await reportResult(session, result);
  return inputs.test ? testAndReport(reported) : reported.exitCode;
}

type Validate = () => Promise<ValidationResult>;

/** Runs the command of the inputs, other than test. */
async function runCommand(session: Session, validate: Validate): Promise<RunResult> {
  const { inputs, event } = session;
  checkEvent(inputs, event);
  checkRecordable(inputs);
  readApproval(inputs);
  const validated = await validate();
  if (validated.type === "invalid" || inputs.command === "validate") return validated;
  if (event.type === "outside") {
    const message = `Validated only: a pull request from ${event.author} has no access to secrets, so there is no plan.`;
    annotateRun(session, "notice", { message }, message);
    return validated;
  }
  if (isClosedUnmerged(inputs, event)) {
    const message = "Nothing was applied: the pull request was closed without a merge.";
    annotateRun(session, "notice", { message }, message);
    return validated;
  }
  checkBaseUrl(inputs, session.environment);
  await checkCheckout(session);
  const planned = await makePlan(session, validated.validation);
  checkApprovable(session, planned);
  return inputs.command === "apply" ? applyPlan(session, planned) : { type: "planned", planned };
}

/** Runs the tests, and logs their result as the reports show it. */
async function runTests(session: Session, validate: Validate): Promise<TestOutcome> {
  const { runner, inputs, event, commands } = session;
  checkEvent(inputs, event);
  const { type, validation } = await validate();
  if (type === "invalid") return { type, validation };
  if (event.type === "outside") return event;
  if (inputs.base === "service" || inputs.on === "service")
    checkBaseUrl(inputs, session.environment);
  const test = await commands.test(baseOf(event));
  const shown = redactTest(test.result, session);
  runner.log(testText(shown, { ...logScreen(runner), full: false }));
  return { type: "tested", test };
}

/** The commit that an entry of a merge queue is compared with; undefined if git finds the base. */
function baseOf(event: RunEvent): string | undefined {
  return event.type === "commit" && event.queuedOn !== "" ? event.queuedOn : undefined;
}

/** The layout of text in the log. */
function logScreen({ env }: ActionRunner): Screen {
  return screenFor(env, { isTerminal: false, isFile: false, columns: 120 });
}

/** Validates the definitions and annotates the lines with errors and warnings. */
async function validate(session: Session): Promise<ValidationResult> {
  const { runner, inputs, commands } = session;
  const validation = await commands.validate();
  const diagnostics = validation.diagnostics.map((each) => maskSourceLine(each, session));
  runner.log(annotationsText(diagnostics));
  if (inputs.commentDetail !== "names")
    runner.log(`${validationText(diagnostics, validation, logScreen(runner))}\n`);
  if (diagnostics.some(({ severity }) => severity === "error"))
    return { type: "invalid", validation };
  if (!inputs.strict || diagnostics.length === 0) return { type: "validated", validation };
  runner.log(messageAnnotation("error", { message: strictMessage }));
  return { type: "invalid", validation };
}

/** Masks the source line before it is cut: the log's own mask does not find a part of a secret. */
function maskSourceLine(diagnostic: Diagnostic, { mask }: Session): Diagnostic {
  const { location } = diagnostic;
  return { ...diagnostic, location: { ...location, text: mask(location.text) } };
}

/**
 * Makes the plan and logs it. A plan without definitions is an error for drift, otherwise a
 * warning. The log is redacted as the reports are, because the log of a public repository is
 * public.
 */
async function makePlan(session: Session, { diagnostics }: ActionValidation): Promise<ActionPlan> {
  const { runner, inputs, event, commands } = session;
  const command = inputs.command === "apply" ? "apply" : "plan";
  const planned = await commands.plan({
    access: command === "apply" ? "write" : "read",
    ...(command === "plan" &&
      isProposed(event) && { comparedWith: { diagnostics, base: baseOf(event) } }),
  });
  const failure = emptyDefinitionsFailure(planned);
  if (failure && inputs.command === "drift") throw failure;
  if (failure) annotateRun(session, "warning", failure, emptyDefinitionsRemark);
  session.planned = planned;
  const { plan, folder, includedFrom } = planned;
  const shown = inputs.commentDetail === "names" ? redactPlan(plan) : plan;
  const options = {
    kinds: commands.kinds,
    command,
    folder,
    ...unmanagedOptions(inputs),
    elsewhere: " in the job summary",
    includedFrom,
    mask: session.mask,
    known: session.knownFields,
  } as const;
  runner.log(planText(shown, { ...logScreen(runner), ...options }));
  return planned;
}

/** Applies the plan. Throws if the plan has refusals, or if its review does not permit it. */
async function applyPlan(session: Session, planned: ActionPlan): Promise<RunResult> {
  const refusal = refusalOf(planned.plan);
  if (refusal) throw refusal;
  if (planned.plan.changes.length > 0) {
    if (await isSuperseded(session, planned)) return { type: "planned", planned };
    checkApproval(session, planned);
    await checkReview(session, planned);
  }
  const quiet = session.inputs.commentDetail === "names";
  return { type: "applied", planned, applied: await planned.apply(quiet) };
}
