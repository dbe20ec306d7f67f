// The service with a runner and one prompt in it, asked for a completion.
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import type { Message, ModelParameters } from "../../src/generated/types.ts";
import { kinds } from "../../src/kinds.ts";
import { createService, type Handler } from "../../src/service/app.ts";
import {
  createPromptRunner,
  type RunnerLogEntry,
  type RunnerOptions,
} from "../../src/providers/runner.ts";
import { openStore } from "../../src/service/store.ts";
import { clientOf } from "../scenarios/contract/client.ts";
import { bodies as wireBodies } from "../../src/generated/wire-validators.js";
import { parametersOf, type ToolSpec } from "./prompts.ts";

export type ProviderName = ModelParameters["provider"];

export const keys = { ANTHROPIC: "sk-ant-SECRET-1", OPENAI: "sk-proj-SECRET-2" };
export const models = { ANTHROPIC: "claude-sonnet-4-5", OPENAI: "gpt-4.1" };
/** What each provider calls it is asked at, under the base address given here. */
export const paths = { ANTHROPIC: "/v1/messages", OPENAI: "/v1/chat/completions" };

/** Access to both providers at one address. */
export function accessTo(url: string): RunnerOptions["providers"] {
  return {
    anthropic: { key: keys.ANTHROPIC, baseUrl: url },
    openai: { key: keys.OPENAI, baseUrl: `${url}/v1` },
  };
}

export interface Setting {
  readonly parameters?: Partial<ModelParameters>;
  readonly messages?: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly runner?: Partial<RunnerOptions>;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
  /** What the runner and the service told who runs them. */
  readonly facts: RunnerLogEntry[];
  readonly failures: unknown[];
}

const capabilities = { evaluationUpdate: false, evaluationDeleteCascades: false };
export const hi: Message = { role: "user", content: [{ type: "TEXT", text: "Hi {{name}}" }] };
export const ann: JsonObject = { variables: { name: "Ann-PRIVATE" } };

/** A service that holds the prompt, and the path of the prompt. */
export async function serviceWith(
  setting: Setting,
): Promise<{ handler: Handler; path: string } & Pick<Answer, "facts" | "failures">> {
  const [facts, failures]: [RunnerLogEntry[], unknown[]] = [[], []];
  const runner: RunnerOptions = {
    fetch,
    providers: {},
    log: (fact) => facts.push(fact),
    ...setting.runner,
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
  for (const tool of setting.tools ?? [])
    tools.push({ toolId: (await create("/sdk/v1/tools", tool as unknown as Json)).id });
  const { id } = await create("/sdk/v1/prompts", {
    name: "Prompt",
    parameters: parametersOf(setting.parameters) as unknown as JsonObject,
    messages: (setting.messages ?? [hi]).map((message, index) => ({
      promptMessageId: `m${index}`,
      ...message,
    })) as unknown as Json,
    tools,
  });
  return { handler, path: `/sdk/v1/prompts/${id}`, facts, failures };
}

const implementation = (fetch: Handler) =>
  ({ fetch, baseUrl: "http://localhost:1", ours: true, close: async () => {} }) as const;

/** Runs the prompt once. */
export async function complete(setting: Setting, body: JsonObject = ann): Promise<Answer> {
  const { handler, path, facts, failures } = await serviceWith(setting);
  const answer = await clientOf(implementation(handler)).call("POST", `${path}/completion`, body);
  return { ...answer, body: answer.body as JsonObject, facts, failures };
}
