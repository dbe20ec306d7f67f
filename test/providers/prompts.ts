// Prompts as response bodies; parameters that a test does not set have their documented defaults.
import type { ModelParameters, Prompt, Tool } from "../../src/generated/types.ts";
import { modelParameters } from "../fixtures/model-parameters.ts";

export type ToolSpec = Omit<Tool, "id">;

export const look: ToolSpec = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object", properties: {} },
};

export function parametersOf(parameters: Partial<ModelParameters> = {}): ModelParameters {
  return modelParameters({ provider: "ANTHROPIC", name: "claude-sonnet-4-5", ...parameters });
}

export function promptOf(
  parameters: Partial<ModelParameters>,
  tools: readonly ToolSpec[] = [],
): Prompt {
  return {
    id: "p",
    name: "Prompt",
    parameters: parametersOf(parameters),
    messages: [],
    tools: tools.map((tool, index) => ({ id: `t${index}`, ...tool })),
  };
}
