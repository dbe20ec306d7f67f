// The table of providers, by the value of `parameters.provider` in a prompt.
import { providerFacts, type ProviderName } from "../engine/providers/provider-facts.ts";
import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import type { Provider } from "./provider.ts";

/** The facts and the calls of each provider. */
export const providers: { readonly [name in ProviderName]: Provider } = {
  ANTHROPIC: { ...providerFacts.ANTHROPIC, ...anthropic },
  OPENAI: { ...providerFacts.OPENAI, ...openai },
};
