// Hides the API keys of the providers, and what looks like a secret, in texts of replies.
import type { Environment } from "../engine/model/ports.ts";
import { maskSecrets, redactKey } from "../engine/model/secrets.ts";
import { providerAccess } from "./provider-access.ts";

/** Shorter keys (local servers accept any text) are ordinary words, not secrets. */
const minKeyLength = 8;

/** Returns a function that hides secrets. The text is well-formed then: JSON readers require it. */
export function providerMask(env: Environment): (text: string) => string {
  const { anthropic, openai } = providerAccess(env);
  const keys = [anthropic?.key ?? "", openai?.key ?? ""].filter(
    ({ length }) => length >= minKeyLength,
  );
  return (text) =>
    maskSecrets(keys.reduce((rest, key) => redactKey(rest, key), text.toWellFormed()));
}
