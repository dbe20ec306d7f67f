// A plan survives being saved: what is read back is the plan that was written, whole.
import { expect, it } from "vitest";
import type { Plan as PlanDocument } from "../../../src/generated/types.ts";
import { plan as isPlan } from "../../../src/generated/plan-validators.js";
import { planDigest, savedPlan } from "../../../src/engine/saved-plan/plan-document.ts";
import { planFromDocument } from "../../../src/engine/saved-plan/read-plan.ts";
import { kinds } from "../../../src/kinds.ts";
import { inWorlds, isWrite } from "./environment.ts";

it("a saved plan is read back as it was, and its document is valid", async () => {
  await inWorlds(300, async (world) => {
    const plan = await world.plan();
    const text = JSON.stringify(
      savedPlan(plan, { createdAt: "2026-01-01T12:00:00.000Z", project: "." }),
    );
    const document = JSON.parse(text) as PlanDocument;
    expect([isPlan(document), isPlan.errors]).toEqual([true, null]);
    expect(document.digest).toBe(planDigest(document));
    expect(planFromDocument(kinds, document)).toEqual(plan);
    expect(world.calls.filter(isWrite)).toEqual([]);
  });
});
