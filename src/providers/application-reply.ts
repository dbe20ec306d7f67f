// The reply of the application under test, from the answer of its process.
import type { Usage } from "@pydantic/genai-prices";
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { isNamed } from "../engine/model/failure.ts";
import { shortReason } from "../engine/evaluate/trials/command-lines.ts";
import type { CallProblem } from "../engine/evaluate/trials/trial-calls.ts";
import type { PromptRun, StopReason } from "../engine/model/prompt-run.ts";
import { knownModel } from "../engine/providers/known-models.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { Block, ModelParameters } from "../generated/types.ts";
import type { ApplicationOutcome } from "../io/commands/run-application.ts";
import { argumentText } from "./call-ids.ts";
import { priceInDollars } from "./prices.ts";
import { expectType, textBlocks, toolCallBlock, UnreadableReply } from "./provider.ts";
import { providerOf } from "./providers.ts";
import { tokenCounts } from "./reply.ts";

/** The request that was made, and the application's name in messages. */
interface ApplicationRequest {
  readonly rendered: RenderedPrompt;
  readonly name: string;
}

type ApplicationReply = { readonly run: PromptRun } | { readonly problem: CallProblem };

/** The reply in what an application answered, or why there is none. */
export async function readOutcome(
  outcome: ApplicationOutcome,
  { rendered, name }: ApplicationRequest,
): Promise<ApplicationReply> {
  const failed = (problem: string, more: Partial<CallProblem> = {}): ApplicationReply => ({
    problem: { code: "command-failed", message: `${name} ${problem}.`, ...more },
  });
  if ("problem" in outcome) {
    const { problem, isLate, output } = outcome;
    return failed(problem, {
      ...(isLate && { code: "timed-out" }),
      ...(output !== "" && { output }),
    });
  }
  const { answer, latency } = outcome;
  if (typeof answer["error"] === "string")
    return failed(`reports an error: ${shortReason(answer["error"]).replace(/\.$/, "")}`);
  try {
    return { run: await readRun(answer, latency, rendered.prompt.parameters) };
  } catch (error) {
    if (!isNamed<UnreadableReply>(error, "UnreadableReply")) throw error;
    return failed(`answered wrongly: ${error.message}`);
  }
}

/** The words of replies.yaml. Throws an UnreadableReply. */
async function readRun(
  answer: JsonObject,
  latency: number,
  parameters: ModelParameters,
): Promise<PromptRun> {
  const { text, calls, model, usage, cost } = withoutNulls(answer);
  if (text === undefined && calls === undefined)
    throw new UnreadableReply("it has neither text nor calls nor error");
  const content: Block[] = [
    ...textBlocks(text === undefined ? "" : expectType(text, "string", "text")),
    ...(calls === undefined ? [] : expectType(calls, "list", "calls")).map(readCall),
  ];
  const usedModel = model === undefined ? undefined : expectType(model, "string", "model");
  const counts = await countsOf(usage, parameters);
  return {
    provider: parameters.provider,
    name: usedModel ?? parameters.name,
    stats: {
      inputTokenCount: counts?.["input_tokens"] ?? 0,
      outputTokenCount: counts?.["output_tokens"] ?? 0,
      latency,
      cost: readCost(cost) ?? (await priceOf(counts, usedModel, parameters)),
    },
    message: { role: "assistant", content },
    stopReason: readStopReason(answer["stopReason"], content),
    omittedSettings: [],
  };
}

/** A field that is null counts as missing: many programs write all fields. */
function withoutNulls(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
}

function readCall(call: Json, index: number): Block {
  const field = `calls[${index}]`;
  const { name, arguments: given = {} } = expectType(call, "object", field);
  if (typeof given !== "string" && !isObject(given))
    throw new UnreadableReply(`${field}.arguments is neither object nor string`);
  return toolCallBlock(
    `call_${index + 1}`,
    expectType(name, "string", `${field}.name`),
    argumentText(given),
  );
}

const stopReasons = ["complete", "truncated", "refused", "filtered"] as const;

/** As in replies.yaml: a complete reply with calls ended for them. */
function readStopReason(given: Json | undefined, content: readonly Block[]): StopReason {
  const reason = given ?? "complete";
  const known = stopReasons.find((each) => each === reason);
  if (known === undefined)
    throw new UnreadableReply(`stopReason is not one of ${stopReasons.join(", ")}`);
  const hasCalls = content.some(({ type }) => type === "TOOL_CALL");
  return known === "complete" && hasCalls ? "tool-calls" : known;
}

function readCost(cost: Json | undefined): number | undefined {
  if (cost === undefined) return undefined;
  if (typeof cost === "number" && Number.isFinite(cost) && cost >= 0) return cost;
  throw new UnreadableReply("cost is not a number of US dollars");
}

/** The providers: that of the prompt first, because the application need not call it. */
function providersFrom(own: ModelParameters["provider"]): ModelParameters["provider"][] {
  const all = Object.keys(providerFacts) as ModelParameters["provider"][];
  return [own, ...all.filter((each) => each !== own)];
}

/** The tokens of `usage`, in the form of any provider's API. */
async function countsOf(
  usage: Json | undefined,
  { provider }: ModelParameters,
): Promise<Usage | undefined> {
  if (usage === undefined) return undefined;
  const given = expectType(usage, "object", "usage");
  for (const each of providersFrom(provider))
    for (const api of providerFacts[each].apis) {
      const counts = await tokenCounts(
        providerOf({ provider: each, options: { api: api.id } }),
        given,
      );
      if (counts) return counts;
    }
  throw new UnreadableReply("usage has no counts of tokens that a provider's API has");
}

/** By the price of the model that the application names; null without one. */
async function priceOf(
  counts: Usage | undefined,
  model: string | undefined,
  { provider }: ModelParameters,
): Promise<number | null> {
  if (!counts || model === undefined) return null;
  for (const each of providersFrom(provider)) {
    const models = [model, knownModel(each, model)];
    const price = await priceInDollars(counts, providerFacts[each].id, models);
    if (price !== null) return price;
  }
  return null;
}
