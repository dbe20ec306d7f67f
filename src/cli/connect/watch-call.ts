// Shows that a command waits for the service, so that slow requests do not look like a hang.
import type { Call } from "../../io/http/http.ts";
import { stillWaitingText } from "../../views/apply/apply-text.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";

/** Requests that take longer are shown, in milliseconds. */
const slowMs = 2000;

/**
 * A call that shows slow requests on standard error: on a terminal in the status line, each second;
 * elsewhere as one line. Concurrent requests are shown as one.
 */
export function watchCall(host: CommandHost, baseUrl: string, call: Call): Call {
  let pending = 0;
  let stopShowing = (): void => {};
  return async (...request) => {
    if (pending++ === 0) stopShowing = showWhileSlow(host, baseUrl);
    try {
      return await call(...request);
    } finally {
      if (--pending === 0) stopShowing();
    }
  };
}

/** Returns the function that ends the display. */
function showWhileSlow(host: CommandHost, baseUrl: string): () => void {
  const { showStatus } = host;
  const startedAt = host.now();
  const screen = screenOf(host, "err");
  let isShown = false;
  const stopTimer = host.every(1000, () => {
    const milliseconds = host.now() - startedAt;
    if (milliseconds < slowMs - 100) return; // timers may be early
    const text = stillWaitingText(baseUrl, milliseconds, screen);
    if (showStatus) showStatus(text);
    else if (!isShown) host.err(`${text}\n`);
    isShown = true;
  });
  return () => {
    stopTimer();
    if (isShown) showStatus?.("");
  };
}
