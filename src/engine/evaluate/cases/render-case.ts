// The prompt of a case, rendered from definitions with the variables and messages of its
// evaluation.
import type { Message, Prompt, Tool } from "../../../generated/types.ts";
import { objectOf } from "../../model/json.ts";
import { renderMessages, type RenderedPrompt } from "../../render/rendered-prompt.ts";
import type { Definition } from "../../model/resource.ts";
import type { Variables } from "../../render/template.ts";

/** What the request of a case is made of. */
export interface CaseInput {
  readonly prompt: Definition;
  /** In the order of the prompt. */
  readonly tools: readonly Definition[];
  readonly evaluation: Definition;
}

/** A rendered case, or why it cannot be rendered, in whole sentences. */
export type CaseRendering =
  | { readonly rendered: RenderedPrompt; readonly evaluation: Definition }
  | { readonly problem: string; readonly isExternal: boolean };

/** Renders a case. The files do not contain the text of external prompts and tools. */
export function renderCase({ prompt, tools, evaluation }: CaseInput): CaseRendering {
  const external = [prompt, ...tools].find((each) => each.external);
  if (external)
    return {
      problem: `${external.address} is external: the files do not contain it.`,
      isExternal: true,
    };
  const { spec } = evaluation;
  const rendering = renderMessages(
    [
      { field: "messages", messages: prompt.spec["messages"] as unknown as Message[] },
      { field: "appendedMessages", messages: spec["appendedMessages"] as unknown as Message[] },
    ],
    objectOf(spec["variables"]) as Variables,
  );
  if ("problem" in rendering) return { problem: rendering.problem.message, isExternal: false };
  return { rendered: { prompt: toPrompt(prompt, tools), ...rendering }, evaluation };
}

/** A prompt in the form of the service; the ids are addresses. */
function toPrompt({ address, spec }: Definition, tools: readonly Definition[]): Prompt {
  const attached = tools.map((tool) => ({ ...tool.spec, id: tool.address }) as unknown as Tool);
  return { ...spec, id: address, tools: attached } as unknown as Prompt;
}
