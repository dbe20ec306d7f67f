// Runs the Action: read the inputs and the event, validate, plan, apply, report.
import { exitCodes, Failure, isFailure } from "../engine/model/failure.ts";
import { redactPlan } from "../engine/saved-plan/redact.ts";
import { annotationsText, failureAnnotation, messageAnnotation } from "../views/annotations.ts";
import { validationText } from "../views/diagnostics.ts";
import { pluralize, createScreen } from "../views/terminal-text.ts";
import { planText } from "../views/plan-text.ts";
import { emptyDefinitionsFailure, checkEvent } from "./preconditions.ts";
import type { RunResult } from "./run-result.ts";
import { parseEvent } from "./event.ts";
import { isSuperseded } from "./newest-commit.ts";
import { checkBaseUrl, type ActionInputs, readInputs } from "./inputs.ts";
import { writeOutputs } from "./outputs.ts";
import { checkReview } from "./check-review.ts";
import type { ActionRunner } from "./runner.ts";
import { hideSecrets, annotateRun, openSession, type Session } from "./session.ts";
import { reportResult, reportCancelled } from "./report.ts";
import type { ActionPlan, ActionValidation, ActionCommands } from "./commands.ts";

/** Runs the command and writes all reports. Returns the exit code of the step. */
export async function runAction(
  runner: ActionRunner,
  createCommands: (inputs: ActionInputs) => ActionCommands,
): Promise<number> {
  hideSecrets(runner);
  try {
    const inputs = readInputs(runner.env);
    const event = parseEvent(runner.env, runner.readJson(runner.env["GITHUB_EVENT_PATH"] ?? ""));
    const session = openSession(runner, inputs, event, createCommands(inputs));
    runner.beforeExit(() => reportCancelled(session));
    return await reportResult(session, await runCommand(session));
  } catch (error) {
    // Failures of the command are results. A Failure here is about an input.
    const exitCode = isFailure(error) ? exitCodes[error.class] : 1;
    if (isFailure(error)) runner.log(failureAnnotation(error));
    writeOutputs(runner, { exitCode });
    if (!isFailure(error)) throw error;
    return exitCode;
  }
}

/** Runs the command of the inputs. A Failure becomes a result. */
async function runCommand(session: Session): Promise<RunResult> {
  const { inputs, event } = session;
  let planned: ActionPlan | undefined;
  try {
    checkEvent(inputs, event);
    const validation = await validate(session);
    if (isInvalid(validation, inputs)) return { type: "invalid", validation };
    if (inputs.command === "validate") return { type: "validated", validation };
    if (event.type === "outside") return validatedOnly(session, event.author, validation);
    checkBaseUrl(inputs);
    planned = await makePlan(session);
    const newPlan = planned;
    session.runner.beforeExit(() => reportCancelled(session, newPlan));
    logPlan(session, planned);
    if (inputs.command !== "apply") return { type: "planned", planned };
    return await applyPlan(session, planned);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { type: "failed", planned, failure: error };
  }
}

/** Validates the definitions and annotates the lines with errors and warnings. */
async function validate({ runner, inputs, commands }: Session): Promise<ActionValidation> {
  const validation = await commands.validate();
  const { diagnostics } = validation;
  runner.log(annotationsText(diagnostics));
  if (inputs.commentDetail === "full")
    runner.log(`${validationText(diagnostics, validation, createScreen(false, 120))}\n`);
  if (isInvalid(validation, inputs) && diagnostics.every(({ severity }) => severity === "warning"))
    runner.log(
      messageAnnotation("error", { message: "Warnings fail this step because strict is true." }),
    );
  return validation;
}

function isInvalid({ diagnostics }: ActionValidation, { strict }: ActionInputs): boolean {
  return diagnostics.some(({ severity }) => severity === "error" || strict);
}

function validatedOnly(session: Session, author: string, validation: ActionValidation): RunResult {
  const message = `Validated only: a pull request from ${author} has no access to secrets, so there is no plan.`;
  annotateRun(session, "notice", { message }, message);
  return { type: "validated", validation };
}

/** Makes the plan. A plan without definitions is an error for drift, otherwise a warning. */
async function makePlan(session: Session): Promise<ActionPlan> {
  const { inputs, commands } = session;
  const planned = await commands.plan(inputs.command === "apply" ? "write" : "read");
  const failure = emptyDefinitionsFailure(planned);
  if (failure && inputs.command === "drift") throw failure;
  if (failure) annotateRun(session, "warning", failure);
  return planned;
}

/** Writes the plan to the log, redacted as the reports: the log of a public repository is public. */
function logPlan({ runner, inputs, commands }: Session, planned: ActionPlan): void {
  const { plan, folder, includedFrom } = planned;
  runner.log(
    planText(inputs.commentDetail === "names" ? redactPlan(plan) : plan, {
      ...createScreen(false, 120),
      kinds: commands.kinds,
      command: inputs.command === "apply" ? "apply" : "plan",
      folder,
      unmanaged: false,
      includedFrom,
    }),
  );
}

/** Applies the plan. Throws if the plan has refusals, or if its review does not permit it. */
async function applyPlan(session: Session, planned: ActionPlan): Promise<RunResult> {
  const { refusals, changes } = planned.plan;
  const [first] = refusals;
  if (first)
    throw new Failure(
      "refused",
      first.code,
      `The plan is refused for ${pluralize(refusals.length, "reason")}. The job summary lists them.`,
    );
  if (changes.length > 0) {
    if (await isSuperseded(session)) return { type: "planned", planned };
    await checkReview(session, planned);
  }
  const quiet = session.inputs.commentDetail === "names";
  return { type: "applied", planned, applied: await planned.apply(quiet) };
}
