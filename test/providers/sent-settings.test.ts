// The settings that are left out of requests because the model refuses them.
import { expect, it } from "vitest";
import type { ModelParameters } from "../../src/generated/types.ts";
import { omittedSettings, sentSettings } from "../../src/providers/sent-settings.ts";
import { parametersOf } from "./prompts.ts";

const openai = "OPENAI";
const all = { temperature: 0.5, topP: 0.9, topK: 4, presencePenalty: 1, toolChoice: "required" };

it.each<[string, Partial<ModelParameters>, string[]]>([
  [
    "sampling settings of a reasoning model",
    { provider: openai, name: "o3", ...all },
    ["temperature", "topP", "presencePenalty"],
  ],
  [
    "parallelToolCalls of a model that takes no such field",
    { provider: openai, name: "o4-mini", parallelToolCalls: false },
    ["parallelToolCalls"],
  ],
  [
    "sampling settings of a preview",
    { name: "claude-mythos-preview", temperature: 0.5 },
    ["temperature"],
  ],
  ["nothing of another model", { provider: openai, name: "gpt-4.1", ...all }, []],
  ["nothing of an unknown model", { provider: openai, name: "my-alias", ...all }, []],
  ["nothing at the defaults", { provider: openai, name: "gpt-5" }, []],
  ["topP beside temperature", { name: "claude-opus-4-5", temperature: 0.5, topP: 0.9 }, ["topP"]],
  ["not topP alone", { name: "claude-opus-4-5", topP: 0.9 }, []],
  [
    "sampling settings beside an effort",
    {
      provider: openai,
      name: "gpt-5.4",
      ...all,
      toolChoice: "auto",
      options: { reasoningEffort: "low" },
    },
    ["temperature", "topP"],
  ],
  [
    "not sampling settings without reasoning",
    { provider: openai, name: "gpt-5.4", ...all, options: { reasoningEffort: "none" } },
    [],
  ],
  [
    "temperature beside thinking",
    {
      name: "claude-sonnet-4-6",
      temperature: 0.5,
      options: { extra: { thinking: { type: "adaptive" } } },
    },
    ["temperature"],
  ],
  [
    "not temperature beside thinking of an unknown model",
    { name: "my-alias", temperature: 0.5, options: { extra: { thinking: { type: "adaptive" } } } },
    [],
  ],
  ["a forced tool", { name: "claude-sonnet-5-5", toolChoice: "look" }, ["toolChoice"]],
  ["not toolChoice auto", { name: "claude-sonnet-5-5", toolChoice: "auto" }, []],
])("%s", (_, given, omitted) => {
  const parameters = parametersOf(given);
  expect(omittedSettings(parameters)).toEqual(omitted);
  expect(Object.keys(sentSettings(parameters)).filter((name) => omitted.includes(name))).toEqual(
    [],
  );
});
