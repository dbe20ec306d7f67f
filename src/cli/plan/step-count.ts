// The number of finished steps and the time left, in the status line of a terminal during an apply.
import type { ApplyEvent } from "../../engine/apply/apply-event.ts";
import { stepCountText } from "../../views/apply/apply-text.ts";
import type { CommandHost } from "../host/command-host.ts";

/**
 * Returns a function that counts the steps that ended, and shows their number and the time left in the
 * status line, updated each second; undefined without a status line.
 */
export function createStepCount(
  host: CommandHost,
  total: number,
): ((event: ApplyEvent) => void) | undefined {
  const { showStatus } = host;
  if (!showStatus || total === 0) return undefined;
  const startedAt = host.now();
  let ended = 0;
  const show = (): void => showStatus(stepCountText(ended, total, host.now() - startedAt));
  const stopTimer = host.every(1000, show);
  show();
  return ({ type }) => {
    if (type === "finished") {
      stopTimer();
      return showStatus("");
    }
    if (type === "succeeded" || type === "failed" || type === "skipped") ended++;
    show();
  };
}
