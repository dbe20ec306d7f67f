// Renders a prompt for a run: the configured or overriding messages, then the appended ones, with
// all variables filled in.
import { HTTPException } from "hono/http-exception";
import { type RenderedPrompt, renderRun } from "../../../engine/render/rendered-prompt.ts";
import type { Prompt, RunBody } from "../../../generated/types.ts";

/**
 * Throws 400 with all missing variables and all blocks their role does not allow, 413 if the
 * rendered texts are too long.
 */
export function renderPrompt(prompt: Prompt, body: RunBody): RenderedPrompt {
  const rendering = renderRun(prompt, body);
  if (!("problem" in rendering)) return rendering;
  const { kind, message } = rendering.problem;
  throw new HTTPException(kind === "invalid" ? 400 : 413, { message });
}
