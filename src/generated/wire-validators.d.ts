// Generated from schemas/ by `npm run generate`. Do not edit.
import type { BodyValidator, Validator } from "../engine/validate/compiled-schema.ts";

export const wireAssertionBody: Validator;
export const wireAssertion: Validator;
export const wireCompletion: Validator;
export const wireDeleteResult: Validator;
export const wireDeletion: Validator;
export const wireError: Validator;
export const wireEvaluationBody: Validator;
export const wireEvaluation: Validator;
export const wireModelParametersResponse: Validator;
export const wireOrigin: Validator;
export const wirePromptBody: Validator;
export const wirePrompt: Validator;
export const wireRunBody: Validator;
export const wireToolBody: Validator;
export const wireTool: Validator;
export const wireVerifiedRun: Validator;
export const wireVersion: Validator;

/** The validators of request bodies, by kind; `run` is the body of a run. */
export const bodies: { readonly run: BodyValidator; readonly [kind: string]: BodyValidator };
