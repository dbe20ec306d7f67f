// promptctl run: a prompt's reply from its provider. Endpoint 7.
import { replyText, statsText } from "../views/messages.ts";
import { type Host, screenOf } from "./host.ts";
import { addressPrompt, type PromptFlags } from "./prompt.ts";

/** The reply goes to standard output, tokens, time and cost to standard error. Exit code 0. */
export async function run(host: Host, word: string, flags: PromptFlags): Promise<number> {
  const { client, id, body, connection } = await addressPrompt(host, word, flags);
  try {
    const answer = await client.prompts.run(id, body);
    if (flags.json) host.out(`${JSON.stringify(answer, null, 2)}\n`);
    else {
      host.out(replyText(answer));
      host.err(`${statsText(answer, screenOf(host, "err"))}\n`);
    }
    return 0;
  } finally {
    connection.close();
  }
}
