import { describe, expect, it, test } from "vitest";
import { similarModel } from "../../../src/engine/rules/model-name-rule.ts";
import { modelNames } from "../../../src/generated/model-names.ts";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const knownOf = (name: string): readonly string[] =>
  modelNames[/claude|opus|sonnet|haiku|calude/i.test(name) ? "ANTHROPIC" : "OPENAI"]!;

test.each([
  ["claude-haiku-45", "claude-haiku-4-5"],
  ["claude-haiku-45-20251001", "claude-haiku-4-5-20251001"],
  ["claude-sonnet-4.6", "claude-sonnet-4-6"],
  ["claude-sonnet-4_6", "claude-sonnet-4-6"],
  ["claude-sonet-4-6", "claude-sonnet-4-6"],
  ["calude-sonnet-4-6", "claude-sonnet-4-6"],
  ["claude-opsu-4-8", "claude-opus-4-8"],
  ["Claude-Opus-4-8", "claude-opus-4-8"],
  ["gpt-4o-mni", "gpt-4o-mini"],
  ["gpt-4o-mni-2024-07-18", "gpt-4o-mini-2024-07-18"],
  ["gpt-4o-min", "gpt-4o-mini"],
  ["gpt-4o_mini", "gpt-4o-mini"],
  ["gpt4o", "gpt-4o"],
  ["GPT-4o", "gpt-4o"],
  ["gtp-4.1", "gpt-4.1"],
  ["gpt-41", "gpt-4.1"],
  ["o3mini", "o3-mini"],
  ["chatgpt4o-latest", "chatgpt-4o-latest"],
])("%s: did you mean %s?", (name, similar) => {
  expect(similarModel(name, knownOf(name))).toBe(similar);
});

describe("no warning for", () => {
  it("a known model, if the table did not know it, or any of its spellings", () => {
    const spelling = (name: string): string => name.replace(/[.-]/g, "");
    for (const names of Object.values(modelNames))
      for (const name of names) {
        const base = spelling(name).replace(/\d{8}$|latest$/, "");
        const others = names.filter((each) => !spelling(each).startsWith(base));
        expect([name, similarModel(name, others)]).toEqual([name, undefined]);
      }
  });
});

const prompt = (name: string, provider = "ANTHROPIC"): string =>
  `kind: prompt\nname: ${name}\nparameters: { provider: ${provider}, name: claude-haiku-45 }\nmessages: [{ role: user, content: Hi }]\n`;

it("is one warning for all prompts with the name, with a suggestion", async () => {
  expect(await diagnosticsOf({ "a.yaml": prompt("A"), "b.yaml": prompt("B") })).toEqual([
    "unknown-model a.yaml:3 No model claude-haiku-45 of Anthropic is known. 2 prompts use it.",
  ]);
});

it("is no warning for a provider with an address of one's own, or an unknown one", async () => {
  const own = { customProviders: ["ANTHROPIC"] };
  expect(await diagnosticsOf({ "a.yaml": prompt("A") }, own)).toEqual([]);
  expect(await diagnosticsOf({ "a.yaml": prompt("A", "LOCAL") })).not.toContainEqual(
    expect.stringContaining("unknown-model"),
  );
});
