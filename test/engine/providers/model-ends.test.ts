import { expect, test } from "vitest";
import { modelEnd, modelEnds } from "../../../src/engine/providers/model-ends.ts";

test("each row names its page, its date and the day on which it was read", () => {
  for (const { page, ends, checked } of modelEnds) {
    expect(page).toMatch(/^https:\/\//);
    for (const day of [ends, checked])
      expect(new Date(day).toISOString()).toBe(`${day}T00:00:00.000Z`);
  }
});

test("no model has two rows", () => {
  const names = modelEnds.flatMap(({ provider, models }) =>
    models.map((model) => `${provider} ${model}`),
  );
  expect(new Set(names).size).toBe(names.length);
});

test.for([
  ["OPENAI", "gpt-4o", "2027-01-14"],
  ["OPENAI", "gpt-4o-2024-08-06", "2027-01-14"],
  ["OPENAI", "gpt-4o-2024-05-13", "2026-10-23"],
  ["OPENAI", "ft:gpt-4.1-mini-2025-04-14:acme::1", "2027-01-14"],
  ["OPENAI", "gpt-4-32k", "2025-06-06"],
  ["OPENAI", "gpt-4-vision-preview", "2024-12-06"],
  ["OPENAI", "text-davinci-003", "2024-01-04"],
  ["OPENAI", "gpt-4-0314", "2026-03-26"],
  ["OPENAI", "gpt-4-0613", "2026-10-23"],
  ["OPENAI", "gpt-4-turbo-preview", "2026-03-26"],
  ["OPENAI", "gpt-4.5-preview-2025-02-27", "2025-07-14"],
  ["OPENAI", "o1-preview", "2025-07-28"],
  ["OPENAI", "o1-mini-2024-09-12", "2025-10-27"],
  ["OPENAI", "gpt-3.5-turbo-0613", "2024-09-13"],
  ["OPENAI", "gpt-3.5-turbo-0125", "2026-10-23"],
  ["OPENAI", "chatgpt-4o-latest", "2026-02-17"],
  ["OPENAI", "gpt-5.4", undefined],
  ["ANTHROPIC", "claude-sonnet-4-5-20250929", "2026-11-30"],
  ["ANTHROPIC", "claude-opus-4-20250514", "2026-06-15"],
  ["ANTHROPIC", "claude-3-5-sonnet-latest", "2025-10-28"],
  ["ANTHROPIC", "gpt-4o", undefined],
] as const)("%s %s ends: %s", ([provider, model, ends]) => {
  expect(modelEnd(provider, model)?.ends).toBe(ends);
});
