// promptctl render and promptctl run: send a prompt with variables to its service.
import { Failure } from "../engine/model/failure.ts";
import { didYouMean } from "../engine/model/diagnostic.ts";
import { isObject, type Json } from "../engine/model/json.ts";
import { addressOf } from "../engine/model/resource.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { missingIn, type Variables } from "../engine/model/template.ts";
import type { Message, Prompt, RunBody } from "../generated/types.ts";
import { type Client, clientFromCall } from "../io/library-client.ts";
import { knownIds } from "../engine/saved-plan/executable-plan.ts";
import { kinds } from "../kinds.ts";
import { nativeRequestText, replyText, usageText } from "../views/chat-messages-text.ts";
import type { ConnectFlags } from "./connect.ts";
import { type CommandHost, printJson, screenOf } from "./command-host.ts";
import { preparePlan } from "./prepare-plan.ts";
import { readPromptVariables, type VariableFlags } from "./prompt-variables.ts";

export interface PromptFlags extends ConnectFlags, VariableFlags {
  readonly append?: readonly string[];
  readonly user?: string;
  readonly json?: boolean;
}

/** Prints the messages as text, or the native request as JSON. Exit code 0. */
export async function renderCommand(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<number> {
  const { prompts, id, body } = await preparePrompt(host, name, flags);
  const response = await prompts.render(id, body);
  if (flags.json) printJson(host, response.parameters);
  else host.out(nativeRequestText(response, screenOf(host, "out")));
  return 0;
}

/** Prints the reply to standard output; tokens, time and cost to standard error. Exit code 0. */
export async function runCommand(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<number> {
  const { prompts, id, body } = await preparePrompt(host, name, flags);
  const response = await prompts.run(id, body);
  if (flags.json) printJson(host, response);
  else {
    host.out(replyText(response));
    host.err(`${usageText(response, screenOf(host, "err"))}\n`);
  }
  return 0;
}

interface PreparedPrompt {
  readonly prompts: Client["prompts"];
  readonly id: string;
  readonly body: RunBody;
}

/**
 * Finds the prompt by its address, its key or its name on the service, and builds the request for it.
 * Warns if the definition differs from the prompt.
 */
async function preparePrompt(
  host: CommandHost,
  name: string,
  flags: PromptFlags,
): Promise<PreparedPrompt> {
  const { append = [], user } = flags;
  const variables = await readPromptVariables(host.cwd, flags);
  const options = { directory: undefined, flags, access: "read" } as const;
  const { plan, planInput, connection } = await preparePlan(host, options);
  const { prompts } = clientFromCall(connection.call);
  const { kind } = kinds.find((row) => row.runs)!;
  const key = name.startsWith(`${kind}/`) ? name.slice(kind.length + 1) : name;
  const address = addressOf(kind, key);
  const id = knownIds(planInput.matching)[address];
  const prompt = findPrompt(await prompts.list(), id, key, plan.baseUrl);
  if (plan.changes.some((change) => change.address === address))
    host.err(
      "Note: the definition differs from the prompt on the service. To see the changes: promptctl plan\n",
    );
  refuseMissingVariables([...textsIn(prompt), ...append], variables);
  const messages = append.map((text): Message => ({
    role: "user",
    content: [{ type: "TEXT", text }],
  }));
  const body = {
    variables,
    ...(messages.length > 0 && { appendMessages: messages }),
    ...(user !== undefined && { user }),
  };
  return { prompts, id: prompt.id, body };
}

/** The prompt with the id of the definition, else the one with the name. */
function findPrompt(
  prompts: Prompt[],
  id: string | undefined,
  name: string,
  baseUrl: string,
): Prompt {
  const matches = prompts.filter((prompt) =>
    id === undefined ? prompt.name === name : prompt.id === id,
  );
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1)
    throw new Failure(
      "refused",
      "ambiguous-name",
      `${baseUrl} has ${matches.length} prompts named "${name}".`,
      "Define the prompt in a file and pin its id in promptctl.yaml.",
    );
  throw new Failure(
    "usage",
    "no-prompt",
    `${baseUrl} has no prompt "${name}".`,
    didYouMean(
      name,
      prompts.map((prompt) => prompt.name),
    ) ?? "To create defined prompts: promptctl apply. To list existing ones: promptctl ids",
  );
}

/** The texts of the messages. The service is not trusted to follow its types. */
function textsIn({ name, messages }: Prompt): string[] {
  if (!Array.isArray(messages))
    throw new Failure(
      "failed",
      "unreadable-answer",
      `Unexpected response for prompt "${name}": "messages" is not a list.`,
      "Check that the base URL is a prompt service with the /sdk/v1 interface.",
    );
  return (messages as unknown as readonly Json[]).flatMap((message) => {
    const content = isObject(message) ? message["content"] : undefined;
    return (Array.isArray(content) ? content : []).flatMap((block) =>
      isObject(block) && block["type"] === "TEXT" && typeof block["text"] === "string"
        ? [block["text"]]
        : [],
    );
  });
}

/** Throws a Failure that names all missing variables. */
function refuseMissingVariables(texts: readonly string[], variables: Variables): void {
  const missing = [...new Set(texts.flatMap((text) => missingIn(text, variables)))];
  if (missing.length === 0) return;
  throw new Failure(
    "usage",
    "missing-variables",
    `Missing ${missing.length === 1 ? "variable" : "variables"}: ${missing.join(", ")}.`,
    `Add ${missing.map((name) => `--var ${shellQuote(`${name}=…`)}`).join(" ")}`,
  );
}
