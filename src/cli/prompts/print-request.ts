// promptctl render --as: the request of a prompt, as a file for import or as a command.
import { failed, wrongUsage } from "../../engine/model/failure.ts";
import type { PromptRendering } from "../../engine/model/prompt-run.ts";
import { providerNamed } from "../../engine/providers/known-models.ts";
import type { ProviderFacts } from "../../engine/providers/provider-facts.ts";
import { providerOf } from "../../providers/providers.ts";
import { curlText } from "../../views/code/curl-text.ts";
import { objectField } from "../../views/text/chat-messages-text.ts";
import { type CommandHost, printJson } from "../host/command-host.ts";

/** The provider that the request must be for, or a command for a shell. */
export type RenderFormat = ProviderFacts["id"] | "curl";

/** Throws a Failure if the request is for another provider than the format. */
export function printRequest(
  host: CommandHost,
  prompt: string,
  response: PromptRendering,
  format: RenderFormat,
): void {
  const { provider: id, api } = response;
  const body = objectField(response, "parameters");
  const name = providerNamed(id);
  if (name === undefined)
    throw failed(
      "unknown-provider",
      `The prompt "${prompt}" is for ${id}, which promptctl does not know.`,
      "Update promptctl, or use --json.",
    );
  const provider = providerOf({ provider: name, options: { api } });
  if (format !== "curl" && format !== id)
    throw wrongUsage(
      "other-provider",
      `The prompt "${prompt}" is for ${provider.name}.`,
      `Use --as ${id}, or --as curl.`,
    );
  const url = provider.url(provider.baseUrl);
  if (format === "curl") {
    const headers = {
      "content-type": "application/json",
      ...provider.headers(`$${provider.keyVariable}`),
    };
    host.out(curlText({ url, headers, body }));
    return;
  }
  // The body alone does not name its API.
  if (provider.api !== provider.apis[0])
    host.err(`The request is for the ${provider.api.title}: POST ${url}\n`);
  printJson(host, body);
}
