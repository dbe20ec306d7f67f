// promptctl run: runs a prompt and prints the reply of its provider.
import { replyText, usageText } from "../views/messages-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { preparePromptRequest, type PromptFlags } from "./prompt-request.ts";

/** Prints the reply to standard output; tokens, time and cost to standard error. Exit code 0. */
export async function runCommand(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<number> {
  const { client, id, body, connection } = await preparePromptRequest(host, name, flags);
  try {
    const response = await client.prompts.run(id, body);
    if (flags.json) host.out(`${JSON.stringify(response, null, 2)}\n`);
    else {
      host.out(replyText(response));
      host.err(`${usageText(response, screenOf(host, "err"))}\n`);
    }
    return 0;
  } finally {
    connection.close();
  }
}
