// promptctl render: a prompt as its provider would get it. Endpoint 6.
import { nativeText } from "../views/messages.ts";
import { type Host, screenOf } from "./host.ts";
import { addressPrompt, type PromptFlags } from "./prompt.ts";

/** Prints the messages as a person reads them, or the native request as JSON. Exit code 0. */
export async function render(host: Host, word: string, flags: PromptFlags): Promise<number> {
  const { client, id, body, connection } = await addressPrompt(host, word, flags);
  try {
    const answer = await client.prompts.render(id, body);
    if (flags.json) host.out(`${JSON.stringify(answer.parameters, null, 2)}\n`);
    else host.out(nativeText(answer, screenOf(host, "out")));
    return 0;
  } finally {
    connection.close();
  }
}
