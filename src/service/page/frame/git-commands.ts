// Commands of promptctl, to be copied from the page.
import { addressOf } from "../../../engine/model/resource.ts";
import { commandText } from "../../../engine/text/command-text.ts";
import { shellQuote } from "../../../engine/text/shell-quote.ts";
import type { Visit } from "./visit.ts";

type Service = Pick<Visit, "origin" | "environment">;

/** `promptctl apply --env staging --base-url https://prompts.example.com`. */
export function commandLine(words: string, { origin, environment }: Service): string {
  return `${commandText(words, { environment })} --base-url ${shellQuote(origin)}`;
}

/** The command that writes the definition of a prompt and its tools. */
export function pullLine(name: string, service: Service): string {
  const pattern = addressOf("prompt", name.replaceAll("*", "\\*"));
  return `${commandLine("pull", service)} --target ${shellQuote(pattern)}`;
}
