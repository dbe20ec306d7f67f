// The Action, as one sentence: read the inputs, know the event, validate, plan, apply, tell.
import { exitCodes, Failure, isFailure } from "../engine/model/failure.ts";
import type { Json } from "../engine/model/json.ts";
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
import type { Runner } from "./runner.ts";
import { hideSecrets, annotateRun, openSession, type Session } from "./session.ts";
import { redactResult } from "./redact-result.ts";
import { reportResult, reportCancelled } from "./report.ts";
import type { ActionPlan, ActionValidation, ActionCommands } from "./commands.ts";

/** Gives the exit code of the step: not 0 fails it. Everything is told before that. */
export async function runAction(
  runner: Runner,
  workOf: (inputs: ActionInputs) => ActionCommands,
): Promise<number> {
  hideSecrets(runner);
  const session = opened(runner, workOf);
  if (isFailure(session)) return unreadable(runner, session);
  runner.beforeExit(() => reportCancelled(session));
  try {
    return await reportResult(session, await endingOf(session));
  } catch (error) {
    writeOutputs(runner, { ...nothing, exitCode: 1 }); // our own mistake: steps after this one see it
    throw error;
  }
}

const nothing = { planFile: "", planDigest: "", commentUrl: "" };

function opened(
  runner: Runner,
  workOf: (inputs: ActionInputs) => ActionCommands,
): Session | Failure {
  try {
    const inputs = readInputs(runner.env);
    return openSession(runner, inputs, parseEvent(runner.env, payloadOf(runner)), workOf(inputs));
  } catch (error) {
    if (isFailure(error)) return error;
    throw error;
  }
}

/** The event as GitHub wrote it down. */
function payloadOf({ env, readFile: read }: Runner): Json | undefined {
  const text = read(env["GITHUB_EVENT_PATH"] ?? "");
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Wrong inputs: there is nothing to be done. */
function unreadable(runner: Runner, failure: Failure): number {
  runner.log(failureAnnotation(failure));
  writeOutputs(runner, { ...nothing, exitCode: exitCodes.usage });
  return exitCodes.usage;
}

/** Does what is asked for; a failure is an ending like others. */
async function endingOf(session: Session): Promise<RunResult> {
  const { inputs, event } = session;
  let planned: ActionPlan | undefined;
  try {
    checkEvent(inputs, event);
    const validation = await validated(session);
    if (hasMistakes(validation, inputs)) return { type: "invalid", validation };
    if (inputs.command === "validate") return { type: "validated", validation };
    if (event.type === "outside") return onlyValidated(session, event.who, validation);
    checkBaseUrl(inputs);
    const made = await plannedBy(session);
    planned = made;
    session.runner.beforeExit(() => reportCancelled(session, made));
    logPlan(session, planned);
    if (inputs.command !== "apply") return { type: "planned", planned };
    return await applied(session, planned);
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (planned) return { type: "refused", planned, failure: error };
    return { type: "failed", failure: error };
  } finally {
    planned?.close();
  }
}

/** Annotates the lines that are wrong. */
async function validated({ runner, inputs, commands: work }: Session): Promise<ActionValidation> {
  const validation = await work.validate();
  const { diagnostics } = validation;
  runner.log(annotationsText(diagnostics));
  if (inputs.commentDetail === "full")
    runner.log(`${validationText(diagnostics, validation, createScreen(false, 120))}\n`);
  if (hasMistakes(validation, inputs) && diagnostics.every((each) => each.severity === "warning"))
    runner.log(messageAnnotation("error", { message: "Warnings fail this step: strict is true." }));
  return validation;
}

function hasMistakes({ diagnostics }: ActionValidation, { strict }: ActionInputs): boolean {
  return diagnostics.some(({ severity }) => severity === "error" || strict);
}

function onlyValidated(session: Session, who: string, validation: ActionValidation): RunResult {
  const message = `Only validated, not planned: a pull request of ${who} gets no key and may not comment.`;
  annotateRun(session, "notice", { message }, message);
  return { type: "validated", validation };
}

async function plannedBy(session: Session): Promise<ActionPlan> {
  const { inputs, commands: work } = session;
  const planned = await work.plan(inputs.command === "apply" ? "write" : "read");
  const empty = emptyDefinitionsFailure(planned);
  if (!empty) return planned;
  if (inputs.command !== "drift") {
    annotateRun(session, "warning", empty);
    return planned;
  }
  planned.close();
  throw empty;
}

/** In the log, which is as public as the repository. */
function logPlan({ runner, inputs, commands: work }: Session, planned: ActionPlan): void {
  const shown = redactResult({ type: "planned", planned }, inputs);
  if (shown.type !== "planned") return;
  const { plan, folder, includedFrom } = shown.planned;
  const command = inputs.command === "apply" ? "apply" : "plan";
  const { kinds } = work;
  runner.log(
    planText(plan, {
      ...createScreen(false, 120),
      kinds,
      command,
      folder,
      unmanaged: false,
      includedFrom,
    }),
  );
}

/** Carries the plan out, unless it or its review refuses that. */
async function applied(session: Session, planned: ActionPlan): Promise<RunResult> {
  const { refusals, changes } = planned.plan;
  const [first] = refusals;
  if (first)
    throw new Failure(
      "refused",
      first.code,
      `This plan is not applied, for the ${pluralize(refusals.length, "reason")} shown.`,
    );
  if (changes.length > 0) {
    if (await isSuperseded(session)) return { type: "planned", planned };
    await checkReview(session, planned);
  }
  const quiet = session.inputs.commentDetail === "names";
  return { type: "applied", planned, applied: await planned.apply(quiet) };
}
