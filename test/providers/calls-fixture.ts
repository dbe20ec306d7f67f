// The calls of a test run to a fake provider, and the requests of its trials.
import type { ModelParameters } from "../../src/generated/types.ts";
import type {
  CallBudget,
  CallOutcome,
  CallReply,
  PromptCalls,
  TrialRequest,
} from "../../src/engine/evaluate/trials/trial-calls.ts";
import type { ReplyCache } from "../../src/engine/model/ports.ts";
import { createCallCounters } from "../../src/providers/call-counters.ts";
import { createFailureStreaks } from "../../src/providers/failure-streaks.ts";
import { createPromptCalls, type PromptCallsOptions } from "../../src/providers/prompt-calls.ts";
import { createProviderRoute } from "../../src/providers/provider-route.ts";
import { fakeClock } from "../fixtures/fake-clock.ts";
import { promptOf } from "./prompts.ts";

export const secretKey = "sk-SECRET-1234567890";

export type CallsOptions = Partial<Omit<PromptCallsOptions, "route" | "counters" | "streaks">> & {
  readonly cache: ReplyCache;
  readonly budget?: CallBudget;
  /** Ends the calls. */
  readonly stop?: AbortSignal;
};

/** Calls to both providers at one address. */
export function callsTo(
  url: string,
  { budget = {}, stop = new AbortController().signal, ...options }: CallsOptions,
): PromptCalls {
  const access = { key: secretKey, baseUrl: url };
  const providers = { anthropic: access, openai: access };
  const route = createProviderRoute({ fetch, providers, timeoutMs: 20_000 });
  return createPromptCalls({
    route,
    counters: createCallCounters(budget),
    streaks: createFailureStreaks(stop),
    maximum: 8,
    retries: 4,
    clock: fakeClock(),
    ...options,
  });
}

interface Trial extends Partial<Omit<TrialRequest, "rendered">> {
  readonly text?: string;
  readonly parameters?: Partial<ModelParameters>;
}

export function trialOf({ text = "Hi", parameters = {}, ...rest }: Trial = {}): TrialRequest {
  return {
    evaluation: "evaluation/Prompt/case",
    side: "head",
    trial: 1,
    rendered: {
      prompt: promptOf(parameters),
      messages: [{ role: "user", content: [{ type: "TEXT", text }] }],
    },
    ...rest,
  };
}

export function replyOf(outcome: CallOutcome): CallReply {
  if ("run" in outcome) return outcome;
  throw new Error(outcome.problem.message);
}

/** The code of a problem, `cached` or `live`. */
export function kindOf(outcome: CallOutcome): string {
  if ("problem" in outcome) return outcome.problem.code;
  return outcome.cached ? "cached" : "live";
}
