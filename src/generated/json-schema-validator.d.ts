// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Validator } from "../engine/validate/grammar.ts";

export const jsonSchema: Validator;
