// Reads a prompt with its evaluations and their assertions.
import type { JsonObject } from "../../../engine/model/json.ts";
import { type Kind, kindNamed } from "../../../engine/model/kind.ts";
import type { Assertion, Evaluation, Prompt } from "../../../generated/types.ts";
import {
  getResource,
  listResources,
  type ResourceContext,
} from "../../http/resources/resources.ts";

export interface PromptEvaluation {
  readonly evaluation: Evaluation;
  readonly assertions: readonly Assertion[];
  /** Whether the evaluation has more assertions than are read. */
  readonly hasMore: boolean;
}

export interface PromptDetails {
  readonly prompt: Prompt;
  /** In order of creation. */
  readonly evaluations: readonly PromptEvaluation[];
  /** Whether the prompt has more evaluations than are read. */
  readonly hasMore: boolean;
}

/** More evaluations of one prompt, or assertions of one evaluation, are not read. */
export const maxChildren = 1000;

/** The kind that runs. */
export function promptKind({ kinds }: Pick<ResourceContext, "kinds">): Kind {
  return kindNamed(kinds, "prompt");
}

/** Throws 404 if the prompt does not exist. */
export async function readPromptAlone(context: ResourceContext, id: string): Promise<Prompt> {
  return (await getResource(context, promptKind(context), id)) as unknown as Prompt;
}

/** Throws 404 if the prompt does not exist. */
export async function readPrompt(context: ResourceContext, id: string): Promise<PromptDetails> {
  const prompt = await readPromptAlone(context, id);
  const evaluationKind = kindNamed(context.kinds, "evaluation");
  const assertionKind = kindNamed(context.kinds, "assertion");
  const { children, hasMore } = await readChildren(context, evaluationKind, id);
  const evaluations = await Promise.all(
    children.map(async (child): Promise<PromptEvaluation> => {
      const evaluation = child as unknown as Evaluation;
      const read = await readChildren(context, assertionKind, evaluation.id);
      const assertions = read.children as unknown as Assertion[];
      return { evaluation, assertions, hasMore: read.hasMore };
    }),
  );
  return { prompt, evaluations, hasMore };
}

async function readChildren(
  context: ResourceContext,
  row: Kind,
  parentId: string,
): Promise<{ readonly children: readonly JsonObject[]; readonly hasMore: boolean }> {
  const children: JsonObject[] = [];
  let after = 0;
  for (;;) {
    const { resources, next } = await listResources(context, row, { parentId, after });
    children.push(...resources);
    if (next === undefined || children.length > maxChildren) break;
    after = next;
  }
  return {
    children: children.slice(0, maxChildren),
    hasMore: children.length > maxChildren,
  };
}
