// The calls of `promptctl test`: a cached reply, else a call within the budget, made once for equal
// requests and kept before it is used.
import { memo } from "../engine/model/collections.ts";
import { digestJson } from "../engine/text/digest.ts";
import type { CachedReply, ReplyCache } from "../engine/model/ports.ts";
import type {
  CallEstimate,
  CallProblem,
  CallReply,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import type { CallCounters } from "./call-counters.ts";
import {
  estimateCalls,
  estimatedCost,
  type PlannedCall,
  type ReplyLength,
} from "./call-estimate.ts";
import { type FailureStreaks, withEnd } from "./failure-streaks.ts";
import type { CallRoute, PreparedCall } from "./call-route.ts";
import { asProviderReply, type ProviderReply, toPromptRun } from "./reply.ts";
import { createLimit } from "../io/http/request-limit.ts";
import { createRetriedCalls, type RetriedCallsOptions } from "./retried-calls.ts";

export interface PromptCallsOptions extends Omit<RetriedCallsOptions, "stop"> {
  readonly route: CallRoute;
  readonly cache: ReplyCache;
  readonly counters: CallCounters;
  readonly streaks: FailureStreaks;
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

/** The calls of one run. The end of the streaks ends them: no call starts, those in progress end. */
export function createPromptCalls(options: PromptCallsOptions): PromptCalls {
  const { route, counters, streaks, cachedOnly = false } = options;
  const keyed = createKeys(route);
  const replies = createKeptReplies(options);
  const make = createLiveCalls(options, replies);
  return {
    call: async (request) => {
      const keyedCall = keyed(request);
      const kept = await readKept(keyedCall);
      if (kept) {
        if (kept.cached) counters.countCached(keyedCall.key, kept.date);
        return kept;
      }
      if (cachedOnly) return { problem: notCached };
      const produced = await make(keyedCall);
      return "problem" in produced ? produced : { ...produced, cached: false };
    },
    kept: async (request) => readKept(keyed(request)),
    estimate: (requests) => estimateOf(keyedInTurn(requests, keyed), replies, cachedOnly),
    progress: () => withEnd(counters.progress(), streaks),
  };

  async function readKept(call: KeyedCall): Promise<CallReply | undefined> {
    const kept = replies.find(call);
    if (!kept) return undefined;
    const run = await toPromptRun(call.prepared.parameters, kept.reply);
    if (!isUsable(call.request, run)) return undefined;
    return { date: kept.date, run, cached: !replies.isOfThisRun(call.key) };
  }
}

function isUsable(request: TrialRequest, run: PromptRun): boolean {
  return request.isUsable?.(run) !== false;
}

/** Returns a function that prepares a call and computes its key. */
function createKeys(route: CallRoute): (request: TrialRequest) => KeyedCall {
  /** The keys of a prompt by trial: estimate and call need them. Judges' prompts have replies. */
  const keysOf = memo(
    (_rendered: TrialRequest["rendered"]) => new Map<number, string>(),
    new WeakMap(),
  );
  return (request) => {
    const prepared = route.prepare(request);
    const keys = keysOf(request.rendered);
    // A judge answers once about a reply, also if several trials have it, but not in replies that decide.
    const trial = request.judge === undefined || request.needsNew ? request.trial : 1;
    const key = keys.get(trial) ?? keyOf(prepared, trial);
    keys.set(trial, key);
    return { request, prepared, key };
  };
}

function keyOf({ identity }: PreparedCall, trial: number): string {
  const digest = digestJson({ format: formatVersion, trial, call: identity() });
  return digest.replace("sha256:", "");
}

/** The replies of earlier runs and of this one. */
interface KeptReplies {
  /** The reply that a call can use; undefined without one. */
  find(call: KeyedCall): DatedReply | undefined;
  /** Keeps a reply of this run, unless it contains a secret. */
  add(call: KeyedCall, reply: DatedReply): void;
  isOfThisRun(key: string): boolean;
}

function createKeptReplies(options: PromptCallsOptions): KeptReplies {
  const { cache, fresh = false, cachedOnly = false, hasSecret = () => false } = options;
  const ownKeys = new Set<string>();
  return {
    find: ({ key, request }) => {
      if (request.needsNew) return undefined;
      const isIgnored = (fresh || request.needsLatency === true) && !cachedOnly;
      return isIgnored && !ownKeys.has(key) ? undefined : toDatedReply(cache.read(key));
    },
    add: ({ key }, { date, reply }) => {
      if (hasSecret(JSON.stringify(reply))) return;
      cache.write(key, { date, reply } as unknown as CachedReply);
      ownKeys.add(key);
    },
    isOfThisRun: (key) => ownKeys.has(key),
  };
}

/** Returns a function that makes a call, once for equal calls in progress. */
function createLiveCalls(
  options: PromptCallsOptions,
  replies: KeptReplies,
): (call: KeyedCall) => Promise<Produced> {
  const { counters, streaks } = options;
  const retried = { ...options, stop: streaks.signal };
  const callsTo = memo((_access: string) => createRetriedCalls(retried));
  /** Calls that wait for a retry count too: at a provider that is down, no others begin meanwhile. */
  const limitTo = memo((_access: string) => createLimit({ maximum: options.maximum }));
  const inProgress = new Map<string, Promise<Produced>>();

  async function make(keyedCall: KeyedCall): Promise<Produced> {
    const { prepared, request } = keyedCall;
    const { access, parameters } = prepared;
    const estimate = counters.limitsCost ? await estimatedCost({ ...prepared, ...request }) : null;
    const made = await limitTo(access).run(async () => {
      const end = streaks.ended();
      if (end) return { problem: end.problem };
      const result = await callsTo(access).make({
        model: `${parameters.provider} ${parameters.name}`,
        begin: counters.begin,
        failAttempt: (isSpent) => counters.failAttempt(isSpent, estimate ?? 0),
        send: async (): Promise<DatedRun> => {
          const reply = await prepared.send();
          const date = options.clock.time().toISOString();
          const run = await toPromptRun(parameters, reply);
          counters.succeed(run.stats.cost, estimate ?? 0);
          if (isUsable(request, run)) replies.add(keyedCall, { date, reply });
          return { date, run };
        },
      });
      streaks.count(access, result);
      return result;
    });
    if ("reply" in made) return made.reply;
    const isStopped = made.problem.code === "interrupted";
    return { problem: (isStopped && streaks.ended()?.problem) || made.problem };
  }

  return (call) => {
    const { key } = call;
    const known = inProgress.get(key);
    if (known) return known;
    const made = make(call).finally(() => inProgress.delete(key));
    inProgress.set(key, made);
    return made;
  };
}

/** One call at a time: 10,000 at once take memory (docs/performance.md). */
function* keyedInTurn(
  requests: readonly TrialRequest[],
  keyed: (request: TrialRequest) => KeyedCall,
): Generator<KeyedCall> {
  for (const request of requests) yield keyed(request);
}

/** What the calls would cost, without those that have a reply. */
async function estimateOf(
  keyedCalls: Iterable<KeyedCall>,
  replies: KeptReplies,
  cachedOnly: boolean,
): Promise<CallEstimate> {
  const calls = new Map<string, PlannedCall>();
  const lengths = new Map<string, ReplyLength>();
  for (const keyedCall of keyedCalls) {
    const { key, prepared, request } = keyedCall;
    const outputTokens = replies.find(keyedCall)?.reply.usage["output_tokens"];
    if (outputTokens !== undefined)
      lengths.set(key, {
        prompt: request.rendered.prompt.id,
        parameters: prepared.parameters,
        outputTokens,
      });
    else if (!cachedOnly) calls.set(key, { ...prepared, rendered: request.rendered });
  }
  const estimate = await estimateCalls([...calls.values()], [...lengths.values()]);
  return { ...estimate, cached: lengths.size };
}

function toDatedReply(cached: CachedReply | undefined): DatedReply | undefined {
  const reply = cached && asProviderReply(cached.reply);
  return reply && { date: cached.date, reply };
}
