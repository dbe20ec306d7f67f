// Hides the API keys of the environment, and what looks like a secret, in the result of promptctl
// test.
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { secretMask, secretsIn } from "../../engine/text/secrets.ts";

/** Shorter keys (local servers of models accept any text) are ordinary words, not secrets. */
const minTestKeyLength = 8;

/** Returns a function that hides secrets. The text is well-formed then: JSON readers require it. */
export function testMask(env: EnvironmentVariables): (text: string) => string {
  const mask = secretMask(secretsIn(env, [], minTestKeyLength));
  return (text) => mask(text.toWellFormed());
}
