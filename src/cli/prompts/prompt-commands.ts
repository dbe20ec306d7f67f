// promptctl render and promptctl run: send a prompt with variables to its service.
import { failed, wrongUsage } from "../../engine/model/failure.ts";
import type { Json } from "../../engine/model/json.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { messageTexts } from "../../engine/text/message-texts.ts";
import { missingIn, type Variables } from "../../engine/render/template.ts";
import type { Message, Prompt, RunBody } from "../../generated/types.ts";
import {
  incompleteReplyText,
  nativeRequestText,
  omittedSettingsText,
  replyText,
  usageText,
} from "../../views/text/chat-messages-text.ts";
import { type CommandHost, printJson, screenOf } from "../host/command-host.ts";
import { findPrompt, type PromptSource, type PromptSourceFlags } from "./prompt-source.ts";
import {
  readPromptVariables,
  type VariableFlags,
  warnOfUnusedVariables,
} from "./prompt-variables.ts";

export interface PromptFlags extends PromptSourceFlags, VariableFlags {
  readonly append?: readonly string[];
  readonly user?: string;
  readonly json?: boolean;
}

/** Prints the messages as text, or the native request as JSON. Exit code 0. */
export async function renderCommand(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: PromptFlags,
): Promise<number> {
  const { prompts, prompt, body } = await preparePrompt(host, name, directory, flags);
  const response = await prompts.render(prompt.id, body);
  if (flags.json) printJson(host, response.parameters);
  else host.out(nativeRequestText(response, screenOf(host, "out")));
  printWarning(host, omittedSettingsText(response, screenOf(host, "err")));
  return 0;
}

/** Prints the reply to standard output; tokens, time and cost to standard error. Exit code 0. */
export async function runCommand(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: PromptFlags,
): Promise<number> {
  const { prompts, prompt, body } = await preparePrompt(host, name, directory, flags);
  const response = await prompts.run(prompt.id, body);
  if (flags.json) printJson(host, response);
  else {
    host.out(replyText(response));
    if (!flags.quiet) host.err(`${usageText(response, screenOf(host, "err"))}\n`);
  }
  const screen = screenOf(host, "err");
  printWarning(host, omittedSettingsText(response, screen));
  printWarning(host, incompleteReplyText(response, screen));
  return 0;
}

function printWarning(host: CommandHost, warning: string | undefined): void {
  if (warning !== undefined) host.err(`${warning}\n`);
}

interface PreparedPrompt extends PromptSource {
  readonly body: RunBody;
}

/** Finds the prompt and builds the request for it. Warns of --var flags that it does not use. */
async function preparePrompt(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: PromptFlags,
): Promise<PreparedPrompt> {
  const { append = [], user } = flags;
  const variables = await readPromptVariables(host.cwd, flags);
  const source = await findPrompt(host, name, directory, flags);
  const texts = [...textsIn(source.prompt), ...append];
  warnOfUnusedVariables(host, texts, flags);
  refuseMissingVariables(texts, variables);
  const messages = append.map((text): Message => ({
    role: "user",
    content: [{ type: "TEXT", text }],
  }));
  const body = {
    variables,
    ...(messages.length > 0 && { appendMessages: messages }),
    ...(user !== undefined && { user }),
  };
  return { ...source, body };
}

/** The texts of the messages. The service is not trusted to follow its types. */
function textsIn({ name, messages }: Prompt): string[] {
  if (!Array.isArray(messages))
    throw failed(
      "unreadable-answer",
      `Unexpected response for prompt "${name}": "messages" is not a list.`,
      "Check that the base URL is a prompt service with the /sdk/v1 interface.",
    );
  return messageTexts(messages as unknown as Json);
}

/** Throws a Failure that names all missing variables. */
function refuseMissingVariables(texts: readonly string[], variables: Variables): void {
  const missing = [...new Set(texts.flatMap((text) => missingIn(text, variables)))];
  if (missing.length === 0) return;
  throw wrongUsage(
    "missing-variables",
    `Missing ${missing.length === 1 ? "variable" : "variables"}: ${missing.join(", ")}.`,
    `Add ${missing.map((name) => `--var ${shellQuote(`${name}=…`)}`).join(" ")}`,
  );
}
