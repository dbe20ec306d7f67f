// What models refuse in every request, as data: rows of the table of providers.
import type { Setting } from "./model-settings.ts";

/** What a model refuses: a setting with another value than its default, or a use of the API. */
export type Refused =
  | Setting
  /** `temperature` and `topP` in one request. */
  | "temperatureWithTopP"
  /** `temperature`, `topP` and probabilities of tokens with another effort than none. */
  | "samplingWithEffort"
  /** `thinking: { type: enabled }` with a budget of tokens. */
  | "thinkingBudget"
  /** `toolChoice` with the value `required` or the name of a tool. */
  | "forcedToolChoice"
  /** Tools in the Chat Completions API, unless the request turns reasoning off. */
  | "toolsInChat"
  /** Tools in the Chat Completions API with another effort than none. */
  | "toolsWithEffort"
  | "stopSequences"
  /** Every request to an API of its provider. */
  | "chat"
  | "responses"
  /** A last message of the role assistant, which the model would continue. */
  | "prefill";

export interface ModelRefusal {
  /** Matches the name of a model, without the date of its snapshot. */
  readonly models: RegExp;
  readonly refused: readonly Refused[];
  readonly source: string;
}

const anthropicSampling = ["temperature", "topP", "topK"] as const;
const openaiSampling = ["temperature", "topP", "frequencyPenalty", "presencePenalty"] as const;

/** The models of Anthropic. */
export const anthropicRefusals: readonly ModelRefusal[] = [
  {
    models: /^claude-(?:opus-4[.-][156]|sonnet-4[.-][56]|haiku-4[.-]5)$/,
    refused: ["temperatureWithTopP"],
    source: "https://platform.claude.com/docs/en/models/haiku-4-5/migration-guide",
  },
  {
    models: /^claude-(?:opus-4[.-][78]|(?:opus|sonnet|haiku|fable|mythos)-[5-9](?:[.-]\d+)?)$/,
    refused: anthropicSampling,
    source: "https://platform.claude.com/docs/en/models/sonnet-5/migration-guide",
  },
  {
    models: /^claude-(?:opus-4[.-][78]|(?:opus|sonnet|fable|mythos)-[5-9](?:[.-]\d+)?)$/,
    refused: ["thinkingBudget"],
    source: "https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking",
  },
  {
    models: /^claude-mythos-preview$/,
    refused: [...anthropicSampling, "prefill", "forcedToolChoice"],
    source: "https://platform.claude.com/docs/en/models/fable-5/migration-guide",
  },
  {
    models:
      /^claude-(?:(?:opus|sonnet)-4[.-][678]|(?:opus|sonnet|haiku|fable|mythos)-[5-9](?:[.-]\d+)?)$/,
    refused: ["prefill"],
    source: "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
  },
  {
    models: /^claude-(?:(?:opus|sonnet)-5[.-]5|(?:fable|mythos)-5[.-][12])$/,
    refused: ["forcedToolChoice"],
    source: "https://platform.claude.com/docs/en/models/sonnet-5-5/migration-guide",
  },
];

/** The models of OpenAI. */
export const openaiRefusals: readonly ModelRefusal[] = [
  {
    models: /^o\d(?:-|$)/,
    refused: openaiSampling,
    source: "https://developers.openai.com/api/docs/guides/reasoning",
  },
  {
    models: /^o\d(?:-|$)/,
    refused: ["parallelToolCalls"],
    source: "https://github.com/run-llama/llama_index/issues/20865",
  },
  {
    models: /^(?:o[13]-pro|gpt-[5-9](?:[.-]\d)?-pro)$/,
    refused: ["chat"],
    source: "https://github.com/BerriAI/litellm/pull/23143",
  },
  {
    models: /^(?:gpt-[5-9](?:[.-]\d)?-codex(?:-(?:mini|max))?|codex-mini)$/,
    refused: ["chat"],
    source: "https://github.com/CopilotC-Nvim/CopilotChat.nvim/issues/1442",
  },
  {
    models: /^(?:o3-deep-research|o4-mini-deep-research|computer-use-preview)$/,
    refused: ["chat"],
    source: "https://developers.openai.com/api/docs/models/all",
  },
  {
    models: /^(?:gpt-4o(?:-mini)?-(?:search|audio)-preview|gpt-5-search-api|o1-mini)$/,
    refused: ["responses"],
    source: "https://github.com/truefoundry/models/pull/2006",
  },
  {
    models: /^gpt-4o(?:-mini)?-search-preview$/,
    refused: openaiSampling,
    source: "https://github.com/ChatGPTNextWeb/NextChat/issues/6569",
  },
  {
    // gpt-5.1 to gpt-5.4 do not reason unless a request asks for it.
    models: /^gpt-5(?:-(?!chat)|$)/,
    refused: openaiSampling,
    source: "https://developers.openai.com/api/docs/guides/latest-model",
  },
  {
    models: /^gpt-5\.[124](?:-(?:mini|nano))?$/,
    refused: ["samplingWithEffort"],
    source: "https://developers.openai.com/api/docs/guides/latest-model",
  },
  {
    models: /^gpt-5\.[5-9](?:-(?!chat)|$)/,
    refused: openaiSampling,
    source: "https://github.com/BerriAI/litellm/pull/34210",
  },
  {
    models: /^gpt-[6-9](?:\.\d+)?(?:-|$)/,
    refused: openaiSampling,
    source: "https://github.com/BerriAI/litellm/discussions/42523",
  },
  {
    models: /^gpt-(?:5\.[6-9]|[6-9](?:\.\d+)?)(?:-|$)/,
    refused: ["toolsInChat", "toolsWithEffort"],
    source: "https://github.com/BerriAI/litellm/pull/34569",
  },
  {
    models: /^gpt-5\.4(?:-(?:mini|nano))?$/,
    refused: ["toolsWithEffort"],
    source: "https://github.com/openai/openai-openapi/issues/541",
  },
  {
    models: /^(?:o3|o4-mini)$/,
    refused: ["stopSequences"],
    source:
      "https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create",
  },
  {
    // Reports about gpt-5.1 to gpt-5.6 differ.
    models: /^gpt-(?:5(?:-(?:mini|nano))?|6(?:\.2)?-astra)$/,
    refused: ["stopSequences"],
    source: "https://github.com/BerriAI/litellm/pull/15244",
  },
];
