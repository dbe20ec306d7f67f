// Replies from a file (`promptctl test --replies`), so that tests and demonstrations are
// deterministic.
import { matchesPattern } from "../engine/text/address-pattern.ts";
import type { CallProblem, TrialRequest } from "../engine/evaluate/trials/trial-calls.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import type { Block, ScriptedReplies } from "../generated/types.ts";
import { countTokens } from "./echo.ts";
import { textBlocks, toolCallBlock } from "./provider.ts";

type ScriptedReply = ScriptedReplies[number];

/** The first reply that matches the request; undefined if none does. */
export function scriptedReply(
  replies: ScriptedReplies,
  request: TrialRequest,
): PromptRun | { readonly problem: CallProblem } | undefined {
  const { evaluation, side, trial, judge, judgeVersion } = request;
  const reply = replies.find(
    (each) =>
      matchesPattern(each.evaluation, evaluation) &&
      isOfJudge(each, judge) &&
      (each.judgeVersion ?? judgeVersion) === judgeVersion &&
      (each.side ?? side) === side &&
      (each.trial ?? trial) === trial,
  );
  if (reply?.error !== undefined)
    return { problem: { code: "scripted-error", message: reply.error } };
  return reply && toRun(reply, request);
}

function isOfJudge(reply: ScriptedReply, judge: string | undefined): boolean {
  if (judge === undefined || reply.judge === undefined) return reply.judge === judge;
  return matchesPattern(reply.judge, judge);
}

/** The patterns of the replies that match none of these evaluations, each once. */
export function unmatchedReplies(
  replies: ScriptedReplies,
  evaluations: readonly string[],
): string[] {
  const patterns = new Set(replies.map(({ evaluation }) => evaluation));
  return [...patterns].filter((each) => !evaluations.some((one) => matchesPattern(each, one)));
}

/** Tokens are counted as the echo counts them. */
function toRun(reply: ScriptedReply, { rendered, trial }: TrialRequest): PromptRun {
  const { text = "", calls = [], stopReason = "complete", cost = 0, latency = 0 } = reply;
  const { provider, name } = rendered.prompt.parameters;
  const toolCalls = calls.map(({ name: tool, arguments: given = {} }, index): Block => {
    const args = typeof given === "string" ? given : JSON.stringify(given);
    return toolCallBlock(`scripted_${trial}_${index + 1}`, tool, args);
  });
  const content = [...textBlocks(text), ...toolCalls];
  return {
    provider,
    name,
    stats: {
      inputTokenCount: countTokens(rendered.messages.flatMap((message) => message.content)),
      outputTokenCount: countTokens(content),
      latency,
      cost,
    },
    message: { role: "assistant", content },
    stopReason: toolCalls.length > 0 && stopReason === "complete" ? "tool-calls" : stopReason,
    omittedSettings: [],
  };
}
