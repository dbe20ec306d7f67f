// What each command advises about calls to providers. The flags that it names are those of that command.
import { expect, it } from "vitest";
import { localAdvice, serveAdvice, testAdvice } from "../../../src/views/text/provider-advice.ts";

it.each([
  [
    "serve",
    serveAdvice,
    "Set OPENAI_API_KEY for the service, or start the service with --echo.",
    "Raise the limit with promptctl serve --provider-timeout.",
  ],
  [
    "a command with the embedded service",
    localAdvice,
    "Set OPENAI_API_KEY, or use the echo: run --echo, test --on echo.",
    "Raise the limit with --timeout.",
  ],
  ["test", testAdvice, "Set OPENAI_API_KEY, or use --on echo.", "Raise the limit with --timeout."],
])("%s", (_, advise, noKey, timedOut) => {
  expect(advise({ reason: "no-key", variable: "OPENAI_API_KEY" })).toBe(noKey);
  expect(advise({ reason: "timed-out" })).toBe(timedOut);
});
