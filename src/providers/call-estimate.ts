// What the calls of a run would cost, before they are made.
import type { CallEstimate } from "../engine/evaluate/trials/trial-calls.ts";
import type { ModelParameters } from "../generated/types.ts";
import { type JsonObject, objectOf } from "../engine/model/json.ts";
import { canStopReasoning, knownModel } from "../engine/providers/known-models.ts";
import type { Effort } from "../engine/providers/model-settings.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import { groupBy } from "../engine/model/collections.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import { serviceHost } from "../io/http/base-url.ts";
import type { PreparedCall } from "./call-route.ts";
import { charactersPerToken, countTokens } from "./echo.ts";
import { priceInDollars } from "./prices.ts";

interface PricedCall extends Pick<PreparedCall, "parameters"> {
  readonly rendered: RenderedPrompt;
}

export interface PlannedCall extends PricedCall, Pick<PreparedCall, "baseUrl" | "missing"> {}

/** The length of an earlier reply. */
export interface ReplyLength extends Pick<PricedCall, "parameters"> {
  /** The id of the prompt. */
  readonly prompt: string;
  /** With those of reasoning. */
  readonly outputTokens: number;
}

/** The estimated output of a prompt without earlier replies, without reasoning. */
const defaultOutputTokens = 500;

/**
 * An assumption about how many tokens models take to reason, for prompts without earlier replies. Providers
 * name no numbers, and prompts differ by far.
 */
const reasoningTokens: { readonly [effort in Effort]: number } = {
  none: 0,
  minimal: 250,
  low: 1000,
  medium: 4000,
  high: 10_000,
  xhigh: 20_000,
  max: 32_000,
};

/** The budget of `thinking` in `extra`, or a number for the effort. */
function estimatedReasoning({ provider, name, options }: ModelParameters): number {
  const { reasoningEffort: effort, extra } = options ?? {};
  const { type, budget_tokens: budget } = objectOf(
    objectOf((extra ?? {}) as JsonObject)["thinking"],
  );
  if (type === "enabled" && typeof budget === "number") return budget;
  if (typeof effort === "string") return reasoningTokens[effort];
  // A model that cannot stop reasoning does so without being asked; of others, the default is not known.
  return type === "adaptive" || !canStopReasoning(provider, name) ? reasoningTokens.medium : 0;
}

/** The estimated cost of a call in US dollars; null if the price is unknown. */
export async function estimatedCost(
  { parameters, rendered }: PricedCall,
  outputTokens: number = defaultOutputTokens + estimatedReasoning(parameters),
): Promise<number | null> {
  const { provider, name } = parameters;
  const output = withinLimit(parameters, outputTokens);
  const usage = { input_tokens: inputTokens(rendered), output_tokens: output };
  return priceInDollars(usage, providerFacts[provider].id, [name, knownModel(provider, name)]);
}

function withinLimit({ provider, maxTokens }: ModelParameters, outputTokens: number): number {
  return Math.min(maxTokens ?? providerFacts[provider].defaultMaxTokens ?? Infinity, outputTokens);
}

/** The tokens of reasoning in the estimate of a prompt without earlier replies. */
function assumedReasoningOf(parameters: ModelParameters): number {
  const output = defaultOutputTokens + estimatedReasoning(parameters);
  return withinLimit(parameters, output) - withinLimit(parameters, defaultOutputTokens);
}

/**
 * Estimates the calls: input from the length of the texts, output from the median of earlier
 * replies to the same prompt with the same effort: others can be much shorter.
 */
export async function estimateCalls(
  calls: readonly PlannedCall[],
  replies: readonly ReplyLength[],
): Promise<Omit<CallEstimate, "cached">> {
  const groups = groupBy(replies, (reply) => lengthKey(reply.prompt, reply));
  const medians = new Map([...groups].map(([key, group]) => [key, medianOutput(group)]));
  const unpriced = new Set<string>();
  let cost = 0;
  let assumedReasoning = 0;
  for (const call of calls) {
    const median = medians.get(lengthKey(call.rendered.prompt.id, call));
    const price = await estimatedCost(call, median);
    if (price === null) unpriced.add(call.parameters.name);
    else if (median === undefined) assumedReasoning += assumedReasoningOf(call.parameters);
    cost += price ?? 0;
  }
  const byHost = groupBy(calls, ({ baseUrl }) => serviceHost(baseUrl));
  return {
    calls: calls.length,
    cost,
    ...(assumedReasoning > 0 && { assumedReasoning }),
    unpricedModels: [...unpriced].sort(),
    missing: [...new Set(calls.flatMap(({ missing = [] }) => missing))],
    hosts: [...byHost].map(([host, group]) => ({ host, calls: group.length })),
  };
}

/** What decides how long replies are: the prompt and how much it reasons. */
function lengthKey(prompt: string, { parameters }: Pick<PricedCall, "parameters">): string {
  return JSON.stringify([prompt, estimatedReasoning(parameters)]);
}

function medianOutput(replies: readonly ReplyLength[]): number {
  const lengths = replies.map(({ outputTokens }) => outputTokens).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)]!;
}

function inputTokens({ prompt, messages }: RenderedPrompt): number {
  const tools = JSON.stringify(prompt.tools).length / charactersPerToken;
  return countTokens(messages.flatMap(({ content }) => content)) + Math.ceil(tools);
}
