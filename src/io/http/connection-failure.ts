// CallFailures of connections: why there was no response, and whether the request may have been executed.
import { type CallFailure, causesOf, type Outcome } from "../../engine/model/failure.ts";
import { redactKey } from "../../engine/text/api-key.ts";
import { connectErrors, systemMessage } from "../../engine/text/system-message.ts";
import { type Attempt, unreachableFailure } from "./call-failures.ts";
import { connectionProblem, problemOutcome } from "./connection-problem.ts";

/** There was no response, or only a part of it. */
export function connectionFailure(error: unknown, attempt: Attempt): CallFailure {
  const { key } = attempt;
  const { reason: rawReason, outcome, hint } = reasonOfError(error, attempt);
  const reason = redactKey(rawReason, key);
  return unreachableFailure(attempt, { reason, outcome, hint });
}

function reasonOfError(
  error: unknown,
  { baseUrl, method }: Attempt,
): { reason: string; outcome: Outcome; hint?: string } {
  const chain = causesOf(error);
  if (chain.some(({ message }) => message === "bad port"))
    return {
      reason: `port ${new URL(baseUrl).port} is reserved for another protocol, and HTTP clients refuse it`,
      outcome: "rejected",
      hint: "Use another port.",
    };
  const problem = connectionProblem(error, baseUrl);
  if (problem) return { ...problem, outcome: problemOutcome(problem, method === "GET") };
  const systemError = chain.find((cause) => typeof (cause as { code?: unknown }).code === "string");
  const { code, syscall } = (systemError ?? {}) as NodeJS.ErrnoException;
  if (code === undefined)
    return { reason: chain.at(-1)?.message ?? String(error), outcome: "unknown" };
  const connectError = connectErrors[code];
  const wasConnected = syscall === "read" || syscall === "write"; // something may have been sent
  if (connectError !== undefined)
    return {
      reason: connectError,
      outcome: wasConnected ? "unknown" : "not-executed",
      ...(/^E[MN]FILE$/.test(code) && { hint: "Close other programs, or raise ulimit -n." }),
    };
  return { reason: systemMessage(systemError), outcome: "unknown" };
}
