// Made from schemas/ by `npm run generate`. Do not edit.
import type { Validator } from "../engine/validate.ts";

export const config: Validator;
export const definitionAssertion: Validator;
export const definitionEvaluation: Validator;
export const definitionPrompt: Validator;
export const definitionTool: Validator;
