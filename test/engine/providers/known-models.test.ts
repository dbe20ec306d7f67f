import { describe, expect, test } from "vitest";
import { providerFacts } from "../../../src/engine/providers/provider-facts.ts";
import {
  baseModel,
  providerOfModel,
  refusedBy,
} from "../../../src/engine/providers/known-models.ts";

test("each row names its sources and the day on which they were read", () => {
  for (const { source, checked, refusals } of Object.values(providerFacts)) {
    for (const each of [source, ...refusals.map((row) => row.source)])
      expect(each).toMatch(/^https:\/\//);
    expect(new Date(checked).toISOString()).toBe(`${checked}T00:00:00.000Z`);
  }
});

describe("what a model refuses", () => {
  const openai = ["temperature", "topP", "frequencyPenalty", "presencePenalty"];
  const haiku = ["temperature", "topP", "topK", "prefill"];
  const anthropic = [...haiku.slice(0, 3), "thinkingBudget", "prefill"];
  test.for([
    ["OPENAI", "gpt-4.1", []],
    ["OPENAI", "gpt-4o-2024-08-06", []],
    ["OPENAI", "gpt-35-turbo", []],
    ["OPENAI", "gpt-5-chat-latest", []],
    ["OPENAI", "gpt-5", [...openai, "stopSequences"]],
    ["OPENAI", "gpt-5-mini-2025-08-07", [...openai, "stopSequences"]],
    ["OPENAI", "gpt-5.1", ["samplingWithEffort"]],
    ["OPENAI", "gpt-5.4-mini", ["samplingWithEffort", "toolsWithEffort"]],
    ["OPENAI", "gpt-5.5", openai],
    ["OPENAI", "gpt-5.6-luna", [...openai, "toolsInChat", "toolsWithEffort"]],
    ["OPENAI", "gpt-6.1-sol", [...openai, "toolsInChat", "toolsWithEffort"]],
    ["OPENAI", "o3", [...openai, "parallelToolCalls", "stopSequences"]],
    ["OPENAI", "o4-mini", [...openai, "parallelToolCalls", "stopSequences"]],
    ["OPENAI", "ft:o4-mini-2025-04-16:acme::1", [...openai, "parallelToolCalls", "stopSequences"]],
    ["OPENAI", "azure/eu-o1-2024-12-17", [...openai, "parallelToolCalls"]],
    ["OPENAI", "gpt-4o-search-preview", ["responses", ...openai]],
    ["OPENAI", "gpt-4o-mini-search-preview-2025-03-11", ["responses", ...openai]],
    ["OPENAI", "openai/gpt-5", [...openai, "stopSequences"]],
    ["OPENAI", "azure/eu-prod-gpt-5-mini", [...openai, "stopSequences"]],
    ["OPENAI", "openai/gpt-5.6-terra:nitro", [...openai, "toolsInChat", "toolsWithEffort"]],
    ["OPENAI", "openai/gpt-4.1", []],
    ["OPENAI", "team-o3", [...openai, "parallelToolCalls", "stopSequences"]],
    ["OPENAI", "openai.gpt-oss-20b-1:0", []],
    ["OPENAI", "anthropic/claude-sonnet-5", []],
    ["ANTHROPIC", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", ["temperatureWithTopP"]],
    ["ANTHROPIC", "claude-sonnet-4-5@20250929", ["temperatureWithTopP"]],
    ["ANTHROPIC", "anthropic/claude-opus-4.7", anthropic],
    ["ANTHROPIC", "gpt-5", []],
    ["ANTHROPIC", "claude-sonnet-4-5-20250929", ["temperatureWithTopP"]],
    ["ANTHROPIC", "claude-sonnet-4-6", ["temperatureWithTopP", "prefill"]],
    ["ANTHROPIC", "claude-opus-4-7", anthropic],
    ["ANTHROPIC", "claude-haiku-5-5", haiku],
    ["ANTHROPIC", "claude-sonnet-5", anthropic],
    ["ANTHROPIC", "claude-opus-5-5", [...anthropic, "forcedToolChoice"]],
    ["ANTHROPIC", "claude-mythos-preview", [...haiku, "forcedToolChoice"]],
    ["ANTHROPIC", "us.anthropic.claude-mythos-preview-v1:0", [...haiku, "forcedToolChoice"]],
    ["ANTHROPIC", "claude-mythos-5", anthropic],
    ["ANTHROPIC", "claude-mythos-5-1", [...anthropic, "forcedToolChoice"]],
    ["ANTHROPIC", "claude-fable-5-2", [...anthropic, "forcedToolChoice"]],
    ["ANTHROPIC", "my-model", []],
  ] as const)("%s %s", ([provider, model, refused]) => {
    expect([...refusedBy(provider, model)]).toEqual(refused);
  });
});

test.for([
  ["gpt-4.1-2025-04-14", "gpt-4.1"],
  ["claude-opus-4-5-20251101", "claude-opus-4-5"],
  ["claude-3-7-sonnet-latest", "claude-3-7-sonnet"],
  ["ft:gpt-4.1-mini-2025-04-14:acme::1", "gpt-4.1-mini"],
] as const)("%s belongs to %s", ([model, base]) => {
  expect(baseModel(model)).toBe(base);
});

test.for([
  ["gpt-4o", "OPENAI"],
  ["ft:gpt-4o:acme::1", "OPENAI"],
  ["o3-mini", "OPENAI"],
  ["claude-haiku-4-5", "ANTHROPIC"],
  ["gpt-oss-120b", undefined],
  ["my-model", undefined],
] as const)("the provider of %s is %s", ([model, provider]) => {
  expect(providerOfModel(model)).toBe(provider);
});
