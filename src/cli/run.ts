// promptctl run: runs a prompt and prints the reply of its provider.
import { replyText, usageText } from "../views/messages-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { printJson } from "./print.ts";
import { type PromptFlags, withPrompt } from "./prompt-request.ts";

/** Prints the reply to standard output; tokens, time and cost to standard error. Exit code 0. */
export async function runCommand(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<number> {
  await withPrompt(host, name, flags, async (prompts, id, body) => {
    const response = await prompts.run(id, body);
    if (flags.json) return printJson(host, response);
    host.out(replyText(response));
    host.err(`${usageText(response, screenOf(host, "err"))}\n`);
  });
  return 0;
}
