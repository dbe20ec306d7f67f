// The time that a command still needs, for its status line.
import { durationText } from "../../engine/text/quantities.ts";

/**
 * `about 12 s left`, in whole seconds; undefined in the first two seconds, and without an estimate.
 * `milliseconds`: the time for what is done.
 */
export function timeLeftText(
  { done, total }: { readonly done: number; readonly total: number },
  milliseconds: number,
): string | undefined {
  if (done === 0 || done === total || milliseconds < 2000) return undefined;
  const seconds = Math.max(1, Math.round(((milliseconds / done) * (total - done)) / 1000));
  return `about ${durationText(seconds * 1000)} left`;
}
