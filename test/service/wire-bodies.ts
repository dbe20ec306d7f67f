// The validators of written bodies by kind, as the service is given them.
import type { Validator } from "../../src/engine/validate.ts";
import {
  wireAssertionBody,
  wireEvaluationBody,
  wirePromptBody,
  wireToolBody,
} from "../../src/generated/wire-validators.js";

export const wireBodies: { readonly [kind: string]: Validator } = {
  tool: wireToolBody,
  prompt: wirePromptBody,
  evaluation: wireEvaluationBody,
  assertion: wireAssertionBody,
};
