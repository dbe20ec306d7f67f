// The calls of `promptctl test`: what a call is made for, its reply or its problem, the estimate
// before the calls and the counters during them. providers/prompt-calls.ts makes the calls.
import type { RunBody } from "../../../generated/types.ts";
import type { PromptRun } from "../../model/prompt-run.ts";
import type { CommandLine } from "./command-lines.ts";
import type { RenderedPrompt } from "../../render/rendered-prompt.ts";

/** One trial of a case on one side. */
export interface TrialRequest {
  /** The address of the evaluation. */
  readonly evaluation: string;
  readonly side: "head" | "base";
  /** From 1. Each trial has a reply of its own, so that repeats are separate calls. */
  readonly trial: number;
  /** The judge that answers, as a check names it; undefined for the reply of the case itself. */
  readonly judge?: string;
  /** Whose version of the judge it is. */
  readonly judgeVersion?: "head" | "base" | undefined;
  readonly rendered: RenderedPrompt;
  /** The latency is judged, so a reply of an earlier run does not suffice. */
  readonly needsLatency?: boolean;
  /** The reply must be made now: one that was made before does not suffice, also one of this run. */
  readonly needsNew?: boolean;
  /** Whether a reply can be used; others are not cached. Undefined: all can. */
  readonly isUsable?: (this: void, run: PromptRun) => boolean;
  /** The line for programs of the project; undefined if none runs. */
  readonly line?: (() => CommandLine) | undefined;
  /** The deployed prompt, for calls through the service; others do not need it. */
  readonly deployed?: DeployedPrompt;
}

/** A prompt on the service, and the body with which it is run. */
export interface DeployedPrompt {
  readonly id: string;
  /** The digest of what is deployed: replies to an earlier version are not used. */
  readonly digest: string;
  readonly body: RunBody;
}

export interface CallReply {
  readonly run: PromptRun;
  /** From an earlier run of the command. Equal requests of one run share a reply that is not. */
  readonly cached: boolean;
  /** When the reply arrived, ISO 8601. */
  readonly date: string;
}

/** Why a call was made without success. The trial is not measured. */
export type UnmeasuredCode =
  /** The rate limit did not end within 10 minutes, or --retries is 0. */
  | "rate-limited"
  /** The credit of the account is used up, or a payment is required. */
  | "no-quota"
  /** There is no API key, the provider rejects it, or it does not permit the request. */
  | "wrong-key"
  /** The provider does not know the model, or its base URL is wrong. */
  | "unknown-model"
  /** The provider rejects this request. */
  | "rejected"
  /** The provider failed (5xx). */
  | "provider-failed"
  /** The provider refuses the key or the account of the service, or the service cannot read its reply. */
  | "provider-refused"
  | "timed-out"
  | "unreachable"
  /** The connection broke after the status of the reply. */
  | "broke-off"
  | "unreadable-reply"
  /** A base URL or a key in the environment is malformed, or the base URL redirects. */
  | "wrong-settings"
  /** The application under test failed, answered wrongly, or says itself that it has no reply. */
  | "command-failed"
  /** The file of scripted replies has this error, or no reply for the trial. */
  | "scripted-error"
  | "no-scripted-reply";

/** Why a call was not made. The case is not run. */
type NotRunCode =
  /** The limit of --max-cost or --max-calls is reached. */
  | "over-budget"
  /** --cached-only, and there is no cached reply. */
  | "not-cached"
  /** A provider, the application or a check failed several times in a row, which ended the run. */
  | "provider-down"
  /** The command was interrupted. */
  | "interrupted";

export interface CallProblem {
  readonly code: UnmeasuredCode | NotRunCode;
  /** One or more sentences, with the provider's own words. */
  readonly message: string;
  /** What the application under test printed last. */
  readonly output?: string;
}

/** A reply has `run`, a problem has `problem`. */
export type CallOutcome = CallReply | { readonly problem: CallProblem };

export interface PromptCalls {
  /** Never rejects because of a provider; equal calls in progress are made once. */
  call(request: TrialRequest): Promise<CallOutcome>;
  /** The reply that `call` would return without a call; undefined without one. */
  kept(request: TrialRequest): Promise<CallReply | undefined>;
  /** What `call` would do for these requests. Makes no call. */
  estimate(requests: readonly TrialRequest[]): Promise<CallEstimate>;
  /** The counters so far. */
  progress(): CallProgress;
}

export interface CallEstimate {
  /** The number of different calls to make. */
  readonly calls: number;
  /** The number of different calls that have a cached reply. */
  readonly cached: number;
  /** US dollars, for the calls to models with a known price. */
  readonly cost: number;
  /** The tokens of reasoning in the cost that are an assumption, because no earlier reply shows them. */
  readonly assumedReasoning?: number;
  /** The models without a known price, sorted. */
  readonly unpricedModels: readonly string[];
  /** The keys that are missing for some of the calls, in sentences, each once. */
  readonly missing?: readonly string[];
  /** Where the calls go: host, with the port if it is not the default, and number of calls. */
  readonly hosts: readonly { readonly host: string; readonly calls: number }[];
}

/** The estimate of a run. Its cost is that of `calls`. */
export interface RunEstimate extends CallEstimate {
  /** The number of calls if each case needs all trials, without cached replies. */
  readonly mostCalls: number;
}

export interface CallProgress {
  /** Replies of this run. */
  readonly live: number;
  /** Requests without a usable reply, retries included, for which a provider may charge. */
  readonly failed: number;
  /** Replies of earlier runs. */
  readonly cached: number;
  /** US dollars for the live replies of models with a known price. */
  readonly cost: number;
  /** Live replies whose cost is unknown. */
  readonly unpriced: number;
  /** The date of the oldest cached reply in use, ISO 8601. */
  readonly oldest: string | undefined;
  /** Why the calls ended before the run was complete, because a provider or a command is down. */
  readonly ended?: string;
}

/** Limits on what the calls of one run may cost. */
export interface CallBudget {
  /** US dollars. */
  readonly maxCost?: number | undefined;
  /** Requests, retries included, but for those that the provider rejects before it runs them. */
  readonly maxCalls?: number | undefined;
}

const notRunCodes: ReadonlySet<CallProblem["code"]> = new Set<NotRunCode>([
  "over-budget",
  "not-cached",
  "provider-down",
  "interrupted",
]);

/** Whether the case was not run, in contrast to a failed call. */
export function isNotRun({ code }: CallProblem): boolean {
  return notRunCodes.has(code);
}
