// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Validator } from "../engine/validate/compiled-schema.ts";

export const configuration: Validator;
export const definitionAssertion: Validator;
export const definitionCheck: Validator;
export const definitionEvaluation: Validator;
export const definitionPrompt: Validator;
export const definitionTool: Validator;

/** These validators by kind. */
export const definitions: { readonly [kind: string]: Validator };
