// Says which inputs the flags in a message are: the commands name flags.
import { CallFailure, Failure, isCallFailure } from "../engine/model/failure.ts";
import { hintLines } from "../engine/model/hint.ts";
import type { Plan } from "../engine/model/plan.ts";
import { inputForms } from "./inputs.ts";

/** `Flags are inputs of this step: prune, target (one per line).` None if a text names no input. */
export function inputNote(text: string): string[] {
  const words = new Set(text.split(/[^\w-]+/));
  const inputs = Object.entries(inputForms)
    .filter(([name]) => words.has(`--${name}`))
    .map(([name, form]) => (form === "lines" ? `${name} (one per line)` : name));
  return inputs.length === 0 ? [] : [`Flags are inputs of this step: ${inputs.join(", ")}.`];
}

/** The same failure with a note about the inputs. */
export function withInputNote(failure: Failure): Failure {
  const { class: failureClass, code, message, hint } = failure;
  const note = inputNote(`${message} ${hint ?? ""}`);
  if (note.length === 0) return failure;
  const lines = [...hintLines(hint), ...note];
  return isCallFailure(failure)
    ? new CallFailure(code, failure, message, lines)
    : new Failure(failureClass, code, message, lines);
}

/** The same plan with notes about the inputs in its refusals. */
export function withInputNotes(plan: Plan): Plan {
  const refusals = plan.refusals.map(({ hint, ...rest }) => ({
    ...rest,
    hint: [...hintLines(hint), ...inputNote(hint)].join("\n"),
  }));
  return { ...plan, refusals };
}
