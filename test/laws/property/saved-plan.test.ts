// A plan that is saved and read again is equal to the
// original, and its document is valid.
import { expect, it } from "vitest";
import type { Plan as PlanDocument } from "../../../src/generated/types.ts";
import { plan as isPlan } from "../../../src/generated/plan-validators.js";
import type { Alert } from "../../../src/engine/model/alert.ts";
import { type Kind, kindNamed } from "../../../src/engine/model/kind.ts";
import type { ExecutablePlan, Plan } from "../../../src/engine/model/plan.ts";
import { planDigest, savedPlan } from "../../../src/engine/review/plan-document.ts";
import { planFromDocument } from "../../../src/engine/review/plan-from-document.ts";
import { kinds } from "../../../src/kinds.ts";
import { planBasis } from "../../fixtures/plan-basis.ts";
import { checkCases, isWrite } from "./environment.ts";

/** The plan without what a document does not have: steps, counted users, authors and subjects of commits. */
function asInDocument({ listed: _listed, ids: _ids, ...plan }: ExecutablePlan): Plan {
  const changes = plan.changes.map((change) => ({ ...change, users: undefined }));
  const text = JSON.stringify({ ...plan, changes }, (key, value: unknown) => {
    if (key === "row") return `row of ${(value as Kind).kind}`;
    return key === "author" || key === "subject" ? "" : value;
  });
  const { alerts, ...read } = JSON.parse(text, (key, value: unknown) =>
    key === "row" ? kindNamed(kinds, String(value).slice("row of ".length)) : value,
  ) as Plan;
  return { ...read, ...(alerts && { alerts: alerts.map(asOneText) }), steps: [] };
}

/** A document has the text and the hint of an alert as one message. */
function asOneText({ text = [], hint, ...alert }: Alert): Alert {
  const words = hint ? [...text, "; ", ...hint] : text;
  const message = words.map((word) => (typeof word === "string" ? word : word.code)).join("");
  return { ...alert, text: [{ code: message }], facts: alert.facts ?? {} };
}

it("a saved plan that is read again equals the original, and its document is valid", async () => {
  await checkCases(300, async (environment) => {
    const plan = await environment.plan();
    const text = JSON.stringify(
      savedPlan(plan, planBasis, { createdAt: "2026-01-01T12:00:00.000Z", project: "." }),
    );
    const document = JSON.parse(text) as PlanDocument;
    expect([isPlan(document), isPlan.errors]).toEqual([true, null]);
    expect(document.digest).toBe(planDigest(document));
    expect(planFromDocument(kinds, document)).toEqual(asInDocument(plan));
    expect(environment.calls.filter(isWrite)).toEqual([]);
  });
});
