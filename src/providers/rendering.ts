// The request of a rendered prompt in the form of the interface. The service, the command line and the
// client of applications make it here, so nothing in this module or below it reads replies.
import { apiOf, namedApi } from "../engine/providers/known-models.ts";
import type { ApiFacts } from "../engine/providers/api-facts.ts";
import { requestFacts } from "../engine/providers/request-facts.ts";
import type { PromptRendering } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ModelParametersResponse } from "../generated/types.ts";
import { toMessagesRequest } from "./anthropic-request.ts";
import { toChatRequest } from "./openai-request.ts";
import { toResponsesRequest } from "./openai-responses-request.ts";
import type { ProviderCalls } from "./provider.ts";
import { omittedSettings } from "./sent-settings.ts";

const requests: { readonly [id in ApiFacts["id"]]: ProviderCalls["toRequest"] } = {
  messages: toMessagesRequest,
  chat: toChatRequest,
  responses: toResponsesRequest,
};

/**
 * The request in the form of the interface: `stream` is as the prompt has it. `maxTokensField`: another name
 * of the field of the token limit in Chat Completions.
 */
export function renderingOf(rendered: RenderedPrompt, maxTokensField?: string): PromptRendering {
  const { parameters } = rendered.prompt;
  const response = {
    provider: requestFacts[parameters.provider].id,
    ...namedApi(parameters),
    name: parameters.name,
    parameters: requests[apiOf(parameters).id](rendered, maxTokensField),
  } as ModelParametersResponse;
  return { ...response, omittedSettings: omittedSettings(parameters) };
}
