import { endingModels } from "../../../src/engine/rules/model-rules.ts";
import { describe, expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const toolNamed = (name: string, key = name): string => `kind: tool
name: ${name}
key: ${key}
description: Look up.
parameters: { type: object }
---
`;

function promptWith(parameters: string, tools = "[]"): string {
  return `kind: prompt
name: Greeter
tools: ${tools}
parameters: { ${parameters} }
messages: [{ role: user, content: Hello }]
`;
}

describe("settings", () => {
  const openai = "provider: OPENAI, name: gpt-5.4";
  const anthropic = "provider: ANTHROPIC, name: claude-sonnet-4-6";
  const inNewSdks = (setting: string): string =>
    `sampling-setting: The API version of Anthropic's SDKs from 1.0 (2026-10-21) refuses ${setting}`;
  test.for([
    [`${openai}, temperature: 2, topP: 0, frequencyPenalty: -2, presencePenalty: 2`],
    [`${openai}, temperature: 2.1`, "setting-range: OpenAI refuses temperature: 2.1"],
    [`${openai}, temperature: -0.1`, "setting-range: OpenAI refuses temperature: -0.1"],
    [`${openai}, topP: 1.1`, "setting-range: OpenAI refuses topP: 1.1"],
    [`${openai}, frequencyPenalty: 2.5`, "setting-range: OpenAI refuses frequencyPenalty: 2.5"],
    [`${openai}, presencePenalty: -3`, "setting-range: OpenAI refuses presencePenalty: -3"],
    [`${openai}, maxTokens: 0`, "setting-range: OpenAI refuses maxTokens: 0"],
    [`${openai}, maxTokens: 1.5`, "setting-range: OpenAI refuses maxTokens: 1.5"],
    [`${openai}, seed: 1.5`, "setting-range: OpenAI refuses seed: 1.5"],
    [`${anthropic}, temperature: 0, topK: 5`, inNewSdks("temperature"), inNewSdks("topK")],
    [
      `${anthropic}, temperature: 1.5`,
      "setting-range: Anthropic refuses temperature: 1.5",
      inNewSdks("temperature"),
    ],
    [
      `${anthropic}, temperature: 0.5, topP: 0.5`,
      inNewSdks("temperature"),
      "refused-setting: The model claude-sonnet-4-6 refuses temperature together with topP",
      inNewSdks("topP"),
    ],
    [`${anthropic}, temperature: 0.5, topP: 1`, inNewSdks("temperature")],
    ["provider: ANTHROPIC, name: my-own-model, temperature: 0.5"],
    ["provider: ANTHROPIC, name: claude-opus-4-8, temperature: 1, maxTokens: 10"],
    [
      "provider: ANTHROPIC, name: claude-opus-4-8, temperature: 0.2, topK: 3",
      "refused-setting: The model claude-opus-4-8 refuses temperature",
      "refused-setting: The model claude-opus-4-8 refuses topK",
    ],
    [
      "provider: OPENAI, name: gpt-6-luna, presencePenalty: 1",
      "refused-setting: The model gpt-6-luna refuses presencePenalty",
    ],
    ["provider: OPENAI, name: my-own-model, temperature: 0.2"],
  ])("%s", async ([parameters, ...expected]) => {
    const lines = expected.map((each) => `${each.replace(": ", " a.yaml:4 ")}.`);
    expect(await diagnosticsOf(promptWith(parameters!))).toEqual(lines);
  });
});

describe("tools", () => {
  const lookup = toolNamed("lookup");
  const line = "refused-tools a.yaml";
  test.for([
    ["an attached tool as toolChoice", lookup, "gpt-5.4, toolChoice: lookup", "[lookup]", []],
    ["required", lookup, "gpt-5.4, toolChoice: required", "[lookup]", []],
    [
      "another name as toolChoice",
      lookup,
      "gpt-5.4, toolChoice: lokup",
      "[lookup]",
      [`${line}:10 The prompt has no tool "lokup": providers refuse this toolChoice.`],
    ],
    [
      "two tools of one name",
      toolNamed("lookup", "a") + toolNamed("lookup", "b"),
      "gpt-5.4",
      "[a, b]",
      [`${line}:15 Another tool of this prompt has the name "lookup": providers refuse it.`],
    ],
    [
      "tools for a model that refuses them in the Chat Completions API",
      lookup,
      "gpt-6-luna",
      "[lookup]",
      [
        `${line}:9 The model gpt-6-luna refuses tools in the Chat Completions API while it reasons.`,
      ],
    ],
  ] as const)("%s", async ([_name, tools, model, names, expected]) => {
    const prompt = promptWith(`provider: OPENAI, name: ${model}`, names);
    expect(await diagnosticsOf(tools + prompt)).toEqual(expected);
  });

  test("a call that some models refuse to be forced to", async () => {
    const parameters = "provider: ANTHROPIC, name: claude-opus-5-5, toolChoice: required";
    expect(await diagnosticsOf(lookup + promptWith(parameters, "[lookup]"))).toEqual([
      `${line}:10 The model claude-opus-5-5 refuses to be forced to call a tool.`,
    ]);
  });
});

describe("models", () => {
  test.for([
    ["OPENAI", "claude-haiku-4-5", "ANTHROPIC", "Anthropic"],
    ["ANTHROPIC", "gpt-5.4", "OPENAI", "OpenAI"],
  ] as const)("%s with %s belongs to %s", async ([provider, name, _owner, label]) => {
    expect(await diagnosticsOf(promptWith(`provider: ${provider}, name: ${name}`))).toEqual([
      `other-provider a.yaml:4 ${name} is a model of ${label}, but the provider is ${provider}.`,
    ]);
  });

  const gpt4o = promptWith("provider: OPENAI, name: gpt-4o");
  test.for([
    ["2026-11-14", []],
    ["2026-11-15", ["ending-model a.yaml:4 OpenAI ends the model gpt-4o on 2027-01-14."]],
    ["2027-01-13", ["ending-model a.yaml:4 OpenAI ends the model gpt-4o on 2027-01-14."]],
    ["2027-01-14", ["ending-model a.yaml:4 OpenAI ended the model gpt-4o on 2027-01-14."]],
  ] as const)("an end on 2027-01-14, seen on %s", async ([today, expected]) => {
    expect(await diagnosticsOf(gpt4o, { today })).toEqual(expected);
  });

  const named = (name: string): string => gpt4o.replace("Greeter", name);
  const ignored = `# promptctl-ignore: ending-model\n${named("B")}`;

  test("a comment ignores the end for its document only", async () => {
    expect(await diagnosticsOf({ "b.yaml": ignored, "c.yaml": named("C") })).toEqual([
      "ending-model c.yaml:4 OpenAI ends the model gpt-4o on 2027-01-14.",
    ]);
  });
});

test.for([
  ["o4-mini", "Its replacement is gpt-5.6-terra (", "gpt-5.6-terra"],
  ["gpt-4.5-preview", "Choose another model (", "MODEL"],
] as const)(
  "the hint for %s has the command that compares another model",
  ([name, start, model]) => {
    const spec = { parameters: { provider: "OPENAI", name } };
    const definition = { address: "prompt/Say *", spec };
    const subject = { definition } as unknown as Parameters<typeof endingModels>[0];
    const project = { today: "2026-11-24" } as unknown as Parameters<typeof endingModels>[1];
    const [finding] = [endingModels(subject, project)].flat();
    expect(finding!.hint!.startsWith(start)).toBe(true);
    expect(finding!.hint!.split("To compare: ")[1]).toBe(
      `promptctl test --target 'prompt/Say \\*' --with parameters.name=${model}`,
    );
  },
);
