import { expect, it } from "vitest";
import { isIncomplete, type StopReason } from "../../../src/engine/model/prompt-run.ts";

it.each<[StopReason, boolean]>([
  ["complete", false],
  ["tool-calls", false],
  ["truncated", true],
  ["filtered", true],
  ["refused", true],
  ["other", true],
])("a reply with the stop reason %s is incomplete: %s", (reason, expected) => {
  expect(isIncomplete(reason)).toBe(expected);
});
