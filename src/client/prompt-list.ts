// The list of a service as an application holds it: loaded when it is needed, one load at a time.
import { afterLoad, emptyState, type ListState, nextAction } from "./list-state.ts";
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

export interface PromptList {
  /** What is held, after a wait if nothing fresh enough is. Undefined: nothing was loaded yet. */
  current(): Promise<readonly HeldPrompt[] | undefined>;
  /** Loads the list now, and waits for it. */
  refresh(): Promise<void>;
}

export function createPromptList(options: ListOptions): PromptList {
  const { access, clock, maxAgeMs, timeoutMs, hasBundle, onFailure } = options;
  let state: ListState<readonly HeldPrompt[]> = emptyState;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const result = await loadList(access, timeoutMs * loadFactor, state.held?.tag);
    state = afterLoad(state, result, { now: clock.now(), random: clock.random(), maxAgeMs });
    loading = undefined;
    if (result.is === "failed") onFailure(result.reason);
  }
  const start = (): Promise<void> => (loading ??= load());

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
