// The verdict of one assertion about one reply. test/conformance/assertions.yaml specifies it, one
// row per case.
import type { Block, ToolCallBlock } from "../../generated/types.ts";
import type { CallReply } from "./prompt-calls.ts";
import type { PromptRun } from "../model/prompt-run.ts";
import { assertionTypes, type CallType, type LimitSpec } from "./assertion-types.ts";
import { judgeTexts } from "./judge-texts.ts";
import type {
  AssertionSpec,
  AssertionVerdict,
  CaseAssertion,
  Compared,
  ComparedCall,
  Judgement,
} from "./trial.ts";

/** The verdict of an assertion about a reply. */
export function judgeAssertion(
  { address, spec }: CaseAssertion,
  reply: CallReply,
): AssertionVerdict {
  return { address, assertion: spec, ...judge(spec, reply) };
}

function judge(spec: AssertionSpec, { run, cached }: CallReply): Judgement {
  const { content } = run.message;
  if ("jsonPath" in spec) return judgeTexts(spec, textOf(content));
  if ("targetThreshold" in spec) return judgeLimit(spec, run.stats, cached);
  const type: CallType = assertionTypes[spec.type];
  const actual = callsIn(content);
  return judgement({ form: "calls", actual }, type.problem(spec, actual));
}

/** The text of a reply: its TEXT blocks, joined without a separator. */
export function textOf(content: readonly Block[]): string {
  return content.map((block) => (block.type === "TEXT" ? block.text : "")).join("");
}

function callsIn(content: readonly Block[]): ComparedCall[] {
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
