// The digest of definitions and settings.
import { expect, it } from "vitest";
import { definitionsDigest } from "../../../src/engine/review/executable-plan.ts";
import { factsOf, loadTexts, planOptions, type Texts } from "../../fixtures/in-memory.ts";
import { prompt, tool } from "../../fixtures/responses.ts";

const digestOf = async (texts: Texts, settings = {}): Promise<string> => {
  const { definitions } = await loadTexts(texts);
  return definitionsDigest({
    definitions,
    policy: { ...planOptions, ...settings },
    facts: { ...factsOf("https://prompts.test"), ...settings },
  });
};

it("the digest depends on the content of the definitions, not on their format", async () => {
  const one = await digestOf(`${tool}---\n${prompt}`);
  const files = {
    "x/b.yml": `# a comment\n${prompt}metadata: { a: b }\n`,
    "a.yaml": tool.replace("{}", " { }"),
  };
  expect(await digestOf(files)).toBe(one);
  expect(await digestOf(`${tool}---\n${prompt}evaluations: []\n`)).not.toBe(one);
  expect(await digestOf(`${tool.replace(": d", ": e")}---\n${prompt}`)).not.toBe(one);
});

it.each([
  { scope: ["tool/*"] },
  { maxDeletePercent: 7 },
  { capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false } },
  { pins: { "tool/look": "1" } },
  { keep: ["tool/*"] },
  { conflicts: "refuse" },
])("the digest depends on the setting %j", async (settings) => {
  expect(await digestOf(tool, settings)).not.toBe(await digestOf(tool));
});
