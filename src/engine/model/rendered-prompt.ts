// A prompt that is ready to be sent to its provider.
import type { Message, Prompt } from "../../generated/types.ts";

/** A prompt whose messages have all variables filled in. */
export interface RenderedPrompt {
  readonly prompt: Prompt;
  readonly messages: readonly Message[];
  /** Identifies the end user to the provider. */
  readonly user?: string;
}
