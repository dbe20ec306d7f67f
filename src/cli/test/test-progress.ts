// The status line of promptctl test: finished cases, calls, their cost and the time left.
import type { PromptCalls } from "../../engine/evaluate/trials/trial-calls.ts";
import { testProgressText } from "../../views/test/test-calls-text.ts";
import type { CommandHost } from "../host/command-host.ts";

export interface TestProgress {
  readonly start: (cases: number) => void;
  readonly countCase: () => void;
  readonly end: () => void;
}

/** Shows the progress each second. Without a status line, or with `quiet`, it does nothing. */
export function createTestProgress(
  host: CommandHost,
  calls: PromptCalls,
  { quiet = false }: { readonly quiet?: boolean },
): TestProgress {
  const { showStatus } = host;
  const state = { done: 0, total: 0 };
  let stopTimer = (): void => {};
  if (!showStatus || quiet) return { start: () => {}, countCase: () => {}, end: () => {} };
  return {
    start: (cases) => {
      state.total = cases;
      const startedAt = host.now();
      const show = (): void =>
        showStatus(testProgressText(state, calls.progress(), host.now() - startedAt));
      stopTimer = host.every(1000, show);
    },
    countCase: () => {
      state.done++;
    },
    end: () => {
      stopTimer();
      showStatus("");
    },
  };
}
