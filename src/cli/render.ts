// promptctl render: the native request of a prompt to its provider.
import { nativeRequestText } from "../views/messages-text.ts";
import { type CommandHost, screenOf } from "./command-host.ts";
import { preparePromptRequest, type PromptFlags } from "./prompt-request.ts";

/** Prints the messages as text, or the native request as JSON. Exit code 0. */
export async function renderCommand(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<number> {
  const { client, id, body, connection } = await preparePromptRequest(host, name, flags);
  try {
    const response = await client.prompts.render(id, body);
    if (flags.json) host.out(`${JSON.stringify(response.parameters, null, 2)}\n`);
    else host.out(nativeRequestText(response, screenOf(host, "out")));
    return 0;
  } finally {
    connection.close();
  }
}
