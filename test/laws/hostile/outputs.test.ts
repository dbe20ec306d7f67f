// Every text that a person reads, against every sort of hostile text.
import { expect, it } from "vitest";
import * as refusals from "../../../src/engine/model/refusals.ts";
import { applies, savedPlans } from "./applies.ts";
import { formatting } from "./formatting.ts";
import { judgeAll } from "./matrix.ts";
import { mistakes } from "./mistakes.ts";
import { places } from "./places.ts";
import { plans } from "./plans.ts";
import { refusalOutputs, refusalsShown } from "./refusals.ts";
import { replies } from "./replies.ts";

judgeAll([
  ...plans,
  ...applies,
  ...savedPlans,
  ...refusalOutputs,
  ...mistakes,
  ...places,
  ...replies,
  ...formatting,
]);

it("every refusal has a row", () => {
  expect(refusalsShown).toBe(Object.keys(refusals).length);
});
