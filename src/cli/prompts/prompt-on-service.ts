// Finds the prompt of promptctl render and run on the service.
import { commandText } from "../../engine/text/command-text.ts";
import { refused, wrongUsage } from "../../engine/model/failure.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { type Address, addressOf, kindOf, nameOf } from "../../engine/model/resource.ts";
import { didYouMeanAddress } from "../../engine/select/unmatched-pattern.ts";
import { knownIds } from "../../engine/review/executable-plan.ts";
import type { Prompt } from "../../generated/types.ts";
import { clientFromCall } from "../../io/service/library-client.ts";
import type { CommandHost } from "../host/command-host.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { promptAddress } from "../definitions/find-prompt.ts";
import { preparePlan } from "../plan/prepare-plan.ts";
import type { PromptSource } from "./prompt-source.ts";

/** The prompt with an address, a key, a name or an id. Warns if its definition differs. */
export async function promptOnService(
  host: CommandHost,
  name: string,
  directory: string | undefined,
  flags: ConnectFlags,
): Promise<PromptSource> {
  const { plan, planInput, connection } = await preparePlan(host, { directory, flags });
  const { prompts } = clientFromCall(connection.call);
  const ids = knownIds(planInput.matching);
  const defined = planInput.definitions.map((each) => each.address);
  const address = promptAddress(planInput.definitions, name);
  const kind = kindOf(address);
  const key = name.startsWith(`${kind}/`) ? nameOf(name) : name;
  const all = await prompts.list();
  const similar = [...all.map((each) => addressOf(kind, each.name)), ...defined];
  const known = defined.includes(address) ? [] : similar.filter((each) => kindOf(each) === kind);
  const prompt = selectPrompt(all, { id: ids[address], key, known, service: plan });
  if (plan.changes.some((change) => ids[change.address] === prompt.id))
    host.err(
      `Note: the definition differs from the prompt on the service. To see the changes: ${commandText("plan", plan)}\n`,
    );
  return {
    prompt,
    render: (body) => prompts.render(prompt.id, body),
    run: (body) => prompts.run(prompt.id, body),
  };
}

/**
 * The prompt with the id of the definition, else the one with the name, else the one with the id.
 */
function selectPrompt(
  prompts: Prompt[],
  {
    id,
    key,
    known,
    service,
  }: {
    readonly id: string | undefined;
    readonly key: string;
    /** The addresses that the user may have meant. */
    readonly known: readonly Address[];
    readonly service: Pick<Plan, "baseUrl" | "environment" | "directory">;
  },
): Prompt {
  const withName = prompts.filter(({ name }) => name === key);
  const givenId = id ?? (withName.length === 0 ? key.replace(/^id:/, "") : undefined);
  const matches =
    givenId === undefined ? withName : prompts.filter((prompt) => prompt.id === givenId);
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1)
    throw refused(
      "ambiguous-name",
      `${service.baseUrl} has ${matches.length} prompts named "${key}".`,
      `Name one by its id: ${matches.map((prompt) => prompt.id).join(", ")}.`,
    );
  throw wrongUsage(
    "no-prompt",
    `${service.baseUrl} has no prompt "${key}".`,
    didYouMeanAddress(key, known) ??
      `To create defined prompts: ${commandText("apply", service)}. To use the text of the files: --from files. To list the others: ${commandText("plan --unmanaged", service)}`,
  );
}
