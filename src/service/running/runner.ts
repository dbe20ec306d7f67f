// Who answers a completion: the provider of the prompt, or the echo in its place.
// What is said to it is conversation.ts; the endpoints are endpoints.ts.
import type { Ask } from "../../engine/model/ports.ts";
import type { Completion } from "../../generated/types.ts";
import type { Run } from "./conversation.ts";
import { echo } from "./echo.ts";
import { priceOf } from "./price.ts";
import type { Provider } from "./provider.ts";
import { callProvider } from "./provider-call.ts";
import { refusal } from "./provider-failure.ts";
import { providers } from "./providers.ts";

/** How one provider is reached. */
interface ProviderAccess {
  /** Without one, prompts of this provider are not run. */
  readonly key?: string | undefined;
  /** The provider's own address where there is none. */
  readonly baseUrl?: string | undefined;
}

/** What is worth telling who runs the service; no key and no text of a message. */
export interface RunFact {
  /** The reply was given the cost 0 because no price is known for its model. */
  readonly type: "price-unknown";
  readonly provider: Provider["id"];
  readonly model: string;
}

export interface RunnerOptions {
  readonly fetch: Ask;
  readonly providers: { readonly [id in Provider["id"]]?: ProviderAccess };
  /** Whether the echo answers in place of every provider. */
  readonly echo?: boolean;
  /** How long a provider may take for its whole answer: 120 s by default. */
  readonly timeoutMs?: number;
  /** A clock in milliseconds, for latencies. */
  readonly now?: () => number;
  readonly log?: (fact: RunFact) => void;
}

export interface Runner {
  /** Throws what the caller is to be answered; the signal ends the call. */
  complete(run: Run, signal?: AbortSignal): Promise<Completion>;
}

/** Long replies take a minute or two; past that most clients are gone. */
const defaultTimeoutMs = 120_000;

/** A runner; throws where a key or an address could never be used. */
export function createRunner(options: RunnerOptions): Runner {
  for (const provider of Object.values(providers)) checkAccess(provider, options);
  if (options.echo === true) return { complete: async (run) => echo(run) };
  return { complete: (run, signal) => complete(options, run, signal) };
}

async function complete(
  options: RunnerOptions,
  run: Run,
  signal: AbortSignal | undefined,
): Promise<Completion> {
  const { parameters } = run.prompt;
  const provider = providers[parameters.provider];
  const { key, baseUrl } = accessOf(provider, options);
  if (key === undefined) throw keyless(provider);
  const now = options.now ?? (() => performance.now());
  const began = now();
  const reply = await callProvider({
    fetch: options.fetch,
    provider,
    key,
    baseUrl,
    // The answer is one JSON body, whatever the prompt says for callers of the provider.
    body: provider.native({
      ...run,
      prompt: { ...run.prompt, parameters: { ...parameters, stream: false } },
    }),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    signal,
  });
  const latency = Math.round(now() - began);
  const cost = await priceOf(provider.id, parameters.name, reply);
  if (cost === undefined)
    options.log?.({ type: "price-unknown", provider: provider.id, model: parameters.name });
  const { inputTokens: inputTokenCount, outputTokens: outputTokenCount } = reply.usage;
  return {
    provider: parameters.provider,
    name: parameters.name,
    stats: { inputTokenCount, outputTokenCount, latency, cost: cost ?? 0 },
    message: { role: "assistant", content: reply.content },
  };
}

function accessOf(provider: Provider, options: RunnerOptions): { key?: string; baseUrl: string } {
  const { key, baseUrl } = options.providers[provider.id] ?? {};
  return { ...(key && { key }), baseUrl: (baseUrl || provider.baseUrl).replace(/\/+$/, "") };
}

function checkAccess(provider: Provider, options: RunnerOptions): void {
  const { key, baseUrl } = accessOf(provider, options);
  if (!/^https?:\/\/[^\s@?#]+$/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error(
      `The base address of ${provider.name} must be an http or https address without user, query and fragment.`,
    );
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new Error(
      `The key of ${provider.name} (${provider.keyVariable}) holds characters that no key has.`,
    );
}

/** 400 and not 5xx: nothing failed, and clients repeat a 5xx although that cannot help. */
function keyless({ name, keyVariable }: Provider): Error {
  return refusal(
    400,
    `This service has no key for ${name}, so it cannot run this prompt. ` +
      `Who runs it can set ${keyVariable}, or start it with --echo.`,
  );
}
