// Pauses between the tries of a call: what is told of them, and how long they are.

/** A pause before a call is made once more. */
export interface Wait {
  /** `retry`: the call is sent again · `look`: what it may have made is looked for. */
  readonly next: "retry" | "look";
  /** Which one is next, from 1, and of how many where that is limited. */
  readonly attempt: number;
  readonly of?: number;
  readonly delayMs: number;
  /** Why, in a few words. */
  readonly reason: string;
}

/** What goes with a call that may take several tries. */
export interface RetryControl {
  /** Hears of every pause before it begins. */
  onWait?(wait: Wait): void;
  /** Ends the pause under way; the call then fails with what it had. */
  readonly signal?: AbortSignal;
  /** No try begins after this time, on the clock that pauses are measured with, in milliseconds. */
  readonly deadline?: number;
}

/** Ends early, without a word, when it is told to stop. */
export type Sleep = (milliseconds: number, stop?: AbortSignal) => Promise<void>;

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** The length of a pause, by its number from 1: each is twice the one before. */
export function backOffMs(attempt: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
}
