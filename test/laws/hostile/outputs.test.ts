// Promise 9: hostile text cannot act. Checks every text that a person reads (the tables in outputs/)
// with every category of hostile text.
import { expect, it } from "vitest";
import * as nameRefusals from "../../../src/engine/refusals/name-refusals.ts";
import * as refusals from "../../../src/engine/refusals/refusals.ts";
import { applyOutputs, savedPlanOutputs } from "./outputs/apply.ts";
import { fmtOutputs } from "./outputs/fmt.ts";
import { checkOutputs } from "./check-outputs.ts";
import { diagnosticOutputs } from "./outputs/diagnostics.ts";
import { commandLineOutputs } from "./outputs/command-line.ts";
import { planOutputs } from "./outputs/plan.ts";
import { promotionOutputs } from "./outputs/promotion.ts";
import { refusalOutputs, refusalCaseCount } from "./outputs/refusals.ts";
import { renderAndRunOutputs } from "./outputs/render-and-run.ts";

checkOutputs([
  ...planOutputs,
  ...applyOutputs,
  ...savedPlanOutputs,
  ...refusalOutputs,
  ...promotionOutputs,
  ...diagnosticOutputs,
  ...commandLineOutputs,
  ...renderAndRunOutputs,
  ...fmtOutputs,
]);

it("every refusal has a case", () => {
  expect(refusalCaseCount).toBe(Object.keys({ ...refusals, ...nameRefusals }).length);
});
