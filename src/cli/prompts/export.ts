// promptctl export: prints the native request of a prompt as the files define it. The way back from
// promptctl import: importing an exported request gives the definition again.
import { wrongUsage } from "../../engine/model/failure.ts";
import { type Json, jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import { exactJsonText } from "../../engine/model/number-texts.ts";
import { parseExactJson } from "../../engine/text/exact-json.ts";
import { messageTexts } from "../../engine/text/message-texts.ts";
import { referencesOf } from "../../engine/model/references.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { renderMessage } from "../../engine/render/rendered-prompt.ts";
import type { Prompt } from "../../generated/types.ts";
import { nativeRequest } from "../../providers/native-request.ts";
import type { Provider } from "../../providers/provider.ts";
import { providerOf } from "../../providers/providers.ts";
import { omittedSettings } from "../../providers/sent-settings.ts";
import { omittedSettingsText } from "../../views/text/chat-messages-text.ts";
import { curlText, requestJson } from "../../views/code/export-text.ts";
import { type CommandHost, printWarnings, screenOf } from "../host/command-host.ts";
import { loadProject } from "../project/definitions-at.ts";
import { readEnvironmentSettings } from "../connect/environment.ts";
import { findPromptDefinition } from "../definitions/find-prompt.ts";
import {
  readPromptVariables,
  type VariableFlags,
  warnOfUnusedVariables,
} from "./prompt-variables.ts";

export interface ExportFlags extends VariableFlags {
  readonly as: Provider["id"] | "curl";
  readonly ref?: string;
  readonly env?: string;
}

/** Exit code 0: the request is printed. Throws a Failure for the format of another provider. */
export async function exportCommand(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: ExportFlags,
): Promise<number> {
  const settings = await readEnvironmentSettings(host, directory, flags);
  const variables = await readPromptVariables(host.cwd, flags);
  const { definitions, diagnostics } = await loadProject(host, settings, flags.ref);
  if (flags.ref === undefined) printWarnings(host, diagnostics, settings.root);
  const { address, prompt } = promptOf(definitions, name);
  warnOfUnusedVariables(host, messageTexts(prompt.messages as unknown as Json), flags);
  const messages = prompt.messages.map((message) => renderMessage(message, variables));
  const request = nativeRequest({ prompt, messages });
  const provider = providerOf(prompt.parameters);
  if (flags.as !== "curl" && flags.as !== provider.id)
    throw wrongUsage(
      "other-provider",
      `${address} is for ${provider.name}.`,
      `Use --as ${provider.id}, or --as curl.`,
    );
  const exported = {
    url: provider.url(provider.baseUrl),
    headers: {
      "content-type": "application/json",
      ...provider.headers(`$${provider.keyVariable}`),
    },
    body: parseExactJson(exactJsonText(request.body)) as JsonObject,
  };
  const { parameters } = prompt;
  const model = { name: parameters.name, omittedSettings: omittedSettings(parameters) };
  const warning = omittedSettingsText(model, screenOf(host, "err"));
  if (warning !== undefined) host.err(`${warning}\n`);
  warnOfNoMessages(host, exported.body, provider);
  // The body alone does not name its API.
  if (flags.as !== "curl" && provider.api !== provider.apis[0])
    host.err(`The request is for the ${provider.api.title}: POST ${exported.url}\n`);
  host.out(flags.as === "curl" ? curlText(exported) : requestJson(exported));
  return 0;
}

/** In requests to some providers, system messages are no messages. */
function warnOfNoMessages(host: CommandHost, body: JsonObject, { name, api }: Provider): void {
  if (!jsonEquals(body[api.messages] ?? null, [])) return;
  const { colors } = screenOf(host, "err");
  host.err(
    `${colors.yellow("Warning:")} The request has no messages, because the prompt has only system messages.\n  ${name} rejects it. Add a user message in your application.\n`,
  );
}

/** The prompt with its tools, as requests have them. */
function promptOf(
  definitions: readonly Definition[],
  name: string,
): { readonly address: Address; readonly prompt: Prompt } {
  const definition = findPromptDefinition(definitions, name);
  const { address, row, spec } = definition;
  const tools = referencesOf(row, spec).map((target) =>
    definitions.find((each) => each.address === target)!,
  );
  refuseExternal([definition, ...tools]);
  const prompt = { ...spec, tools: tools.map((tool) => tool.spec) };
  return { address, prompt: prompt as unknown as Prompt };
}

/** The files do not have the content of external resources. */
function refuseExternal(definitions: readonly Definition[]): void {
  const external = definitions.find((each) => each.external);
  if (!external) return;
  throw wrongUsage(
    "external-export",
    `${external.address} is external: the files do not contain it.`,
    "promptctl render uses what the service has.",
  );
}
