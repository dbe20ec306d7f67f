// The calls of `promptctl test`: a cached reply, else a call within the budget, made once for equal
// requests and kept before it is used.
import { memo } from "../engine/model/collections.ts";
import { digestJson } from "../engine/text/digest.ts";
import type { CachedReply, ReplyCache } from "../engine/model/ports.ts";
import type {
  CallBudget,
  CallEstimate,
  CallProblem,
  CallReply,
  PromptCalls,
  TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import { type CallCounters, createCallCounters } from "./call-counters.ts";
import {
  estimateCalls,
  estimatedCost,
  type PlannedCall,
  type ReplyLength,
} from "./call-estimate.ts";
import type { CallRoute, PreparedCall } from "./call-route.ts";
import { asProviderReply, type ProviderReply, toPromptRun } from "./reply.ts";
import { createRetriedCalls, type RetriedCallsOptions } from "./retried-calls.ts";

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

/** A kept reply that is older does not count as measured in this run: models change. */
const recentMs = 3_600_000;

type Produced = DatedRun | { readonly problem: CallProblem };

/** The calls of one run. `stop` of the options ends them: no call starts, those in progress end. */
export function createPromptCalls(options: PromptCallsOptions): PromptCalls {
  const { route, budget, cachedOnly = false } = options;
  const counters = createCallCounters(budget);
  const keyed = createKeys(route);
  const replies = createKeptReplies(options);
  const make = createLiveCalls(options, counters, replies);
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
      return "problem" in produced ? produced : { ...produced, cached: false, isRecent: true };
    },
    kept: async (request) => readKept(keyed(request)),
    estimate: (requests) => estimateOf(keyedInTurn(requests, keyed), replies, cachedOnly),
    progress: counters.progress,
  };

  async function readKept(call: KeyedCall): Promise<CallReply | undefined> {
    const kept = replies.find(call);
    if (!kept) return undefined;
    const run = await toPromptRun(call.prepared.parameters, kept.reply);
    const cached = !replies.isOfThisRun(call.key);
    const isRecent = !cached || replies.isRecent(call, kept);
    return { date: kept.date, run, cached, isRecent };
  }
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
    // A judge answers once about a reply, also if several trials have it.
    const trial = request.judge === undefined ? request.trial : 1;
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
  /** Whether a reply of an earlier run is new, and of the model that answers in this run. */
  isRecent(call: KeyedCall, reply: DatedReply): boolean;
}

function createKeptReplies(options: PromptCallsOptions): KeptReplies {
  const { cache, clock, fresh = false, cachedOnly = false, hasSecret = () => false } = options;
  const ownKeys = new Set<string>();
  const answering = new Map<string, string | null>();
  const isRecent: KeptReplies["isRecent"] = ({ prepared }, { date, reply }) => {
    const model = answering.get(modelOf(prepared));
    const age = clock.time().getTime() - Date.parse(date);
    return !cachedOnly && age <= recentMs && (model === undefined || model === reply.model);
  };
  return {
    isRecent,
    find: (call) => {
      const { key, request } = call;
      const isIgnored = (fresh || request.needsLatency === true) && !cachedOnly;
      if (isIgnored && !ownKeys.has(key)) return undefined;
      const kept = toDatedReply(cache.read(key));
      const suffices = !request.needsRecent || ownKeys.has(key) || (kept && isRecent(call, kept));
      return suffices ? kept : undefined;
    },
    add: ({ key, prepared }, { date, reply }) => {
      answering.set(modelOf(prepared), reply.model);
      if (hasSecret(JSON.stringify(reply))) return;
      cache.write(key, { date, reply } as unknown as CachedReply);
      ownKeys.add(key);
    },
    isOfThisRun: (key) => ownKeys.has(key),
  };
}

function modelOf({ access, parameters }: PreparedCall): string {
  return `${access} ${parameters.provider} ${parameters.name}`;
}

/** Returns a function that makes a call, once for equal calls in progress. */
function createLiveCalls(
  options: PromptCallsOptions,
  counters: CallCounters,
  replies: KeptReplies,
): (call: KeyedCall) => Promise<Produced> {
  const callsTo = memo((_access: string) => createRetriedCalls(options));
  const inProgress = new Map<string, Promise<Produced>>();

  async function make(keyedCall: KeyedCall): Promise<Produced> {
    const { prepared, request } = keyedCall;
    const { access, parameters } = prepared;
    const limitsCost = options.budget.maxCost !== undefined;
    const estimate = limitsCost ? await estimatedCost({ ...prepared, ...request }) : null;
    const made = await callsTo(access).make({
      model: `${parameters.provider} ${parameters.name}`,
      begin: counters.begin,
      failAttempt: (isSpent) => counters.failAttempt(isSpent, estimate ?? 0),
      send: async (): Promise<DatedRun> => {
        const reply = await prepared.send();
        const date = options.clock.time().toISOString();
        const run = await toPromptRun(parameters, reply);
        counters.succeed(run.stats.cost, estimate ?? 0);
        replies.add(keyedCall, { date, reply });
        return { date, run };
      },
    });
    return "reply" in made ? made.reply : made;
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
      lengths.set(key, { prompt: request.rendered.prompt.id, outputTokens });
    else if (!cachedOnly) calls.set(key, { ...prepared, rendered: request.rendered });
  }
  const estimate = await estimateCalls([...calls.values()], [...lengths.values()]);
  return { ...estimate, cached: lengths.size };
}

function toDatedReply(cached: CachedReply | undefined): DatedReply | undefined {
  const reply = cached && asProviderReply(cached.reply);
  return reply && { date: cached.date, reply };
}
