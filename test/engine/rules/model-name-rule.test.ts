import { describe, expect, it, test } from "vitest";
import { modelEnds } from "../../../src/engine/rules/model-ends.ts";
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

/** Names that providers have or had, most of them unknown to the price table in this form. */
const real = `gpt-3.5-turbo gpt-3.5-turbo-0125 gpt-3.5-turbo-16k gpt-3.5-turbo-instruct-0914 gpt-35-turbo gpt-4
gpt-4-0613 gpt-4-32k-0613 gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-4-turbo-preview gpt-4-1106-preview
gpt-4-1106-vision-preview gpt-4o gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20 gpt-4o-mini
gpt-4o-mini-2024-07-18 gpt-4o-audio-preview-2025-06-03 gpt-4o-mini-audio-preview-2024-12-17
gpt-4o-realtime-preview-2025-06-03 gpt-4o-mini-realtime-preview gpt-4o-search-preview-2025-03-11
gpt-4o-mini-search-preview gpt-4o-mini-transcribe-2025-12-15 gpt-4o-mini-tts-2025-12-15
gpt-4o-transcribe-diarize gpt-4.1 gpt-4.1-2025-04-14 gpt-4.1-mini gpt-4.1-nano-2025-04-14 gpt-4.5-preview
gpt-4.5-preview-2025-02-27 gpt-5 gpt-5-2025-08-07 gpt-5-mini gpt-5-nano-2025-08-07 gpt-5-pro gpt-5-codex
gpt-5-chat-latest gpt-5-search-api gpt-5-search-api-2025-10-14 gpt-5.1 gpt-5.1-chat-latest gpt-5.1-codex
gpt-5.1-codex-max gpt-5.1-codex-mini gpt-5.2 gpt-5.2-pro gpt-5.3-codex gpt-5.4 gpt-5.4-mini gpt-5.4-nano-2026-03-17
gpt-5.6-sol gpt-5.6-luna-2026-07-01 gpt-6-astra gpt-6-luna o1 o1-2024-12-17 o1-mini o1-preview o1-pro o3 o3-mini
o3-pro-2025-06-10 o3-deep-research o4-mini o4-mini-deep-research-2025-06-26 chatgpt-4o-latest codex-mini-latest
computer-use-preview-2025-03-11 gpt-oss-120b gpt-oss-20b gpt-image-1 gpt-audio-mini gpt-realtime-mini-2025-12-15
dall-e-3 tts-1 tts-1-hd whisper-1 sora-2 sora-2-pro text-embedding-3-small text-davinci-003 davinci-002 babbage-002
omni-moderation-latest claude-instant-1 claude-instant-1.2 claude-2.0 claude-2.1 claude-3-haiku-20240307
claude-3-sonnet-20240229 claude-3-opus-20240229 claude-3-opus-latest claude-3-5-haiku-20241022
claude-3-5-haiku-latest claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022 claude-3-5-sonnet-latest
claude-3-7-sonnet-20250219 claude-3-7-sonnet-latest claude-sonnet-4-20250514 claude-sonnet-4-0 claude-sonnet-4
claude-opus-4-20250514 claude-opus-4-0 claude-opus-4-1-20250805 claude-opus-4-1 claude-sonnet-4-5-20250929
claude-haiku-4-5-20251001 claude-haiku-4-5 claude-opus-4-5-20251101 claude-opus-4-6 claude-sonnet-4-6
claude-opus-4-8 claude-opus-5 claude-sonnet-5 claude-sonnet-5-5 claude-fable-5 claude-fable-5-1-20261001`;

/** Names that a provider could give its next models. */
const next = `gpt-5.7 gpt-5.10 gpt-5.4-micro gpt-5.9-mini gpt-6 gpt-6.1-sol gpt-6.1-terra gpt-6-nova gpt-7 gpt-7-mini o5 o5-mini
o6-pro gpt-4.2 gpt-4.2-mini-2027-01-01 gpt-5.3-mini claude-haiku-5 claude-opus-6 claude-opus-5-6-20270101
claude-sonnet-4-7 claude-mythos-5 claude-sonnet-5-10 claude-opus-4-9-latest`;

/** Names of gateways, versions and fine-tuned models, and of other vendors. */
const foreign = `openai/gpt-4o-mni anthropic/claude-sonnet-4.6 claude-sonet-4@20250514 ft:gpt-4o-mni-2024-07-18:acme::1
us.anthropic.claude-sonet-4-5-20250929-v1:0 anthropic.claude-opus-4-6-v1 my-deployment gpt-test claude-test
mistral-large-latest gemini-3-pro llama3.1`;

describe("no warning for", () => {
  it.each([
    ["a name that a provider has or had", real.split(/\s/)],
    ["a name that a provider could give its next model", next.split(/\s/)],
    ["a name of a gateway, of a fine-tuned model or of another vendor", foreign.split(/\s/)],
    ["a known model", Object.values(modelNames).flat()],
    ["a model with an announced end", modelEnds.flatMap(({ models }) => models)],
  ])("%s", (_name, names) => {
    expect(names.filter((name) => similarModel(name, knownOf(name)) !== undefined)).toEqual([]);
  });

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
