// The status line of a terminal, below all other output.
import type { CommandHost } from "./command-host.ts";

interface StatusLine {
  /** Shows the text as it is now. */
  update(this: void): void;
  end(this: void): void;
}

/** Shows a text each second, and with `update`, until `end`. Without a status line, it does nothing. */
export function openStatusLine(host: CommandHost, text: () => string): StatusLine {
  const { showStatus } = host;
  if (!showStatus) return { update: () => {}, end: () => {} };
  const update = (): void => showStatus(text());
  const stopTimer = host.every(1000, update);
  return {
    update,
    end: () => {
      stopTimer();
      showStatus("");
    },
  };
}
