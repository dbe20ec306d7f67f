// Prompts with each combination of model options.
import type { JsonObject } from "../../src/engine/model/json.ts";
import type { ModelParameters, Prompt } from "../../src/generated/types.ts";
import { look, promptOf } from "./prompts.ts";

const schema = {
  type: "object",
  properties: { reason: { type: "string" }, topic: { enum: ["order", "other"] } },
  required: ["reason", "topic"],
  additionalProperties: false,
};
const efforts = [null, "none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
const schemas = [null, schema];
const stops = [null, ["END"], ["a", "b", "c", "d"]];
const toolLists = [[], [look]];

/** A prompt for each combination, in turn with models and other settings. */
function promptsFor(
  provider: ModelParameters["provider"],
  models: readonly string[],
  extras: readonly (JsonObject | null)[],
  settings: readonly Partial<ModelParameters>[],
  api?: "responses",
): Prompt[] {
  const prompts: Prompt[] = [];
  for (const reasoningEffort of efforts)
    for (const responseSchema of schemas)
      for (const stopSequences of stops)
        for (const tools of toolLists)
          for (const extra of extras) {
            const index = prompts.length;
            const name = models[index % models.length]!;
            // What no version of Anthropic's interface has, validate refuses for each of its models.
            const effort =
              provider === "ANTHROPIC" && reasoningEffort === "minimal" ? "low" : reasoningEffort;
            const options = {
              reasoningEffort: effort,
              responseSchema,
              stopSequences,
              extra,
              strictTools: index % 2 === 0,
              ...(api && { api }),
            };
            const parameters = { provider, name, ...settings[index % settings.length], options };
            const content = [{ type: "TEXT" as const, text: "Hi" }];
            const messages = [
              { role: "system" as const, content },
              { role: "user" as const, content },
            ];
            prompts.push({ ...promptOf(parameters, tools), messages });
          }
  return prompts;
}

const openai = promptsFor(
  "OPENAI",
  ["gpt-5.1", "gpt-5.6-terra", "gpt-6-astra", "my-model"],
  [
    null,
    { prompt_cache_key: "a", verbosity: "low" },
    { store: true, top_logprobs: 2, logprobs: true },
    { service_tier: "flex", metadata: { team: "a" }, logit_bias: { "50256": -100 } },
  ],
  [{}, { maxTokens: 100, toolChoice: "look" }, { seed: 7, parallelToolCalls: false }],
);
const responses = promptsFor(
  "OPENAI",
  ["gpt-5.1", "gpt-5-pro", "gpt-6-astra", "my-model"],
  [
    null,
    { prompt_cache_key: "a", text: { verbosity: "low" } },
    { store: true, reasoning: { summary: "auto" }, include: ["reasoning.encrypted_content"] },
    { service_tier: "flex", metadata: { team: "a" }, truncation: "auto", instructions: "Hi" },
  ],
  [
    {},
    { maxTokens: 100, toolChoice: "look", responseFormat: "JSON" },
    { parallelToolCalls: false },
  ],
  "responses",
);
const extras = [
  null,
  { metadata: { user_id: "a" }, service_tier: "auto" },
  { inference_geo: "us" },
  { cache_control: { type: "ephemeral" } },
];
const models = ["claude-opus-4-5", "claude-sonnet-5-5", "claude-fable-5-1", "my-model"];
const anthropic = promptsFor("ANTHROPIC", models, extras, [
  {},
  { maxTokens: 100, toolChoice: "auto" },
  { parallelToolCalls: false },
]);

/** Prompts with all kinds of model options, by the API of their requests. */
export const optionPrompts = { openai, responses, anthropic } as const;
