// The request that a provider gets for a rendered prompt, without sending it.
import { digestJson } from "../engine/text/digest.ts";
import type { ProviderAccesses } from "../engine/providers/provider-access.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { ModelParameters } from "../generated/types.ts";
import { providers } from "./providers.ts";

export interface NativeRequest {
  readonly provider: ModelParameters["provider"];
  /** The body, in the provider's native shape. Undefined fields are not sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The request for one reply. `stream` is off: the reply is read as one JSON body. */
export function nativeRequest(
  { prompt, ...rendered }: RenderedPrompt,
  access: ProviderAccesses = {},
): NativeRequest {
  const parameters = { ...prompt.parameters, stream: false };
  const { id, toRequest } = providers[parameters.provider];
  const streamless = { ...rendered, prompt: { ...prompt, parameters } };
  return {
    provider: parameters.provider,
    body: toRequest(streamless, access[id]?.maxTokensField),
  };
}

/**
 * Equal for prompts with the same request to the same provider; the order of keys does not matter.
 */
export function nativeDigest(rendered: RenderedPrompt): string {
  return digestJson(nativeRequest(rendered) as unknown as JsonObject);
}
