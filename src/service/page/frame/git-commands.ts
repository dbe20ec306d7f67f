// Commands of promptctl, to be copied from the page.
import { addressOf } from "../../../engine/model/resource.ts";
import { shellQuote } from "../../../engine/text/shell-quote.ts";

/** `promptctl apply --base-url https://prompts.example.com`. */
export function commandLine(words: string, origin: string): string {
  return `promptctl ${words} --base-url ${shellQuote(origin)}`;
}

/** The command that writes the definition of a prompt and its tools. */
export function pullLine(name: string, origin: string): string {
  const pattern = addressOf("prompt", name.replaceAll("*", "\\*"));
  return `${commandLine("pull", origin)} --target ${shellQuote(pattern)}`;
}
