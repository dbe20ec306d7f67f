// The providers, by the word that prompts name them with.
// What a row says is provider.ts.
import type { ModelParameters } from "../../generated/types.ts";
import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import type { Provider } from "./provider.ts";

export const providers: { readonly [name in ModelParameters["provider"]]: Provider } = {
  ANTHROPIC: anthropic,
  OPENAI: openai,
};
