// The values of the form that renders or runs a prompt.
import { HTTPException } from "hono/http-exception";
import type { Json } from "../../../engine/model/json.ts";
import { messageTexts } from "../../../engine/text/message-texts.ts";
import { variablesOf } from "../../../engine/render/template.ts";
import type { Message, RunBody } from "../../../generated/types.ts";
import type { PromptDetails, PromptEvaluation } from "./read-prompt.ts";

export interface RunValues {
  /** The entered texts, by the name of the variable. */
  readonly variables: ReadonlyMap<string, string>;
  /** Whether empty fields are empty texts; else their variables have no value. */
  readonly sendsEmpty: boolean;
  /** A message of the user after all others; empty for none. */
  readonly message: string;
  /** The evaluation whose messages are appended. */
  readonly evaluationId: string | undefined;
}

/** The name of the field of a variable. Browsers change line ends in names, so it has none. */
export function variableFieldName(variable: string): string {
  return `variable-${encodeURIComponent(variable)}`;
}

/** The evaluation that the values were filled in from. */
export function chosenEvaluation(
  { evaluations }: PromptDetails,
  { evaluationId }: Pick<RunValues, "evaluationId">,
): PromptEvaluation | undefined {
  return evaluations.find(({ evaluation }) => evaluation.id === evaluationId);
}

/** The variables of the messages that are sent, in the order of their first use. */
export function formVariables(details: PromptDetails, values: RunValues): string[] {
  const appended = chosenEvaluation(details, values)?.evaluation.appendedMessages ?? [];
  const messages = [...details.prompt.messages, ...appended, ...userMessages(values)];
  const texts = messageTexts(messages as unknown as Json);
  return [...new Set(texts.flatMap(variablesOf))];
}

/** The values of a new form: empty, or those of an evaluation. */
export function initialValues(details: PromptDetails, evaluationId: string | undefined): RunValues {
  const chosen = chosenEvaluation(details, { evaluationId })?.evaluation;
  const variables = Object.entries(chosen?.variables ?? {});
  return {
    variables: new Map(variables.map(([name, value]) => [name, value ?? ""])),
    sendsEmpty: variables.some(([, value]) => value === null || value === ""),
    message: "",
    evaluationId,
  };
}

/** The values of a form that was sent. */
export function readValues(details: PromptDetails, form: URLSearchParams): RunValues {
  const text = (name: string): string => (form.get(name) ?? "").replaceAll("\r\n", "\n");
  const values: RunValues = {
    variables: new Map(),
    sendsEmpty: form.has("empty"),
    message: text("message"),
    evaluationId: form.get("evaluation") ?? undefined,
  };
  const names = formVariables(details, values);
  return {
    ...values,
    variables: new Map(names.map((name) => [name, text(variableFieldName(name))])),
  };
}

/** The body of the run with these values. Throws 400 if the prompt does not have the evaluation. */
export function runBody(details: PromptDetails, values: RunValues): RunBody {
  const { variables, sendsEmpty, evaluationId } = values;
  const chosen = chosenEvaluation(details, values);
  if (evaluationId !== undefined && !chosen)
    throw new HTTPException(400, {
      message: `The prompt has no evaluation ${evaluationId} any more, so its messages cannot be appended. Send the form again to run without them.`,
    });
  const appended = chosen?.evaluation.appendedMessages ?? [];
  const given = [...variables].filter(([, value]) => sendsEmpty || value !== "");
  return {
    variables: Object.fromEntries(given),
    appendMessages: [...appended, ...userMessages(values)],
  };
}

function userMessages({ message }: RunValues): Message[] {
  return message === "" ? [] : [{ role: "user", content: [{ type: "TEXT", text: message }] }];
}
