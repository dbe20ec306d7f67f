// A service with a runner and one prompt, and a function that runs the prompt.
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import type { Message, ModelParameters } from "../../src/generated/types.ts";
import { kinds } from "../../src/kinds.ts";
import { createService, type Handler } from "../../src/service/http/app.ts";
import {
  createPromptRunner,
  type RunnerLogEntry,
  type RunnerOptions,
} from "../../src/providers/runner.ts";
import { openStore } from "../../src/service/open-store.ts";
import { clientOf } from "../scenarios/contract/client.ts";
import { bodies as wireBodies } from "../../src/generated/wire-validators.js";
import { parametersOf, type ToolSpec } from "./prompts.ts";

export const keys = { ANTHROPIC: "sk-ant-SECRET-1", OPENAI: "sk-proj-SECRET-2" };
export type ProviderName = keyof typeof keys;
export const models = { ANTHROPIC: "claude-sonnet-4-5", OPENAI: "gpt-4.1" };
/** The request path of each provider under the base URLs of `accessTo`. */
export const paths = { ANTHROPIC: "/v1/messages", OPENAI: "/v1/chat/completions" };

/** Access to both providers at one origin. */
export function accessTo(url: string): RunnerOptions["providers"] {
  return {
    anthropic: { key: keys.ANTHROPIC, baseUrl: url },
    openai: { key: keys.OPENAI, baseUrl: `${url}/v1` },
  };
}

export interface ServiceFixture {
  readonly parameters?: Partial<ModelParameters>;
  readonly messages?: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly runner?: Partial<RunnerOptions>;
}

export interface CompletionResponse {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
  /** What the runner logged. */
  readonly logEntries: RunnerLogEntry[];
  /** The causes of responses with status 500. */
  readonly failures: unknown[];
}

const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
export const hi: Message = { role: "user", content: [{ type: "TEXT", text: "Hi {{name}}" }] };
export const ann: JsonObject = { variables: { name: "Ann-PRIVATE" } };

/** A service that stores the prompt, and the path of the prompt. */
export async function serviceWith(
  fixture: ServiceFixture,
): Promise<
  { handler: Handler; path: string } & Pick<CompletionResponse, "logEntries" | "failures">
> {
  const [logEntries, failures]: [RunnerLogEntry[], unknown[]] = [[], []];
  const runner: RunnerOptions = {
    fetch,
    providers: {},
    advise: (reason) => `Advice: ${JSON.stringify(reason)}`,
    log: (entry) => logEntries.push(entry),
    ...fixture.runner,
  };
  const handler = createService({
    kinds,
    store: await openStore(":memory:"),
    bodies: wireBodies,
    keys: [],
    capabilities,
    runner: createPromptRunner(runner),
    onFailure: (cause) => failures.push(cause),
  });
  const { create } = clientOf(implementation(handler));
  const tools = [];
  for (const tool of fixture.tools ?? [])
    tools.push({ toolId: (await create("/sdk/v1/tools", tool as unknown as Json)).id });
  const { id } = await create("/sdk/v1/prompts", {
    name: "Prompt",
    parameters: parametersOf(fixture.parameters) as unknown as JsonObject,
    messages: (fixture.messages ?? [hi]).map((message, index) => ({
      promptMessageId: `m${index}`,
      ...message,
    })) as unknown as Json,
    tools,
  });
  return { handler, path: `/sdk/v1/prompts/${id}`, logEntries, failures };
}

const implementation = (fetch: Handler) =>
  ({
    fetch,
    baseUrl: "http://localhost:1",
    followsOwnDecisions: true,
    close: async () => {},
  }) as const;

/** Runs the prompt once. */
export async function complete(
  fixture: ServiceFixture,
  body: JsonObject = ann,
): Promise<CompletionResponse> {
  const { handler, path, logEntries, failures } = await serviceWith(fixture);
  const response = await clientOf(implementation(handler)).call("POST", `${path}/completion`, body);
  return { ...response, body: response.body as JsonObject, logEntries, failures };
}
