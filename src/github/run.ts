// The Action, as one sentence: read the inputs, know the event, validate, plan, apply, tell.
import { exitCodes, Failure } from "../engine/model/failure.ts";
import type { Json } from "../engine/model/json.ts";
import { annotationsText, failureAnnotation, wordsAnnotation } from "../views/annotations.ts";
import { validationText } from "../views/diagnostics.ts";
import { pluralize, createScreen } from "../views/terminal-text.ts";
import { planText } from "../views/plan-text.ts";
import { noDefinitions, refuseElsewhere } from "./preconditions.ts";
import type { Ending } from "./ending.ts";
import { eventOf } from "./event.ts";
import { isOutrun } from "./head.ts";
import { checkService, type Inputs, readInputs } from "./inputs.ts";
import { writeOutputs } from "./outputs.ts";
import { review } from "./review.ts";
import type { Runner } from "./runner.ts";
import { hideSecrets, note, openSession, type Session } from "./session.ts";
import { shownOf } from "./shown.ts";
import { tell, tellCancelled } from "./tell.ts";
import type { Planned, Validation, Work } from "./work.ts";

/** Gives the exit code of the step: not 0 fails it. Everything is told before that. */
export async function run(runner: Runner, workOf: (inputs: Inputs) => Work): Promise<number> {
  hideSecrets(runner);
  const session = opened(runner, workOf);
  if (session instanceof Failure) return unreadable(runner, session);
  runner.beforeLeaving(() => tellCancelled(session));
  try {
    return await tell(session, await endingOf(session));
  } catch (error) {
    writeOutputs(runner, { ...nothing, exitCode: 1 }); // our own mistake: steps after this one see it
    throw error;
  }
}

const nothing = { planFile: "", planDigest: "", commentUrl: "" };

function opened(runner: Runner, workOf: (inputs: Inputs) => Work): Session | Failure {
  try {
    const inputs = readInputs(runner.env);
    return openSession(runner, inputs, eventOf(runner.env, payloadOf(runner)), workOf(inputs));
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The event as GitHub wrote it down. */
function payloadOf({ env, read }: Runner): Json | undefined {
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
async function endingOf(session: Session): Promise<Ending> {
  const { inputs, event } = session;
  let planned: Planned | undefined;
  try {
    refuseElsewhere(inputs, event);
    const validation = await validated(session);
    if (hasMistakes(validation, inputs)) return { type: "invalid", validation };
    if (inputs.command === "validate") return { type: "validated", validation };
    if (event.type === "outside") return onlyValidated(session, event.who, validation);
    checkService(inputs);
    const made = await plannedBy(session);
    planned = made;
    session.runner.beforeLeaving(() => tellCancelled(session, made));
    logPlan(session, planned);
    if (inputs.command !== "apply") return { type: "planned", planned };
    return await applied(session, planned);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (planned) return { type: "refused", planned, failure: error };
    return { type: "failed", failure: error };
  } finally {
    planned?.close();
  }
}

/** Annotates the lines that are wrong. */
async function validated({ runner, inputs, work }: Session): Promise<Validation> {
  const validation = await work.validate();
  const { diagnostics } = validation;
  runner.log(annotationsText(diagnostics));
  if (inputs.commentDetail === "full")
    runner.log(`${validationText(diagnostics, validation, createScreen(false, 120))}\n`);
  if (hasMistakes(validation, inputs) && diagnostics.every((each) => each.severity === "warning"))
    runner.log(wordsAnnotation("error", { message: "Warnings fail this step: strict is true." }));
  return validation;
}

function hasMistakes({ diagnostics }: Validation, { strict }: Inputs): boolean {
  return diagnostics.some(({ severity }) => severity === "error" || strict);
}

function onlyValidated(session: Session, who: string, validation: Validation): Ending {
  const message = `Only validated, not planned: a pull request of ${who} gets no key and may not comment.`;
  note(session, "notice", { message }, message);
  return { type: "validated", validation };
}

async function plannedBy(session: Session): Promise<Planned> {
  const { inputs, work } = session;
  const planned = await work.plan(inputs.command === "apply" ? "write" : "read");
  const empty = noDefinitions(planned);
  if (!empty) return planned;
  if (inputs.command !== "drift") {
    note(session, "warning", empty);
    return planned;
  }
  planned.close();
  throw empty;
}

/** In the log, which is as public as the repository. */
function logPlan({ runner, inputs, work }: Session, planned: Planned): void {
  const shown = shownOf({ type: "planned", planned }, inputs);
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
async function applied(session: Session, planned: Planned): Promise<Ending> {
  const { refusals, changes } = planned.plan;
  const [first] = refusals;
  if (first)
    throw new Failure(
      "refused",
      first.code,
      `This plan is not applied, for the ${pluralize(refusals.length, "reason")} shown.`,
    );
  if (changes.length > 0) {
    if (await isOutrun(session)) return { type: "planned", planned };
    await review(session, planned);
  }
  const quiet = session.inputs.commentDetail === "names";
  return { type: "applied", planned, applied: await planned.apply(quiet) };
}
