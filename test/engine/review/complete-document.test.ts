// A saved plan whose change lacks what its action needs is damaged, also if its digest is right.
import { expect, it } from "vitest";
import type { Plan as PlanDocument } from "../../../src/generated/types.ts";
import { savedPlan } from "../../../src/engine/review/plan-document.ts";
import { isComplete } from "../../../src/engine/review/plan-from-document.ts";
import { kinds } from "../../../src/kinds.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { planBasis } from "../../fixtures/plan-basis.ts";
import {
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";

/** A plan with a create, an update, a replace and a delete. */
const plan = await planOf(
  `${tool}---\n${tool.replace("look", "other")}---\n${prompt}evaluations: [{ name: e, variables: { a: b } }]\n`,
  {
    tools: [toolResponse("t", { description: "x" }), toolResponse("u", { name: "old" })],
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("e", "p", { variables: { a: "b" }, weight: 0.5 })],
  },
  { prune: true, allowMassDelete: true },
);
const saved = JSON.parse(
  JSON.stringify(savedPlan(plan, planBasis, { createdAt: "2026-01-01T00:00:00Z", project: "." })),
) as PlanDocument;

it.each([
  ["create", "body"],
  ["update", "id", "body", "before"],
  ["replace", "id", "body", "before", "childCreates"],
  ["delete", "id", "before", "reason", "cascades"],
] as const)("a %s needs its fields", (action, ...fields) => {
  expect(isComplete(kinds, saved)).toBe(true);
  expect(saved.changes.map((change) => change.action)).toContain(action);
  for (const field of fields) {
    const changes = saved.changes.map((change) =>
      change.action === action ? { ...change, [field]: undefined } : change,
    );
    expect([field, isComplete(kinds, { ...saved, changes } as PlanDocument)]).toEqual([
      field,
      false,
    ]);
  }
});
