// Evaluations in place, and those a service holds, for the tests of their identity.
import type { JsonObject } from "../../src/engine/json.ts";
import { costAnswer, evaluationAnswer, prompt, promptAnswer, said } from "./answers.ts";
import { inShort, type PlanGiven, planOf } from "./memory.ts";

export const cost = (...limits: number[]): string =>
  `assertions: [${limits.map((each) => `{ type: COST, targetThreshold: ${each} }`).join(", ")}]`;
export const hi = "appendedMessages: [{ role: user, content: hi }]";
export const ab = "variables: { a: b }";
export const hiHeld = { appendedMessages: [said("hi")] };
export const abHeld = { variables: { a: "b" } };

/** An evaluation the service holds, with assertions of these limits: `x/1`, `x/2` and so on. */
export function held(id: string, fields: JsonObject = {}, ...limits: number[]): JsonObject[][] {
  return [
    [evaluationAnswer(id, "p", fields)],
    limits.map((targetThreshold, index) =>
      costAnswer(`${id}/${index + 1}`, id, { targetThreshold }),
    ),
  ];
}

/** The plan of evaluations in place, for a prompt that is there with these. */
export async function plan(
  evaluations: string[],
  there: JsonObject[][][],
  given: PlanGiven = {},
): Promise<string[]> {
  const list = evaluations.map((each, index) => `\n  - { name: e${index + 1}, ${each} }`).join("");
  const made = await planOf(
    `${prompt}evaluations:${list === "" ? " []" : list}\n`,
    {
      prompts: [promptAnswer("p")],
      evaluations: there.flatMap(([own]) => own!),
      assertions: there.flatMap(([, assertions]) => assertions!),
    },
    given,
  );
  return inShort(made);
}

export type Row = readonly [
  sentence: string,
  evaluations: string[],
  there: JsonObject[][][],
  given: PlanGiven,
  plan: string[],
];
