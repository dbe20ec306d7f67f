// promptctl render: the native request of a prompt to its provider.
import { nativeRequestText } from "../views/messages-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { printJson } from "./print.ts";
import { type PromptFlags, withPrompt } from "./prompt-request.ts";

/** Prints the messages as text, or the native request as JSON. Exit code 0. */
export async function renderCommand(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<number> {
  await withPrompt(host, name, flags, async (prompts, id, body) => {
    const response = await prompts.render(id, body);
    if (flags.json) printJson(host, response.parameters);
    else host.out(nativeRequestText(response, screenOf(host, "out")));
  });
  return 0;
}
