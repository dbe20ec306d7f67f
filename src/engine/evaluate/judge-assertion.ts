// The verdict of one assertion about one reply. test/conformance/assertions.yaml specifies it, one
// row per case.
import type { Block, ToolCallBlock } from "../../generated/types.ts";
import { isObject, parseJson } from "../model/json.ts";
import type { CallReply } from "../model/prompt-calls.ts";
import { comparable, judgeTexts } from "./judge-texts.ts";
import type {
  AssertionSpec,
  AssertionSpecOf,
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
  switch (spec.type) {
    case "COST":
      return judgeNumber(spec, "USD", run.stats.cost, "The price of the model is unknown.");
    case "LATENCY": {
      const latency = cached ? null : run.stats.latency;
      return judgeNumber(spec, "ms", latency, "The latency of a cached reply is not measured.");
    }
    case "TOOL_CALLED":
      return judgeCall(spec, callsIn(content));
    case "TOOL_CALLED_WITH":
      return judgeArgument(spec, callsIn(content));
    default:
      return judgeTexts(spec, textOf(content));
  }
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

function judgeNumber(
  { targetThreshold: limit }: AssertionSpecOf<"COST" | "LATENCY">,
  unit: "USD" | "ms",
  value: number | null,
  unknownBecause: string,
): Judgement {
  const actual = typeof value === "number" ? value : null;
  const compared: Compared = { form: "number", unit, actual, limit };
  if (actual === null) return { verdict: "not measured", reason: unknownBecause, compared };
  if (actual <= limit) return { verdict: "pass", compared };
  const reason =
    unit === "USD"
      ? "The reply costs more than the limit."
      : "The reply took longer than the limit.";
  return { verdict: "fail", reason, compared };
}

function judgeCall(
  { toolName }: AssertionSpecOf<"TOOL_CALLED">,
  actual: readonly ComparedCall[],
): Judgement {
  const compared: Compared = { form: "calls", actual };
  if (actual.some(({ name }) => name === toolName)) return { verdict: "pass", compared };
  return { verdict: "fail", reason: `The reply does not call ${toolName}.`, compared };
}

/**
 * Arguments that are not JSON are no evidence for or against an argument: they fail with `negate`
 * too.
 */
function judgeArgument(
  { toolName, argKeyName, ignoreCase, negate }: AssertionSpecOf<"TOOL_CALLED_WITH">,
  actual: readonly ComparedCall[],
): Judgement {
  const compared: Compared = { form: "calls", actual };
  const calls = actual.filter(({ name }) => name === toolName);
  const keys = calls.map((call) => argumentKeys(call.arguments));
  const isWanted = (key: string): boolean =>
    comparable(key, ignoreCase) === comparable(argKeyName, ignoreCase);
  const isFound = keys.some((names) => names?.some(isWanted));
  const fail = (reason: string): Judgement => ({ verdict: "fail", reason, compared });
  if (isFound && negate)
    return fail(`The reply calls ${toolName} with the argument ${argKeyName}.`);
  if (isFound) return { verdict: "pass", compared };
  if (keys.includes(undefined))
    return fail(`The reply calls ${toolName} with arguments that are not JSON.`);
  if (negate) return { verdict: "pass", compared };
  if (calls.length === 0) return fail(`The reply does not call ${toolName}.`);
  return fail(`The reply calls ${toolName} without the argument ${argKeyName}.`);
}

/**
 * The names of the arguments; undefined if they are not JSON. A model may write nothing for none.
 */
function argumentKeys(text: string): string[] | undefined {
  const value = parseJson(text.trim() === "" ? "{}" : text);
  if (value === undefined) return undefined;
  return isObject(value) ? Object.keys(value) : [];
}
