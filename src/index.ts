// The library for applications. Only re-exports: a bundler leaves out what an application does not use.
export { CallFailure, Failure } from "./engine/model/failure.ts";
export type { PromptRendering, PromptRun, StopReason } from "./engine/model/prompt-run.ts";
export type { Client } from "./io/service/library-types.ts";
export { createClient, type ClientOptions } from "./client/create-client.ts";
export { createPrompts, type PromptsOptions } from "./client/create-prompts.ts";
export type { PromptsProblem } from "./client/choose-version.ts";
export type {
  Prompts,
  PromptTable,
  RenderedRequest,
  RenderOptions,
  TypedRun,
} from "./client/prompts-types.ts";
export type * from "./generated/types.ts";
