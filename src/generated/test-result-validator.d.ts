// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Validator } from "../engine/validate/compiled-schema.ts";

export const testResult: Validator;
