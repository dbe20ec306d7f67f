// How promptctl test gets replies: from the providers, from the service, from the echo or from a
// file.
import { once } from "../../engine/model/collections.ts";
import type { PromptCalls } from "../../engine/evaluate/trials/trial-calls.ts";
import { durationText } from "../../engine/text/quantities.ts";
import type { TestResult } from "../../generated/types.ts";
import { checkoutReason, refuseCheckout } from "../../io/git/checkout.ts";
import { localPath } from "../../project/local/local-folder.ts";
import { openReplyCache, replyFolderName } from "../../project/local/reply-cache.ts";
import type { CallRoute } from "../../providers/call-route.ts";
import { createCallCounters } from "../../providers/call-counters.ts";
import type { FailureStreaks } from "../../providers/failure-streaks.ts";
import { createOfflineCalls } from "../../providers/offline-calls.ts";
import { createPromptCalls } from "../../providers/prompt-calls.ts";
import { createProviderRoute } from "../../providers/provider-route.ts";
import { createServiceRoute } from "../../providers/service-route.ts";
import { testAdvice } from "../../views/text/provider-advice.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { providerAccess } from "../../engine/providers/provider-access.ts";
import type { TestedProject, TestFlags } from "./test-flags.ts";
import type { TestCommands } from "./test-commands.ts";
import type { TestInputs } from "./test-inputs.ts";
import type { MatchedService } from "./test-service.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { secretMask, secretsIn } from "../../engine/text/secrets.ts";

/** What ends the calls, and the programs that make some of them. */
interface CallEnds {
  readonly streaks: FailureStreaks;
  readonly commands: TestCommands | undefined;
}

/** Opens the calls of the flags. */
export async function openTestCalls(
  tested: TestedProject,
  { service, replies }: Pick<TestInputs, "service" | "replies">,
  { streaks, commands }: CallEnds,
): Promise<PromptCalls> {
  const { host, settings, flags } = tested;
  const { on, fresh, cachedOnly, maxCost, maxCalls, retries } = flags;
  const time = (): Date => host.time();
  const counters = createCallCounters({ maxCost, maxCalls });
  if (replies || on === "echo")
    return createOfflineCalls({ replies, echo: on === "echo", counters, streaks, time });
  const warn = (why: string): void =>
    host.err(`Warning: replies cannot be cached: ${escapeText(why)}.\n`);
  const mask = testMask(host.env);
  const calls = createPromptCalls({
    route: createRoute(tested, service),
    cache: (await ignoresReplies(tested))
      ? { read: () => undefined, write: () => {} }
      : openReplyCache(settings.root, { maxAgeMs: flags.cacheAge, time, warn }),
    counters,
    streaks,
    hasSecret: (text) => mask(text) !== text.toWellFormed(),
    fresh: fresh ?? false,
    cachedOnly: cachedOnly ?? false,
    maximum: flags.concurrency,
    retries,
    clock: host,
    onRateLimit: (why, milliseconds) =>
      host.err(
        `${escapeText(asSentence(why))} Its calls are retried for up to ${durationText(milliseconds)}.\n`,
      ),
    onPause: (why, milliseconds) =>
      host.err(
        `${escapeText(asSentence(why))} Its calls pause for ${durationText(milliseconds)}.\n`,
      ),
  });
  if (on !== "command" || commands?.application === undefined) return calls;
  const { createApplicationCalls } = await import("../../providers/application-calls.ts");
  const { application: name, run, digest } = commands;
  const maximum = flags.concurrency;
  const own = { name, run, digest, judges: calls };
  return createApplicationCalls({ ...own, counters, streaks, maximum, time });
}

/**
 * Warns if the cached replies may come from a repository: then they are ignored, and none are kept.
 * Refuses that with --cached-only.
 */
async function ignoresReplies({ host, settings, flags }: TestedProject): Promise<boolean> {
  const { root } = settings;
  const place = { folder: root, env: host.env };
  const folder = localPath(root, replyFolderName);
  if (flags.cachedOnly) await refuseCheckout(place, folder);
  const reason = await checkoutReason(place, folder);
  if (reason === undefined) return false;
  host.err(
    `Warning: .promptctl/${replyFolderName} is ignored, because ${reason}: a change of the repository could bring its own.\n`,
  );
  return true;
}

/** The provider's own words can end without a full stop. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What the report says about the source of the replies. */
export function routeOf({ on, replies }: TestFlags): TestResult["route"] {
  return replies === undefined ? on : "replies";
}

function createRoute(
  { host, flags }: TestedProject,
  service: MatchedService | undefined,
): CallRoute {
  if (service?.route) return createServiceRoute(service.route);
  const fetch = once(() => host.providerFetch());
  return createProviderRoute({
    fetch: async (url, init) => (await fetch())(url, init),
    providers: providerAccess(host.env),
    advise: testAdvice,
    timeoutMs: flags.timeout,
    now: host.now,
  });
}

/** Shorter keys (local servers of models accept any text) are ordinary words, not secrets. */
const minTestKeyLength = 8;

/** Returns a function that hides secrets. The text is well-formed then: JSON readers require it. */
export function testMask(env: EnvironmentVariables): (text: string) => string {
  const mask = secretMask(secretsIn(env, [], minTestKeyLength));
  return (text) => mask(text.toWellFormed());
}
