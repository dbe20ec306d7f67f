// Where promptctl render and run have a prompt from: the service, or the definition files.
import type { PromptRendering, PromptRun } from "../../engine/model/prompt-run.ts";
import type { Prompt, RunBody } from "../../generated/types.ts";

export interface PromptSource {
  readonly prompt: Prompt;
  render(body: RunBody): Promise<PromptRendering>;
  run(body: RunBody): Promise<PromptRun>;
}
