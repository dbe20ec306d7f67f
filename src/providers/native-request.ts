// The request that a provider gets for a rendered prompt, without sending it.
import { namedApi } from "../engine/providers/known-models.ts";
import type { ProviderAccesses } from "../engine/providers/provider-access.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ModelParameters } from "../generated/types.ts";
import { providerOf } from "./providers.ts";

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
