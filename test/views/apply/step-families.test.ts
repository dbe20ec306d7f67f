// The steps of an apply that share a line.
import { expect, it } from "vitest";
import { kinds } from "../../../src/kinds.ts";
import type { ExecutablePlan } from "../../../src/engine/model/plan.ts";
import { createStepFamilies } from "../../../src/views/apply/step-families.ts";
import { noHistory } from "../../fixtures/history.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
} from "../../fixtures/responses.ts";

const evaluation =
  "evaluations:\n  - { name: e, variables: { a: b }, assertions: [{ type: COST, targetThreshold: 1 }] }\n";

/** The lines after each step, as `verb address note`, and those of the steps that have none then. */
function linesOf(plan: ExecutablePlan, count = plan.steps.length): [string[], string[]] {
  const families = createStepFamilies(plan, kinds);
  const text = ({ verb, address, id, note }: ReturnType<typeof families.rest>[number]): string =>
    [verb, address, id, note].filter(Boolean).join(" ");
  const lines = plan.steps.slice(0, count).flatMap((step) =>
    families.add({
      type: "succeeded",
      step,
      id: `id-${step.verb}`,
      milliseconds: 1,
    }),
  );
  return [lines.map(text), families.rest().map(text)];
}

it("a new prompt has one line with its evaluations and assertions, after the last of them", async () => {
  const plan = await planOf(`${tool}---\n${prompt}${evaluation}`, {});
  expect(linesOf(plan)).toEqual([
    ["create tool/look id-create", "create prompt/Greet id-create with 1 evaluation, 1 assertion"],
    [],
  ]);
});

it("what succeeded of an incomplete one is listed step by step", async () => {
  const plan = await planOf(`${prompt}${evaluation}`, {});
  expect(linesOf(plan, 2)).toEqual([
    [],
    ["create prompt/Greet id-create", "create evaluation/Greet/e id-create"],
  ]);
});

it("a replaced evaluation has one line, with the id of the new one", async () => {
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
    assertions: [costResponse("y", "x")],
  };
  const plan = await planOf(`${prompt}${evaluation}`, remote, { history: noHistory });
  expect(linesOf(plan)[0]).toEqual(["replace evaluation/Greet/e id-create with 1 assertion"]);
});
