// promptctl run: a prompt's reply from its provider. Endpoint 7.
import { replyText, usageText } from "../views/messages-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { preparePromptRequest, type PromptFlags } from "./prompt-request.ts";

/** The reply goes to standard output, tokens, time and cost to standard error. Exit code 0. */
export async function runCommand(
  host: CommandHost,
  word: string,
  flags: PromptFlags,
): Promise<number> {
  const { client, id, body, connection } = await preparePromptRequest(host, word, flags);
  try {
    const answer = await client.prompts.run(id, body);
    if (flags.json) host.out(`${JSON.stringify(answer, null, 2)}\n`);
    else {
      host.out(replyText(answer));
      host.err(`${usageText(answer, screenOf(host, "err"))}\n`);
    }
    return 0;
  } finally {
    connection.close();
  }
}
