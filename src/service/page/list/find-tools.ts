// The tools of the service and the prompts that use them.
import type { Tool } from "../../../generated/types.ts";
import { kindNamed } from "../../../engine/model/kind.ts";
import { compareNames } from "../../../views/text/display-name.ts";
import type { ResourceContext } from "../../http/resources/resources.ts";
import { findPrompts, type FoundPrompt, listStart } from "./find-prompts.ts";
import { listParts } from "./list-parts.ts";
import { searchRank, type SearchTerm } from "./search-terms.ts";

/** A tool and the prompts that use it, by name. */
export interface FoundTool {
  readonly tool: Tool;
  readonly usedBy: readonly FoundPrompt[];
}

export interface FoundTools {
  readonly tools: readonly FoundTool[];
  /** Whether there are more tools than these. */
  readonly hasMore: boolean;
  /** Whether there are more prompts than `usedBy` is from. */
  readonly hasMorePrompts: boolean;
}

/** More tools are not shown. */
const maxTools = 500;

/** The tools that contain all terms in their name or description, the best match first, then by name. */
export async function findTools(
  context: ResourceContext,
  terms: readonly SearchTerm[],
): Promise<FoundTools> {
  const { tools, hasMore } = await readTools(context, terms);
  const { found, next } = await findPrompts(context, [], listStart);
  const users = new Map<string, FoundPrompt[]>(tools.map(({ tool }) => [tool.id, []]));
  for (const prompt of found) for (const id of prompt.tools) users.get(id)?.push(prompt);
  return {
    tools: tools
      .toSorted((a, b) => a.rank - b.rank || compareNames(a.tool.name, b.tool.name))
      .map(({ tool }) => ({
        tool,
        usedBy: users.get(tool.id)!.toSorted((a, b) => compareNames(a.name, b.name)),
      })),
    hasMore,
    hasMorePrompts: next !== undefined,
  };
}

interface RankedTool {
  readonly tool: Tool;
  readonly rank: number;
}

async function readTools(
  context: ResourceContext,
  terms: readonly SearchTerm[],
): Promise<{ readonly tools: readonly RankedTool[]; readonly hasMore: boolean }> {
  const tools: RankedTool[] = [];
  let hasMore = false;
  for await (const { resources, next } of listParts(context, kindNamed(context.kinds, "tool"), 0)) {
    for (const tool of resources as unknown as Tool[]) {
      const rank = searchRank(terms, { ...tool, others: [[tool.description]] });
      if (rank !== undefined) tools.push({ tool, rank });
    }
    hasMore = next !== undefined || tools.length > maxTools;
    if (tools.length > maxTools) break;
  }
  return { tools: tools.slice(0, maxTools), hasMore };
}
