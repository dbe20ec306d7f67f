// The calls of `promptctl test`: a cached reply, else a call within the budget, made once for equal
// requests and kept before it is used.
import { memo } from "../engine/model/collections.ts";
import { digestJson } from "../engine/model/digest.ts";
import type { CachedReply, ReplyCache } from "../engine/model/ports.ts";
import type {
  CallBudget,
  CallEstimate,
  CallOutcome,
  CallProblem,
  PromptCalls,
  TrialRequest,
} from "../engine/model/prompt-calls.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import { createCallCounters } from "./call-counters.ts";
import { estimateCalls, type PlannedCall, type ReplyLength } from "./call-estimate.ts";
import type { CallRoute, PreparedCall } from "./call-route.ts";
import { asProviderReply, type ProviderReply, toPromptRun } from "./reply.ts";
import { createRetriedCalls, maySpend, type RetriedCallsOptions } from "./retried-calls.ts";

export interface PromptCallsOptions extends RetriedCallsOptions {
  readonly route: CallRoute;
  readonly cache: ReplyCache;
  readonly budget: CallBudget;
  /** Whether a text contains a secret. A reply with one is not kept. */
  readonly hasSecret?: (text: string) => boolean;
  /** Replies of earlier runs are not used. */
  readonly fresh?: boolean;
  /** No call is made. */
  readonly cachedOnly?: boolean;
}

/** Part of each key: replies in another format are not read. */
const formatVersion = 1;

const notCached: CallProblem = {
  code: "not-cached",
  message: "There is no cached reply, and --cached-only makes no calls.",
};

/** A request with its call and the key of its reply. */
interface KeyedCall {
  readonly request: TrialRequest;
  readonly prepared: PreparedCall;
  readonly key: string;
}

interface DatedReply {
  /** When the reply arrived, ISO 8601. */
  readonly date: string;
  readonly reply: ProviderReply;
}

/** A reply with its cost. */
interface DatedRun {
  readonly date: string;
  readonly run: PromptRun;
}

type Produced = DatedRun | { readonly problem: CallProblem };

function keyOf({ identity }: PreparedCall, trial: number): string {
  const digest = digestJson({ format: formatVersion, trial, call: identity() });
  return digest.replace("sha256:", "");
}

/** The calls of one run. `stop` of the options ends them: no call starts, those in progress end. */
export function createPromptCalls(options: PromptCallsOptions): PromptCalls {
  const { route, cache, clock, budget, fresh = false, cachedOnly = false } = options;
  const { hasSecret = () => false } = options;
  const counters = createCallCounters(budget);
  const callsTo = memo((_access: string) => createRetriedCalls(options));
  const inProgress = new Map<string, Promise<Produced>>();
  const madeKeys = new Set<string>();
  /** The keys of a prompt by trial: estimate and call need them. */
  const keysOf = memo((_rendered: TrialRequest["rendered"]) => new Map<number, string>());

  function keyed(request: TrialRequest): KeyedCall {
    const prepared = route.prepare(request);
    const keys = keysOf(request.rendered);
    const key = keys.get(request.trial) ?? keyOf(prepared, request.trial);
    keys.set(request.trial, key);
    return { request, prepared, key };
  }

  /** The reply of an earlier run, or of this one; undefined if there is none that can be used. */
  function keptReply({ key, request }: KeyedCall): DatedReply | undefined {
    const isIgnored = (fresh || request.needsLatency === true) && !cachedOnly;
    return isIgnored && !madeKeys.has(key) ? undefined : toDatedReply(cache.read(key));
  }

  async function makeCall({ key, prepared }: KeyedCall): Promise<Produced> {
    const { access, parameters } = prepared;
    const send = async (): Promise<DatedRun> => {
      const reply = await prepared.send();
      const date = clock.time().toISOString();
      const run = await toPromptRun(parameters, reply);
      counters.succeed(run.stats.cost);
      if (hasSecret(JSON.stringify(reply))) return { date, run };
      cache.write(key, { date, reply } as unknown as CachedReply);
      madeKeys.add(key);
      return { date, run };
    };
    const model = `${parameters.provider} ${parameters.name}`;
    const made = await callsTo(access).make({
      model,
      begin: counters.begin,
      failAttempt: (error) => counters.failAttempt(maySpend(error)),
      send,
    });
    return "reply" in made ? made.reply : made;
  }

  function makeOnce(keyedCall: KeyedCall): Promise<Produced> {
    const { key } = keyedCall;
    const known = inProgress.get(key);
    if (known) return known;
    const call = makeCall(keyedCall).finally(() => inProgress.delete(key));
    inProgress.set(key, call);
    return call;
  }

  async function call(request: TrialRequest): Promise<CallOutcome> {
    const keyedCall = keyed(request);
    const { key, prepared } = keyedCall;
    const kept = keptReply(keyedCall);
    const cached = kept !== undefined && !madeKeys.has(key);
    if (cached) counters.countCached(key, kept.date);
    if (!kept && cachedOnly) return { problem: notCached };
    const produced = kept
      ? { date: kept.date, run: await toPromptRun(prepared.parameters, kept.reply) }
      : await makeOnce(keyedCall);
    return "problem" in produced ? produced : { ...produced, cached };
  }

  async function estimate(requests: readonly TrialRequest[]): Promise<CallEstimate> {
    const calls = new Map<string, PlannedCall>();
    const lengths = new Map<string, ReplyLength>();
    for (const request of requests) {
      const keyedCall = keyed(request);
      const { key, prepared } = keyedCall;
      const kept = keptReply(keyedCall);
      const outputTokens = kept?.reply.usage["output_tokens"];
      if (outputTokens !== undefined)
        lengths.set(key, { prompt: request.rendered.prompt.id, outputTokens });
      else if (!cachedOnly) calls.set(key, { ...prepared, rendered: request.rendered });
    }
    return {
      ...(await estimateCalls([...calls.values()], [...lengths.values()])),
      cached: lengths.size,
    };
  }

  return { call, estimate, progress: counters.progress };
}

function toDatedReply(cached: CachedReply | undefined): DatedReply | undefined {
  const reply = cached && asProviderReply(cached.reply);
  return reply && { date: cached.date, reply };
}
