// promptctl render and promptctl run: send a prompt with variables to its service.
import { failed, wrongUsage } from "../../engine/model/failure.ts";
import type { Json } from "../../engine/model/json.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { messageTexts } from "../../engine/text/message-texts.ts";
import { missingIn } from "../../engine/render/template.ts";
import type { Message, Prompt, RunBody } from "../../generated/types.ts";
import {
  incompleteReplyText,
  nativeRequestText,
  omittedSettingsText,
  replyText,
  usageText,
  withoutMessagesText,
} from "../../views/text/chat-messages-text.ts";
import { type CommandHost, printJson, screenOf } from "../host/command-host.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { printRequest, type RenderFormat } from "./print-request.ts";
import { promptInFiles } from "./prompt-from-files.ts";
import { promptOnService } from "./prompt-on-service.ts";
import type { PromptSource } from "./prompt-source.ts";
import {
  readPromptVariables,
  type VariableFlags,
  warnOfUnusedVariables,
} from "./prompt-variables.ts";

export interface PromptFlags extends ConnectFlags, VariableFlags {
  readonly from: "service" | "files";
  /** The commit, tag or branch whose text is used, with --from files. */
  readonly ref?: string;
  readonly append?: readonly string[];
  readonly user?: string;
  readonly json?: boolean;
}

export interface RenderFlags extends PromptFlags {
  readonly as?: RenderFormat;
  readonly template?: boolean;
}

/** Prints the messages as text, or the native request in a format. Exit code 0. */
export async function renderCommand(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: RenderFlags,
): Promise<number> {
  const { prompt, body, render } = await preparePrompt(host, name, directory, flags);
  const response = await render(body);
  if (flags.as) printRequest(host, prompt.name, response, flags.as);
  else if (flags.json) printJson(host, response.parameters);
  else host.out(nativeRequestText(response, screenOf(host, "out")));
  const screen = screenOf(host, "err");
  printWarning(host, omittedSettingsText(response, screen));
  printWarning(host, withoutMessagesText(response, screen));
  return 0;
}

/** Prints the reply to standard output; tokens, time and cost to standard error. Exit code 0. */
export async function runCommand(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: PromptFlags,
): Promise<number> {
  const { body, run } = await preparePrompt(host, name, directory, flags);
  const response = await run(body);
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

/**
 * Finds the prompt and builds the request for it. Warns of --var flags that it does not use. With
 * --template, the value of a variable without one is its placeholder.
 */
async function preparePrompt(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: RenderFlags,
): Promise<PreparedPrompt> {
  const { append = [], user, template = false } = flags;
  const given = await readPromptVariables(host.cwd, flags);
  const source = await findPrompt(host, name, directory, flags);
  const texts = [...textsIn(source.prompt), ...append];
  warnOfUnusedVariables(host, texts, flags);
  const missing = [...new Set(texts.flatMap((text) => missingIn(text, given)))];
  if (!template) refuseMissingVariables(missing);
  const placeholders = missing.map((variable) => [variable, `{{${variable}}}`] as const);
  const variables = { ...given, ...Object.fromEntries(placeholders) };
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

/** The prompt with an address, a key or a name; on the service, also with an id. */
async function findPrompt(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: PromptFlags,
): Promise<PromptSource> {
  if (flags.from === "files") return promptInFiles(host, name, directory, flags);
  if (flags.ref === undefined) return promptOnService(host, name, directory, flags);
  throw wrongUsage("ref-of-files", "--ref needs --from files.", "Add --from files.");
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
function refuseMissingVariables(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw wrongUsage(
    "missing-variables",
    `Missing ${missing.length === 1 ? "variable" : "variables"}: ${missing.join(", ")}.`,
    `Add ${missing.map((name) => `--var ${shellQuote(`${name}=…`)}`).join(" ")}`,
  );
}
