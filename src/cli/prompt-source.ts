// Finds the prompt of promptctl render and run: on the service, or in the definition files.
import { commandText } from "../engine/model/command-text.ts";
import { didYouMean } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import { type Address, addressOf } from "../engine/model/resource.ts";
import { knownIds } from "../engine/saved-plan/executable-plan.ts";
import type { Prompt } from "../generated/types.ts";
import { clientFromCall } from "../io/library-client.ts";
import type { Client } from "../io/library-types.ts";
import { kinds } from "../kinds.ts";
import type { CommandHost } from "./command-host.ts";
import type { ConnectFlags } from "./connect.ts";
import { preparePlan } from "./prepare-plan.ts";
import { createFromFiles } from "./prompt-from-files.ts";

export interface PromptSourceFlags extends ConnectFlags {
  readonly from: "service" | "files";
  /** The commit, tag or branch whose text is used, with --from files. */
  readonly ref?: string;
}

export interface PromptSource {
  /** Calls the service that has the prompt. */
  readonly prompts: Client["prompts"];
  readonly prompt: Prompt;
}

/**
 * The prompt with an address, a key, a name or an id. With --from files, a service in memory gets
 * the prompt and its tools as the files define them.
 */
export async function findPrompt(
  host: CommandHost,
  name: string,
  flags: PromptSourceFlags,
): Promise<PromptSource> {
  const row = kinds.find(({ runs }) => runs)!;
  const key = name.startsWith(`${row.kind}/`) ? name.slice(row.kind.length + 1) : name;
  const address = addressOf(row.kind, key);
  if (flags.from === "service" && flags.ref !== undefined)
    throw new Failure("usage", "ref-of-files", "--ref needs --from files.", "Add --from files.");
  if (flags.from === "service") return promptOnService(host, { key, address }, flags);
  const { call, resource } = await createFromFiles(host, address, flags);
  return { prompts: clientFromCall(call).prompts, prompt: resource as unknown as Prompt };
}

/** Warns if the definition differs from the prompt. */
async function promptOnService(
  host: CommandHost,
  { key, address }: { readonly key: string; readonly address: Address },
  flags: PromptSourceFlags,
): Promise<PromptSource> {
  const options = { directory: undefined, flags, access: "read" } as const;
  const { plan, planInput, connection } = await preparePlan(host, options);
  const { prompts } = clientFromCall(connection.call);
  const ids = knownIds(planInput.matching);
  const wanted = { id: ids[address], key, service: plan };
  const prompt = selectPrompt(await prompts.list(), wanted);
  if (plan.changes.some((change) => ids[change.address] === prompt.id))
    host.err(
      `Note: the definition differs from the prompt on the service. To see the changes: ${commandText("plan", plan)}\n`,
    );
  return { prompts, prompt };
}

/**
 * The prompt with the id of the definition, else the one with the name, else the one with the id.
 */
function selectPrompt(
  prompts: Prompt[],
  {
    id,
    key,
    service,
  }: {
    readonly id: string | undefined;
    readonly key: string;
    readonly service: Pick<Plan, "baseUrl" | "environment" | "directory">;
  },
): Prompt {
  const withName = prompts.filter(({ name }) => name === key);
  const givenId = id ?? (withName.length === 0 ? key.replace(/^id:/, "") : undefined);
  const matches =
    givenId === undefined ? withName : prompts.filter((prompt) => prompt.id === givenId);
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1)
    throw new Failure(
      "refused",
      "ambiguous-name",
      `${service.baseUrl} has ${matches.length} prompts named "${key}".`,
      `Name one by its id: ${matches.map((prompt) => prompt.id).join(", ")}.`,
    );
  throw new Failure(
    "usage",
    "no-prompt",
    `${service.baseUrl} has no prompt "${key}".`,
    didYouMean(
      key,
      prompts.map(({ name }) => name),
    ) ??
      `To create defined prompts: ${commandText("apply", service)}. To use the text of the files: --from files. To list existing ones: ${commandText("ids", service)}`,
  );
}
