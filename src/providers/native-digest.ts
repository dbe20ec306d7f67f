// The digest of the request that a provider gets: a file of its own, because applications have no node:crypto.
import type { JsonObject } from "../engine/model/json.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import { digestJson } from "../engine/text/digest.ts";
import { nativeRequest } from "./native-request.ts";

/**
 * Equal for prompts with the same request to the same API; the order of keys does not matter.
 */
export function nativeDigest(rendered: RenderedPrompt): string {
  return digestJson(nativeRequest(rendered) as unknown as JsonObject);
}
