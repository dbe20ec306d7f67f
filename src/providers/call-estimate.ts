// What the calls of a run would cost, before they are made.
import type { CallEstimate } from "../engine/evaluate/trials/trial-calls.ts";
import { knownModel } from "../engine/providers/known-models.ts";
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
export interface ReplyLength {
  /** The id of the prompt. */
  readonly prompt: string;
  readonly outputTokens: number;
}

/** The estimated output of a prompt without earlier replies. */
const defaultOutputTokens = 500;

/** The estimated cost of a call in US dollars; null if the price is unknown. */
export async function estimatedCost(
  { parameters: { provider, name, maxTokens }, rendered }: PricedCall,
  outputTokens: number = defaultOutputTokens,
): Promise<number | null> {
  const output = Math.min(maxTokens ?? Infinity, outputTokens);
  const usage = { input_tokens: inputTokens(rendered), output_tokens: output };
  return priceInDollars(usage, providerFacts[provider].id, [name, knownModel(provider, name)]);
}

/**
 * Estimates the calls: input from the length of the texts, output from the median of earlier
 * replies to the same prompt: those to other prompts can be much shorter.
 */
export async function estimateCalls(
  calls: readonly PlannedCall[],
  replies: readonly ReplyLength[],
): Promise<Omit<CallEstimate, "cached">> {
  const medians = new Map<string, number | undefined>();
  const unpriced = new Set<string>();
  let cost = 0;
  for (const call of calls) {
    const { id } = call.rendered.prompt;
    if (!medians.has(id)) medians.set(id, medianOutput(id, replies));
    const price = await estimatedCost(call, medians.get(id));
    if (price === null) unpriced.add(call.parameters.name);
    cost += price ?? 0;
  }
  const byHost = groupBy(calls, ({ baseUrl }) => serviceHost(baseUrl));
  return {
    calls: calls.length,
    cost,
    unpricedModels: [...unpriced].sort(),
    missing: [...new Set(calls.flatMap(({ missing = [] }) => missing))],
    hosts: [...byHost].map(([host, group]) => ({ host, calls: group.length })),
  };
}

function medianOutput(id: string, replies: readonly ReplyLength[]): number | undefined {
  const lengths = replies
    .filter(({ prompt }) => prompt === id)
    .map(({ outputTokens }) => outputTokens)
    .sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)];
}

function inputTokens({ prompt, messages }: RenderedPrompt): number {
  const tools = JSON.stringify(prompt.tools).length / charactersPerToken;
  return countTokens(messages.flatMap(({ content }) => content)) + Math.ceil(tools);
}
