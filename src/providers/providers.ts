// The table of calls, by API, and the provider that a prompt names.
import type { ApiFacts } from "../engine/providers/api-facts.ts";
import { type ApiChoice, apiOf } from "../engine/providers/known-models.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Provider, ProviderCalls } from "./provider.ts";

const calls: { readonly [id in ApiFacts["id"]]: ProviderCalls } = {
  messages: anthropic,
  chat: openai,
  responses: openaiResponses,
};

/** The facts of a provider, and the calls of the API that the option `api` names, or of its default. */
export function providerOf(choice: ApiChoice): Provider {
  const api = apiOf(choice);
  return { ...providerFacts[choice.provider], ...calls[api.id], api };
}
