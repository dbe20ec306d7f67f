// Settings that the Responses API does not have, and models that only one API of OpenAI has.
import { describe, expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const promptWith = (parameters: string): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, ${parameters} }
messages: [{ role: user, content: Hello }]
`;
/** What validate says of the parameters, but for the end of the model. */
async function findingsOf(parameters: string): Promise<string[]> {
  const found = await diagnosticsOf(promptWith(parameters));
  return found.filter((each) => !each.startsWith("ending-model"));
}
const refused = (text: string): string => `refused-option a.yaml:3 ${text}`;
const responses = "options: { api: responses }";
const notSent = "it is not sent. Remove it, or describe the effect you want in the prompt.";
const useResponses = "Write api: responses under parameters.options.";

describe("the Responses API", () => {
  test.for<[string, string, string[]]>([
    [
      "has no seed and no penalties",
      `name: gpt-4.1, seed: 7, frequencyPenalty: 1, presencePenalty: 1, ${responses}`,
      ["seed", "frequencyPenalty", "presencePenalty"],
    ],
    [
      "has no stop sequences, for a model that takes them and for one that refuses them",
      "name: gpt-4.1, options: { api: responses, stopSequences: [a, b, c, d, e] }",
      ["stopSequences"],
    ],
    [
      "has no stop sequences for a model that refuses them",
      "name: o3, options: { api: responses, stopSequences: [a] }",
      ["stopSequences"],
    ],
    ["has no seed for other models", `name: my-model, seed: 7, ${responses}`, ["seed"]],
    ["has the other settings", `name: gpt-4.1, temperature: 0.2, maxTokens: 16, ${responses}`, []],
  ])("%s", async ([, parameters, names]) => {
    const found = names.map((name) => refused(`The Responses API has no ${name}: ${notSent}`));
    expect((await findingsOf(parameters)).toSorted()).toEqual(found.toSorted());
  });

  test("refuses maxTokens below 16", async () => {
    const found = await findingsOf(`name: gpt-4.1, maxTokens: 15, ${responses}`);
    expect(found).toEqual(["setting-range a.yaml:3 The Responses API refuses maxTokens: 15."]);
    expect(await findingsOf("name: gpt-4.1, maxTokens: 15")).toEqual([]);
  });

  test("takes what the Chat Completions API refuses: tools while a model reasons", async () => {
    expect(await findingsOf(`name: gpt-6-astra, ${responses}`)).toEqual([]);
  });
});

describe("models of one API", () => {
  test.for([
    "o1-pro",
    "o3-pro-2025-06-10",
    "o3-deep-research",
    "o4-mini-deep-research-2025-06-26",
    "gpt-5-pro",
    "gpt-5.2-pro-2025-12-11",
    "gpt-5.4-pro",
    "gpt-5.5-pro",
    "gpt-5-codex",
    "gpt-5.1-codex-max",
    "gpt-5.1-codex-mini",
    "gpt-5.3-codex",
    "codex-mini-latest",
    "computer-use-preview",
  ])("only the Responses API has %s", async (name) => {
    const found = await findingsOf(`name: ${name}`);
    const text = `The Chat Completions API does not have the model ${name}: every run fails. ${useResponses}`;
    expect(found).toEqual([refused(text)]);
    const ok = await findingsOf(`name: ${name}, ${responses}`);
    expect(ok).toEqual([]);
  });

  test("at another server, it is a warning", async () => {
    expect(await findingsOf("name: openai/gpt-5-pro")).toEqual([
      refused(
        `The Chat Completions API does not have the model openai/gpt-5-pro unless its server accepts it.`,
      ),
    ]);
  });

  test.for(["gpt-4o-search-preview", "gpt-5-search-api", "gpt-4o-audio-preview"])(
    "only the Chat Completions API has %s",
    async (name) => {
      const found = await findingsOf(`name: ${name}, ${responses}`);
      const text = `The Responses API does not have the model ${name}: every run fails. Remove api: responses.`;
      expect(found).toEqual([refused(text)]);
    },
  );

  test.for(["gpt-5", "gpt-5.1", "gpt-4.1", "gpt-5.6-terra", "my-model"])(
    "both have %s",
    async (name) => {
      expect(await findingsOf(`name: ${name}, ${responses}`)).toEqual([]);
    },
  );
});
