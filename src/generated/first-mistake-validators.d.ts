// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Validator } from "../engine/validate/compiled-schema.ts";

export const wireAssertionBody: Validator;
export const wireEvaluationBody: Validator;
export const wirePromptBody: Validator;
export const wireRunBody: Validator;
export const wireToolBody: Validator;
