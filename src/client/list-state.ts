// What is held of the list of a service, and when it is loaded again. Pure: the time is an argument, in
// milliseconds since 1970. A clock can go back, and a process can sleep for hours.

/** What a load brought. */
export type LoadResult<List> =
  | { readonly is: "list"; readonly list: List; readonly tag: string | undefined }
  | { readonly is: "unchanged" }
  | { readonly is: "failed" };

export interface ListState<List> {
  /** Undefined until a list was loaded. */
  readonly held: { readonly list: List; readonly tag: string | undefined } | undefined;
  /** When the last load that succeeded was started: what it brought is as old. */
  readonly loadedAt: number;
  /** How long what is held is fresh, in milliseconds. */
  readonly freshMs: number;
  /** Loads that failed since the last one that succeeded. */
  readonly failures: number;
  /** When the last of them failed: nothing is loaded for a while. */
  readonly failedAt: number;
}

export interface ListTimes {
  /** The longest that a list is fresh, in milliseconds. */
  readonly maxAgeMs: number;
  /** Answers without a list, so that nobody waits after a load has failed. */
  readonly hasBundle: boolean;
}

/** Beyond so many times the age of a fresh list, callers wait for a newer one. */
const staleFactor = 10;

/** The first pause after a failure. It doubles, up to the age of a fresh list. */
const firstPauseMs = 1_000;

export const emptyState: ListState<never> = {
  held: undefined,
  loadedAt: 0,
  freshMs: 0,
  failures: 0,
  failedAt: 0,
};

/** What a caller does now: whether a load starts, and whether the caller waits for it. */
export function nextAction<List>(
  state: ListState<List>,
  now: number,
  { hasBundle, maxAgeMs }: ListTimes,
): { readonly loads: boolean; readonly waits: boolean } {
  const { held, freshMs, failures } = state;
  const age = ageOf(state, now);
  if (held && age < freshMs) return { loads: false, waits: false };
  if (isPausing(state, now, maxAgeMs)) return { loads: false, waits: false };
  const isStale = held ? age >= staleFactor * freshMs : !(hasBundle && failures > 0);
  return { loads: true, waits: isStale };
}

/** A clock that went back makes no list fresh for longer. */
function ageOf<List>({ loadedAt, freshMs }: ListState<List>, now: number): number {
  return now < loadedAt ? freshMs : now - loadedAt;
}

/** A clock that went back makes no pause longer. */
function isPausing<List>(
  { failures, failedAt }: ListState<List>,
  now: number,
  maxAgeMs: number,
): boolean {
  const longest = Math.max(firstPauseMs, maxAgeMs);
  const pause = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 30), longest);
  return failures > 0 && now >= failedAt && now < failedAt + pause;
}

/**
 * Whether a load took longer than its limit permits: the process was suspended meanwhile, as a function is
 * between two calls. Its connection is lost then, which says nothing about the service.
 */
export function isInterrupted(startedAt: number, now: number, limitMs: number): boolean {
  return now - startedAt > 2 * limitMs;
}

interface LoadTimes extends Pick<ListTimes, "maxAgeMs"> {
  readonly startedAt: number;
  readonly now: number;
  /** From 0 to 1, so that processes do not load at the same time. */
  readonly random: number;
}

/** The state after a load. */
export function afterLoad<List>(
  state: ListState<List>,
  result: LoadResult<List>,
  { startedAt, now, random, maxAgeMs }: LoadTimes,
): ListState<List> {
  if (result.is === "failed" || (result.is === "unchanged" && !state.held))
    return { ...state, failures: state.failures + 1, failedAt: now };
  const held = result.is === "list" ? { list: result.list, tag: result.tag } : state.held;
  const freshMs = maxAgeMs * (0.8 + 0.2 * random);
  return { held, loadedAt: startedAt, freshMs, failures: 0, failedAt: 0 };
}
