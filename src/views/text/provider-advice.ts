// What the user of each command that calls providers can do about a call that fails.
import type { ProviderAdvice } from "../../engine/model/ports.ts";

/** promptctl serve: its clients see the advice too. */
export const serveAdvice: ProviderAdvice = adviceOf({
  noKey: (variable) => `Set ${variable} for the service, or start the service with --echo.`,
  timedOut: "Raise the limit with promptctl serve --provider-timeout.",
});

const raiseTimeout = "Raise the limit with --timeout.";

/** Commands with the embedded service. */
export const localAdvice: ProviderAdvice = adviceOf({
  noKey: (variable) => `Set ${variable}, or use the echo: run --echo, test --on echo.`,
  timedOut: raiseTimeout,
});

/** promptctl test. */
export const testAdvice: ProviderAdvice = adviceOf({
  noKey: (variable) => `Set ${variable}, or use --on echo.`,
  timedOut: raiseTimeout,
});

interface AdviceTexts {
  readonly noKey: (variable: string) => string;
  readonly timedOut: string;
}

function adviceOf({ noKey, timedOut }: AdviceTexts): ProviderAdvice {
  return (cause) => (cause.reason === "no-key" ? noKey(cause.variable) : timedOut);
}
