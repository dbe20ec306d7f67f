// The table of providers, by the value of `parameters.provider` in a prompt.
import type { ModelParameters } from "../generated/types.ts";
import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import type { Provider } from "./provider.ts";

export const providers: { readonly [name in ModelParameters["provider"]]: Provider } = {
  ANTHROPIC: anthropic,
  OPENAI: openai,
};
