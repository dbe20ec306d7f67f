// The list of a service as an application holds it: loaded when it is needed, one load at a time.
import { afterLoad, emptyState, isInterrupted, type ListState, nextAction } from "./list-state.ts";
import { loadList } from "./load-list.ts";
import type { HeldPrompt } from "./prompt-content.ts";
import type { ServiceAccess } from "./service-request.ts";

/** The time and the randomness of a process, which tests replace. */
export interface ListClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  /** Resolves after some milliseconds, or when the other promise does. */
  readonly orTimeout: (milliseconds: number, other: Promise<void>) => Promise<void>;
}

interface ListOptions {
  readonly access: ServiceAccess;
  readonly maxAgeMs: number;
  /** How long a caller waits, in milliseconds. */
  readonly timeoutMs: number;
  readonly hasBundle: boolean;
  readonly clock: ListClock;
  /** Receives why a load failed. */
  readonly onFailure: (reason: string) => void;
}

/** A load ends after so many times the time that a caller waits. */
const loadFactor = 10;

interface Load {
  readonly startedAt: number;
  readonly ended: Promise<void>;
}

export interface PromptList {
  /** What is held, after a wait if nothing fresh enough is. Undefined: nothing was loaded yet. */
  current(): Promise<readonly HeldPrompt[] | undefined>;
  /** Loads the list now, and waits for it. */
  refresh(): Promise<void>;
}

export function createPromptList(options: ListOptions): PromptList {
  const { access, clock, maxAgeMs, timeoutMs, hasBundle, onFailure } = options;
  let state: ListState<readonly HeldPrompt[]> = emptyState;
  const limitMs = timeoutMs * loadFactor;
  let loading: Load | undefined;

  function load(): Load {
    const startedAt = clock.now();
    const end = async (): Promise<void> => {
      const result = await loadList(access, limitMs, state.held?.tag);
      if (loading !== started) return; // a newer load has replaced it
      loading = undefined;
      const now = clock.now();
      if (result.is === "failed" && isInterrupted(startedAt, now, limitMs)) return;
      state = afterLoad(state, result, { startedAt, now, random: clock.random(), maxAgeMs });
      if (result.is === "failed") onFailure(result.reason);
    };
    const started = { startedAt, ended: end() };
    return started;
  }
  function start(): Promise<void> {
    if (!loading || isInterrupted(loading.startedAt, clock.now(), limitMs)) loading = load();
    return loading.ended;
  }

  return {
    current: async () => {
      const { loads, waits } = nextAction(state, clock.now(), { hasBundle, maxAgeMs });
      if (loads) {
        const loaded = start();
        if (waits) await clock.orTimeout(timeoutMs, loaded);
      }
      return state.held?.list;
    },
    refresh: () => clock.orTimeout(timeoutMs, start()),
  };
}
