// Promise 7: a saved plan does what was reviewed. A plan that is saved and read again is equal to the
// original, and its document is valid.
import { expect, it } from "vitest";
import type { Plan as PlanDocument } from "../../../src/generated/types.ts";
import { plan as isPlan } from "../../../src/generated/plan-validators.js";
import type { ExecutablePlan } from "../../../src/engine/model/plan.ts";
import { planDigest, savedPlan } from "../../../src/engine/review/plan-document.ts";
import { planFromDocument } from "../../../src/engine/review/plan-from-document.ts";
import { kinds } from "../../../src/kinds.ts";
import { checkCases, isWrite } from "./environment.ts";

/**
 * The plan without what a document does not have: the authors and subjects of commits, and the ETags
 * of steps, which come from the lists that apply makes.
 */
function asInDocument(plan: ExecutablePlan): ExecutablePlan {
  const text = JSON.stringify(plan, (key, value: unknown) =>
    key === "held" ? withoutFields(value as object) : value,
  );
  const { steps, ...others } = JSON.parse(text) as ExecutablePlan;
  return { ...others, steps: steps.map(({ observedTag: _tag, ...step }) => step) };
}

function withoutFields(held: object): object {
  const text = JSON.stringify(held, (key, value: unknown) =>
    key === "author" || key === "subject" ? "" : value,
  );
  return JSON.parse(text) as object;
}

it("a saved plan that is read again equals the original, and its document is valid", async () => {
  await checkCases(300, async (environment) => {
    const plan = await environment.plan();
    const text = JSON.stringify(
      savedPlan(plan, { createdAt: "2026-01-01T12:00:00.000Z", project: "." }),
    );
    const document = JSON.parse(text) as PlanDocument;
    expect([isPlan(document), isPlan.errors]).toEqual([true, null]);
    expect(document.digest).toBe(planDigest(document));
    expect(planFromDocument(kinds, document)).toEqual(asInDocument(plan));
    expect(environment.calls.filter(isWrite)).toEqual([]);
  });
});
