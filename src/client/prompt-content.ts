// The content of a prompt, as a bundle has it and as the list of a service holds it: the body in normal form,
// with its tools in place.
import { promptShape, toolShape } from "../generated/shapes.ts";
import type { BundledPrompt } from "../generated/types.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { markOrdered, normalizeObserved } from "../engine/normalize/normalize.ts";

/** A prompt that a service holds, in the order of its list. */
export interface HeldPrompt {
  readonly id: string;
  readonly name: string;
  readonly content: BundledPrompt;
  /** JSON pointers of fields and values that this version of the client does not know. */
  readonly unknown: readonly string[];
}

/** The prompts in the body of a list. Undefined if it is no list of prompts. */
export function heldPrompts(body: Json | undefined): readonly HeldPrompt[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const prompts = body.map(heldPrompt);
  return prompts.every((each) => each !== undefined) ? prompts : undefined;
}

function heldPrompt(response: Json): HeldPrompt | undefined {
  if (!isObject(response)) return undefined;
  const { id, name, tools, messages, parameters } = response;
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  if (!Array.isArray(tools) || !Array.isArray(messages) || !isObject(parameters)) return undefined;
  const own = normalizeObserved(promptShape, { ...response, tools: [] }, ["id"]);
  const all = tools.map((tool) => normalizeObserved(toolShape, tool as JsonObject, ["id"]));
  const unknownOf = ({ unknownFields, unknownValues }: typeof own, path: string): string[] =>
    [...unknownFields, ...unknownValues].map((each) => path + each);
  return {
    id,
    name,
    content: { ...own.body, tools: all.map((each) => each.body) } as unknown as BundledPrompt,
    unknown: [
      // A field beside the parameters changes no request.
      ...unknownOf(own, "").filter((each) => /^\/(parameters|messages)\//.test(each)),
      ...all.flatMap((each, index) => unknownOf(each, `/tools/${index}`)),
    ],
  };
}

/** A prompt of a bundle, which is JSON: the order of the keys of its schemas counts again. */
export function bundledContent(prompt: BundledPrompt): BundledPrompt {
  markOrdered(promptShape, prompt as unknown as JsonObject);
  for (const tool of prompt.tools) markOrdered(toolShape, tool as unknown as JsonObject);
  return prompt;
}

const digests = new WeakMap<BundledPrompt, Promise<string>>();

/** `sha256:` and the digest of the canonical JSON, as in a bundle. */
export function digestOf(content: BundledPrompt): Promise<string> {
  const known = digests.get(content) ?? sha256(canonicalJson(content as unknown as Json));
  digests.set(content, known);
  return known;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `sha256:${bytes.join("")}`;
}
