// The reply to a prompt in the form that the reply cache keeps: without its cost, which is computed
// from the tokens on each use, because prices change.
import type { Usage } from "@pydantic/genai-prices";
import { isNamed } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { maxReplyMiB } from "../engine/model/ports.ts";
import { knownModel } from "../engine/providers/known-models.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import type { PromptRun, StopReason } from "../engine/model/prompt-run.ts";
import { parseExactJson } from "../engine/json/exact-json.ts";
import type { Block, ModelParameters } from "../generated/types.ts";
import { loadPrices, priceInDollars } from "./prices.ts";
import { expectType, type Provider, type UnreadableReply } from "./provider.ts";
import {
  type ProviderFailure,
  providerFailure,
  type ProviderResponse,
} from "./provider-failure.ts";
import { omittedSettings } from "./sent-settings.ts";

export interface ProviderReply {
  /** The model as the provider names it in the reply; null if it does not. */
  readonly model: string | null;
  /** TEXT and TOOL_CALL blocks. */
  readonly content: readonly Block[];
  readonly stopReason: StopReason | null;
  readonly stopExplanation?: string;
  /** Token counts by the names of @pydantic/genai-prices; input_tokens are all input tokens. */
  readonly usage: Usage;
  /** Milliseconds. */
  readonly latency: number;
  /** What the service reports, if it has made the call; it is not computed then. */
  readonly reported?: ReportedByService;
}

interface ReportedByService {
  /** US dollars; null if the service knows no price. */
  readonly cost: number | null;
  readonly omittedSettings: readonly string[];
}

/** Reads a successful response. Throws a CallFailure if it is invalid. */
export async function readReply(
  provider: Provider,
  { status, text, incomplete }: ProviderResponse,
  latency: number,
): Promise<ProviderReply> {
  const invalid = (why: string): ProviderFailure =>
    providerFailure(
      incomplete === "broke-off" ? incomplete : "unreadable-reply",
      `${provider.name} returned status ${status} with a reply that cannot be read: ${why}.`,
      { status },
    );
  if (incomplete === "broke-off") throw invalid("it broke off");
  if (incomplete === "too-large") throw invalid(`it has more than ${maxReplyMiB} MiB`);
  const value = parseExactJson(text);
  if (value === undefined) throw invalid("the body is not JSON");
  try {
    const response = expectType(value, "object", "the body");
    const { model } = response;
    const { content, stopReason, ...reply } = provider.parseReply(response);
    const hasCalls = content.some(({ type }) => type === "TOOL_CALL");
    return {
      ...reply,
      model: typeof model === "string" ? model : null,
      content,
      // A call that tool_choice forced ends with the reason of a text.
      stopReason: stopReason === "complete" && hasCalls ? "tool-calls" : stopReason,
      usage: await usageIn(provider, response),
      latency,
    };
  } catch (error) {
    if (!isNamed<UnreadableReply>(error, "UnreadableReply")) throw error;
    throw invalid(error.message);
  }
}

/** Of a reply without token counts: no call has 0 input tokens, so its cost is unknown. */
const unknownUsage: Usage = { input_tokens: 0, output_tokens: 0 };

/** Whether the provider counted the tokens of a reply. */
export function hasUsage({ inputTokenCount }: PromptRun["stats"]): boolean {
  return inputTokenCount > 0;
}

/** The token counts, if the response has valid ones. */
async function usageIn(provider: Provider, { usage = null }: JsonObject): Promise<Usage> {
  return (await tokenCounts(provider, usage)) ?? unknownUsage;
}

/** The token counts of a response of an API; undefined if they are not in its form. */
export async function tokenCounts(
  { id, usageFormat }: Pick<Provider, "id" | "usageFormat">,
  usage: Json,
): Promise<Usage | undefined> {
  const { extractUsage, findProvider } = await loadPrices();
  const priceData = findProvider({ providerId: id })!;
  try {
    return extractUsage(priceData, { usage }, usageFormat).usage;
  } catch {
    return undefined;
  }
}

/** The reply to a prompt with these parameters, with its cost. */
export async function toPromptRun(
  parameters: ModelParameters,
  { model, content, stopReason, stopExplanation, usage, latency, reported }: ProviderReply,
): Promise<PromptRun> {
  const { provider, name } = parameters;
  const providerId = providerFacts[provider].id;
  const { cost, omittedSettings: omitted } = reported ?? {
    cost: await priceInDollars(usage, providerId, [name, model, knownModel(provider, name)]),
    omittedSettings: omittedSettings(parameters),
  };
  return {
    provider,
    name,
    stats: {
      inputTokenCount: usage["input_tokens"]!,
      outputTokenCount: usage["output_tokens"]!,
      latency,
      cost,
    },
    message: { role: "assistant", content: [...content] },
    stopReason,
    ...(stopExplanation !== undefined && { stopExplanation }),
    omittedSettings: omitted,
  };
}

/** The reply in a JSON value of a file; undefined if the value is not one. */
export function asProviderReply(value: Json): ProviderReply | undefined {
  if (!isObject(value)) return undefined;
  const { model, content, stopReason, stopExplanation = "", usage, latency, reported } = value;
  const isValid =
    (model === null || typeof model === "string") &&
    Array.isArray(content) &&
    content.every(isReplyBlock) &&
    (stopReason === null || typeof stopReason === "string") &&
    typeof stopExplanation === "string" &&
    isObject(usage) &&
    [usage["input_tokens"], usage["output_tokens"], latency].every(isCount) &&
    (reported === undefined || isReported(reported));
  return isValid ? (value as unknown as ProviderReply) : undefined;
}

function isReported(value: Json): boolean {
  if (!isObject(value)) return false;
  const { cost, omittedSettings: omitted } = value;
  return (
    (cost === null || isCount(cost)) &&
    Array.isArray(omitted) &&
    omitted.every((name) => typeof name === "string")
  );
}

function isCount(value: Json | undefined): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isReplyBlock(block: Json): boolean {
  if (!isObject(block)) return false;
  if (block["type"] === "TEXT") return typeof block["text"] === "string";
  const { toolCallId, function: tool } = isObject(block["toolCall"]) ? block["toolCall"] : {};
  return (
    block["type"] === "TOOL_CALL" &&
    typeof toolCallId === "string" &&
    isObject(tool) &&
    typeof tool["name"] === "string" &&
    typeof tool["arguments"] === "string"
  );
}
