// The tools of the service and the prompts that use them.
import type { Tool } from "../../generated/types.ts";
import { kindNamed } from "../../engine/model/kind.ts";
import { listResources, type ResourceContext } from "../http/resources/resources.ts";
import { findPrompts, type FoundPrompt, listStart } from "./find-prompts.ts";

/** A tool and the prompts that use it, by name. */
export interface FoundTool {
  readonly tool: Tool;
  readonly usedBy: readonly FoundPrompt[];
}

export interface FoundTools {
  readonly tools: readonly FoundTool[];
  /** Whether there are more tools, or more prompts, than are read. */
  readonly hasMore: boolean;
}

/** More tools are not shown. */
const maxTools = 500;

/** The tools by name. */
export async function findTools(context: ResourceContext): Promise<FoundTools> {
  const { tools, hasMore } = await readTools(context);
  const { found, next } = await findPrompts(context, [], listStart);
  const users = new Map<string, FoundPrompt[]>(tools.map(({ id }) => [id, []]));
  for (const prompt of found) for (const id of prompt.tools) users.get(id)?.push(prompt);
  const collator = new Intl.Collator("en");
  return {
    tools: tools
      .map((tool) => ({
        tool,
        usedBy: users.get(tool.id)!.toSorted((a, b) => collator.compare(a.name, b.name)),
      }))
      .toSorted((a, b) => collator.compare(a.tool.name, b.tool.name)),
    hasMore: hasMore || next !== undefined,
  };
}

async function readTools(
  context: ResourceContext,
): Promise<{ readonly tools: readonly Tool[]; readonly hasMore: boolean }> {
  const row = kindNamed(context.kinds, "tool");
  const tools: Tool[] = [];
  for (let after: number | undefined = 0; after !== undefined && tools.length <= maxTools;) {
    const { resources, next } = await listResources(context, row, { after });
    tools.push(...(resources as unknown as Tool[]));
    after = next;
  }
  return { tools: tools.slice(0, maxTools), hasMore: tools.length > maxTools };
}
