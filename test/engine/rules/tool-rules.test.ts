// Tools that models refuse in the Chat Completions API.
import { expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const tool = `kind: tool
name: find
description: Find orders.
parameters: { type: object, properties: {} }
---
`;

/** A prompt in the same file: its parameters are in line 8, its tools in line 9. */
const promptWith = (name: string, options = "{}", tools = "[find]"): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: ${name}, options: ${options} }
tools: ${tools}
messages: [{ role: user, content: Hello }]
`;

const inChat = "in the Chat Completions API";
const responses = "api: responses under parameters.options";

const never = (model: string, effect = ": every run fails"): string =>
  `refused-tools a.yaml:9 The model ${model} refuses tools ${inChat}${effect}. Write ${responses}.`;
const withEffort = (model: string, effort: string): string =>
  `refused-tools a.yaml:8 The model ${model} refuses tools with reasoningEffort: ${effort} ${inChat}: every run fails. Write ${responses}, or reasoningEffort: none.`;
const whileReasoning = (model: string): string =>
  `refused-tools a.yaml:9 The model ${model} refuses tools ${inChat} while it reasons.`;
/** Without the hint, as warnings are printed here. */
const possibly = (model: string): string =>
  never(model, " unless its server accepts it").replace(/\. Write .*/, ".");

test.for<[what: string, prompt: string, found: string[], custom?: string[]]>([
  ["a model that always reasons", promptWith("gpt-6-astra"), [never("gpt-6-astra")]],
  ["another one", promptWith("gpt-6.1-sol"), [never("gpt-6.1-sol")]],
  [
    "one that always reasons, with the effort none",
    promptWith("gpt-6-astra", "{ reasoningEffort: none }"),
    [
      "refused-option a.yaml:8 The model gpt-6-astra refuses reasoningEffort: none: every run fails. Use low, medium, high, xhigh or max, or remove it.",
      never("gpt-6-astra"),
    ],
  ],
  [
    "one that always reasons, in the Responses API",
    promptWith("gpt-6-astra", "{ api: responses }"),
    [],
  ],
  ["one that always reasons, without tools", promptWith("gpt-6-astra", "{}", "[]"), []],
  ["its name at a gateway", promptWith("openai/gpt-6-astra"), [possibly("openai/gpt-6-astra")]],
  [
    "its name at an address of the user's own",
    promptWith("gpt-6-astra"),
    [possibly("gpt-6-astra")],
    ["OPENAI"],
  ],
  ["a name that is not known", promptWith("my-astra-model"), []],
  ["a model that stops reasoning", promptWith("gpt-5.6-terra"), [whileReasoning("gpt-5.6-terra")]],
  [
    "one that stops reasoning, with the effort none",
    promptWith("gpt-5.6-terra", "{ reasoningEffort: none }"),
    [],
  ],
  [
    "one that stops reasoning, with another effort",
    promptWith("gpt-5.6-terra", "{ reasoningEffort: low }"),
    [withEffort("gpt-5.6-terra", "low")],
  ],
  [
    "one that stops reasoning, with another effort in the Responses API",
    promptWith("gpt-5.6-terra", "{ reasoningEffort: low, api: responses }"),
    [],
  ],
  ["a model that does not reason by itself", promptWith("gpt-5.4"), []],
  [
    "one that does not reason by itself, with an effort",
    promptWith("gpt-5.4", "{ reasoningEffort: medium }"),
    [withEffort("gpt-5.4", "medium")],
  ],
  [
    "a model that takes tools with every effort",
    promptWith("gpt-5.1", "{ reasoningEffort: medium }"),
    [],
  ],
])("tools of %s", async ([, prompt, found, customProviders = []]) => {
  expect(await diagnosticsOf(tool + prompt, { customProviders })).toEqual(found);
});
