import { expect, test } from "vitest";
import { changedSettings, settingDefaults } from "../../../src/engine/providers/model-settings.ts";

test("the defaults are those that docs/definitions.md lists", () => {
  expect(settingDefaults).toEqual({
    responseFormat: "TEXT",
    temperature: 1,
    topP: 1,
    topK: null,
    frequencyPenalty: 0,
    presencePenalty: 0,
    maxTokens: null,
    seed: null,
    toolChoice: null,
    stream: false,
    parallelToolCalls: true,
  });
});

test("a setting without a value, or with its default, has not changed", () => {
  const parameters = { name: "m", temperature: 1, topP: null, toolChoice: "", topK: 0, seed: 5 };
  expect(changedSettings(parameters)).toEqual(["topK", "seed"]);
});
