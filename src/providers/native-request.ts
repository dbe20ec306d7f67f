// The request that a provider gets for a rendered prompt, without sending it.
import { namedApi } from "../engine/providers/known-models.ts";
import type { ProviderAccesses } from "../engine/providers/provider-access.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { PromptRendering } from "../engine/model/prompt-run.ts";
import type { ModelParameters, ModelParametersResponse } from "../generated/types.ts";
import { providerOf } from "./providers.ts";
import { omittedSettings } from "./sent-settings.ts";

export interface NativeRequest {
  readonly provider: ModelParameters["provider"];
  /** The API, if it is not the default of the provider. */
  readonly api?: "responses";
  /** The body, in the native shape of the API. Undefined fields are not sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The request for one reply. `stream` is off: the reply is read as one JSON body. */
export function nativeRequest(
  { prompt, ...rendered }: RenderedPrompt,
  access: ProviderAccesses = {},
): NativeRequest {
  const parameters = { ...prompt.parameters, stream: false };
  const { id, toRequest } = providerOf(parameters);
  const streamless = { ...rendered, prompt: { ...prompt, parameters } };
  return {
    provider: parameters.provider,
    ...namedApi(parameters),
    body: toRequest(streamless, access[id]?.maxTokensField),
  };
}

/**
 * The request in the form of the interface: `stream` is as the prompt has it. `maxTokensField`: another name
 * of the field of the token limit.
 */
export function renderingOf(rendered: RenderedPrompt, maxTokensField?: string): PromptRendering {
  const { parameters } = rendered.prompt;
  const { id, toRequest } = providerOf(parameters);
  const response = {
    provider: id,
    ...namedApi(parameters),
    name: parameters.name,
    parameters: toRequest(rendered, maxTokensField),
  } as ModelParametersResponse;
  return { ...response, omittedSettings: omittedSettings(parameters) };
}
