// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Validator } from "../engine/validate/compiled-schema.ts";

export const wireAssertionBody: Validator;
export const wireAssertion: Validator;
export const wireCompletion: Validator;
export const wireDeleteResult: Validator;
export const wireError: Validator;
export const wireEvaluationBody: Validator;
export const wireEvaluation: Validator;
export const wireModelParametersResponse: Validator;
export const wirePromptBody: Validator;
export const wirePrompt: Validator;
export const wireRunBody: Validator;
export const wireToolBody: Validator;
export const wireTool: Validator;

/** These validators by kind. */
export const bodies: { readonly [kind: string]: Validator };
