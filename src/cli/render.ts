// promptctl render: a prompt as its provider would get it. Endpoint 6.
import { nativeRequestText } from "../views/messages-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { preparePromptRequest, type PromptFlags } from "./prompt-request.ts";

/** Prints the messages as a person reads them, or the native request as JSON. Exit code 0. */
export async function renderCommand(
  host: CommandHost,
  word: string,
  flags: PromptFlags,
): Promise<number> {
  const { client, id, body, connection } = await preparePromptRequest(host, word, flags);
  try {
    const answer = await client.prompts.render(id, body);
    if (flags.json) host.out(`${JSON.stringify(answer.parameters, null, 2)}\n`);
    else host.out(nativeRequestText(answer, screenOf(host, "out")));
    return 0;
  } finally {
    connection.close();
  }
}
