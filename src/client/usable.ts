// Which version of a prompt this application can use. A change on the service must not break an application
// that was deployed before it.
import type { BundledPrompt } from "../generated/types.ts";
import type { Json } from "../engine/model/json.ts";
import { someOf } from "../engine/text/word-lists.ts";
import { messageTexts } from "../engine/text/message-texts.ts";
import { variablesOf } from "../engine/render/template.ts";
import type { HeldPrompt } from "./prompt-content.ts";

/** Why this application cannot use a version, in a sentence. Undefined: it can. */
export function whyUnusable(
  { content, unknown }: HeldPrompt,
  bundled: BundledPrompt | undefined,
): string | undefined {
  if (unknown.length > 0)
    return `This version of promptctl-client does not know ${someOf(unknown)}: update it.`;
  if (!bundled) return undefined;
  const { provider } = content.parameters;
  if (provider !== bundled.parameters.provider)
    return `Its provider is ${provider}, and ${bundled.parameters.provider} in the bundle.`;
  const variables = added(variablesIn(content), variablesIn(bundled));
  if (variables.length > 0)
    return `It has variables that the bundle does not have: ${someOf(variables)}.`;
  const tools = added(toolsOf(content), toolsOf(bundled));
  return tools.length > 0
    ? `It has tools that the bundle does not have: ${someOf(tools)}.`
    : undefined;
}

function added(now: readonly string[], before: readonly string[]): string[] {
  return now.filter((each) => !before.includes(each));
}

function variablesIn({ messages }: BundledPrompt): string[] {
  return messageTexts(messages as unknown as Json).flatMap(variablesOf);
}

function toolsOf({ tools }: BundledPrompt): string[] {
  return tools.map(({ name }) => name);
}
