// The verdict of one assertion about one reply. test/conformance/assertions.yaml specifies it, one
// row per case.
import type { Block, ToolCallBlock } from "../../../generated/types.ts";
import type { CallReply } from "../trials/trial-calls.ts";
import { isIncomplete, type PromptRun } from "../../model/prompt-run.ts";
import { assertionTypes, type CallType, type LimitSpec } from "./assertion-types.ts";
import type { CheckLibraries } from "./check-libraries.ts";
import type { CallFault } from "./judge-calls.ts";
import { judgePattern, judgeSchema, judgeStop } from "./judge-checks.ts";
import { judgeTexts } from "./judge-texts.ts";
import type {
  AssertionSpec,
  AssertionSpecOf,
  AssertionVerdict,
  CaseAssertion,
  Compared,
  ComparedCall,
  Judgement,
} from "../trials/trial.ts";

/** The verdict of an assertion about a reply. `libraries`: those that the assertion needs. */
export function judgeAssertion(
  { address, spec }: CaseAssertion,
  reply: CallReply,
  libraries: CheckLibraries = {},
): AssertionVerdict {
  return { address, assertion: spec, ...provenOnly(spec, reply, judge(spec, reply, libraries)) };
}

/** A reply that is not whole does not prove that something is absent, nor what a program looks for. */
export function provenOnly(
  spec: AssertionSpec,
  { run }: Pick<CallReply, "run">,
  judgement: Judgement,
): Judgement {
  const isAbsence = "targetThreshold" in spec || "run" in spec || ("negate" in spec && spec.negate);
  if (judgement.verdict !== "pass" || !isAbsence || "is" in spec || isWhole(run)) return judgement;
  const reason = "The reply is not whole, so it does not show what a whole reply lacks.";
  return { ...judgement, verdict: "not measured", reason };
}

/** Whether a reply is complete and not empty. */
export function isWhole({ message, stopReason }: PromptRun): boolean {
  if (stopReason !== null && isIncomplete(stopReason)) return false;
  return message.content.some((block) => block.type !== "TEXT" || block.text.trim() !== "");
}

function judge(
  spec: AssertionSpec,
  { run, cached }: CallReply,
  libraries: CheckLibraries,
): Judgement {
  const { content } = run.message;
  if ("pattern" in spec) return judgePattern(spec, textOf(content), libraries);
  if ("schema" in spec) return withCutOff(run, judgeSchema(spec, textOf(content), libraries));
  if ("is" in spec) return judgeStop(spec, run.stopReason);
  if ("question" in spec) return notJudged(spec, "The score was decided without the judge.");
  if ("run" in spec) return notRun(spec, "The check runs a command, which needs --allow-commands.");
  if ("jsonPath" in spec) return judgeTexts(spec, textOf(content), libraries);
  if ("targetThreshold" in spec) return judgeLimit(spec, run.stats, cached);
  const type: CallType = assertionTypes[spec.type];
  const actual = callsIn(content);
  return judgeCalls(actual, () => type.problem(spec, actual, libraries));
}

/** The judgement of a reply that is to be JSON. One that was cut off is none because of that. */
function withCutOff({ stopReason }: PromptRun, judgement: Judgement): Judgement {
  if (stopReason !== "truncated" || judgement.verdict !== "fail") return judgement;
  const { reason = "" } = judgement;
  return { ...judgement, reason: `The reply was cut off at the token limit. ${reason}` };
}

function judgeCalls(
  actual: readonly ComparedCall[],
  problemOf: () => CallFault | undefined,
): Judgement {
  const compared = { form: "calls", actual } as const;
  try {
    const problem = problemOf();
    if (typeof problem !== "object") return judgement(compared, problem);
    if ("call" in problem)
      return judgement({ ...compared, actual: [problem.call] }, problem.reason);
    return { verdict: "not measured", reason: problem.unmeasured, compared };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = "The arguments are nested too deeply for the schema.";
    return { verdict: "not measured", reason, compared };
  }
}

/** The judgement of a question without an answer. `found`: what the judge replied instead. */
export function notJudged(
  { question }: AssertionSpecOf<"JUDGE">,
  reason: string,
  found: readonly string[] = [],
): Judgement {
  const compared = { form: "found", expected: [question], actual: found } as const;
  return { verdict: "not measured", reason, compared };
}

/** The judgement of a check whose command gave no answer. */
export function notRun({ run }: AssertionSpecOf<"COMMAND">, reason: string): Judgement {
  const compared = { form: "found", expected: [run.join(" ")], actual: [] } as const;
  return { verdict: "not measured", reason, compared };
}

/** The text of a reply: its TEXT blocks, joined without a separator. */
export function textOf(content: readonly Block[]): string {
  return content.map((block) => (block.type === "TEXT" ? block.text : "")).join("");
}

/** The tool calls of a reply, in order. */
export function callsIn(content: readonly Block[]): ComparedCall[] {
  return content
    .filter((block): block is ToolCallBlock => block.type === "TOOL_CALL")
    .map(({ toolCall }) => ({
      name: toolCall.function.name,
      arguments: toolCall.function.arguments,
    }));
}

function judgeLimit(
  { type, targetThreshold: limit }: LimitSpec,
  stats: PromptRun["stats"],
  cached: boolean,
): Judgement {
  const { valueOf, isLive = false, unknown, exceeded } = assertionTypes[type];
  const value = cached && isLive ? null : valueOf(stats);
  const actual = typeof value === "number" ? value : null;
  const compared: Compared = { form: "number", actual, limit };
  if (actual === null) return { verdict: "not measured", reason: unknown, compared };
  return judgement(compared, actual <= limit ? undefined : exceeded);
}

function judgement(compared: Compared, reason: string | undefined): Judgement {
  return reason === undefined
    ? { verdict: "pass", compared }
    : { verdict: "fail", reason, compared };
}
