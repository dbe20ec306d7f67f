// What render and run have in common: which prompt on the service, and the body to send it.
import { Failure } from "../engine/model/failure.ts";
import { didYouMean } from "../engine/model/diagnostic.ts";
import { isObject, type Json } from "../engine/model/json.ts";
import { addressOf } from "../engine/model/resource.ts";
import { shellQuote } from "../engine/model/shell-quote.ts";
import { missingIn, type Variables } from "../engine/model/template.ts";
import type { Message, Prompt, RunBody } from "../generated/types.ts";
import { type Client, createClient } from "../io/client.ts";
import { knownIds } from "../engine/saved-plan/executable-plan.ts";
import { kinds } from "../kinds.ts";
import { type ConnectFlags, type ServiceConnection } from "./connect.ts";
import type { CommandHost } from "./command-host.ts";
import { preparePlan } from "./prepare-plan.ts";
import { readPromptVariables, type VariableFlags } from "./prompt-variables.ts";

export interface PromptFlags extends ConnectFlags, VariableFlags {
  readonly append?: readonly string[];
  readonly user?: string;
  readonly json?: boolean;
}

export interface PromptRequest {
  readonly client: Client;
  readonly id: string;
  readonly body: RunBody;
  readonly connection: ServiceConnection;
}

/** The prompt that a word names, with what to send; whoever calls closes the connection. */
export async function preparePromptRequest(
  host: CommandHost,
  word: string,
  flags: PromptFlags,
): Promise<PromptRequest> {
  const variables = readPromptVariables(host.cwd, flags);
  const { plan, context, connection } = await preparePlan(host, undefined, flags, "read");
  try {
    const client = createClient(connection.call);
    const { kind } = kinds.find((row) => row.runs)!;
    const key = word.startsWith(`${kind}/`) ? word.slice(kind.length + 1) : word;
    const prompt = choose(
      await client.prompts.list(),
      knownIds(context.matching)[addressOf(kind, key)],
      key,
      plan.baseUrl,
    );
    if (plan.changes.some((each) => each.address === addressOf(kind, key)))
      host.err(
        "Note: the definition differs from what the service has; promptctl plan shows how.\n",
      );
    const appended = (flags.append ?? []).map((text): Message => ({
      role: "user",
      content: [{ type: "TEXT", text }],
    }));
    refuseMissing([...textsIn(prompt), ...(flags.append ?? [])], variables);
    const body = {
      variables,
      ...(appended.length > 0 && { appendMessages: appended }),
      ...(flags.user !== undefined && { user: flags.user }),
    };
    return { client, id: prompt.id, body, connection };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** By the id of its definition, else by its name on the service. */
function choose(prompts: Prompt[], id: string | undefined, name: string, baseUrl: string): Prompt {
  const found = prompts.filter((each) => (id === undefined ? each.name === name : each.id === id));
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new Failure(
      "refused",
      "ambiguous-name",
      `${baseUrl} has ${found.length} prompts named "${name}".`,
      "Define the one you mean, with a pin in promptctl.yaml.",
    );
  throw new Failure(
    "usage",
    "no-prompt",
    `${baseUrl} has no prompt "${name}".`,
    didYouMean(
      name,
      prompts.map((each) => each.name),
    ) ?? "promptctl apply makes what the files define; promptctl ids lists what is there.",
  );
}

/** The texts of its messages; the types are only the service's word. */
function textsIn({ name, messages }: Prompt): string[] {
  if (!Array.isArray(messages))
    throw new Failure(
      "failed",
      "unreadable-answer",
      `The service answered prompt "${name}" in a form this version does not understand: "messages" is not a list.`,
      "Check that the base address is that of a prompt service, and that it speaks /sdk/v1.",
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

/** All missing variables at once. */
function refuseMissing(texts: readonly string[], variables: Variables): void {
  const missing = [...new Set(texts.flatMap((text) => missingIn(text, variables)))];
  if (missing.length === 0) return;
  throw new Failure(
    "usage",
    "missing-variables",
    `${missing.length === 1 ? "A variable is" : "Variables are"} missing: ${missing.join(", ")}.`,
    `Give ${missing.length === 1 ? "it" : "them"}: ${missing.map((name) => `--var ${shellQuote(`${name}=…`)}`).join(" ")}`,
  );
}
