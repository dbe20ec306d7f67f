// Reads the versions of a prompt, in the form in which the page compares them.
import type { ResourceContext } from "../service/resources.ts";
import type { StoredResource } from "../service/stored-resource.ts";
import type { Message, ModelParameters } from "../generated/types.ts";
import { promptKind } from "./read-prompt.ts";

/** The content of a prompt in one version. */
export interface PromptVersion {
  readonly name: string;
  readonly parameters: ModelParameters;
  /** The names of the tools; the ids of those that were deleted later. */
  readonly tools: readonly string[];
  readonly messages: readonly Message[];
}

/** Returns undefined if the service does not have the version. */
export async function readPromptVersion(
  context: ResourceContext,
  id: string,
  number: number,
): Promise<PromptVersion | undefined> {
  const { kind } = promptKind(context);
  const stored = await context.store.getVersion(kind, id, number);
  if (!stored) return undefined;
  const { name, parameters, messages } = stored.body as unknown as PromptVersion;
  return { name, parameters, messages, tools: await toolNames(context, stored) };
}

async function toolNames({ store }: ResourceContext, stored: StoredResource): Promise<string[]> {
  const tools = await Promise.all(stored.references.map(({ to }) => store.get(to.kind, to.id)));
  return stored.references.map(({ to }, index) => {
    const name = tools[index]?.resource.body["name"];
    return typeof name === "string" ? name : `id:${to.id} (deleted)`;
  });
}
