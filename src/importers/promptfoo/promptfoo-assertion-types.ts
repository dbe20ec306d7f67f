// The types of assertions of promptfoo, and what definitions have for each: an assertion, or a check.
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  parseJson,
} from "../../engine/model/json.ts";
import { compilePattern } from "../../engine/text/linear-pattern.ts";
import { type AssertionOptions, limitAssertion, textAssertion } from "../convert/assertions.ts";
import { judgeName } from "./promptfoo-judge.ts";

/** A value that an assertion compares with: a text, or a schema. */
export type Operand = string | JsonObject;

/** A type of assertion of promptfoo, and what definitions have for it. */
export interface AssertionType {
  /** Whether it becomes a check, which only promptctl test makes, and not an assertion. */
  readonly isCheck?: boolean;
  /** Whether it compares with `threshold`, not with `value`. */
  readonly isLimit?: boolean;
  /** Whether it compares with several texts: a list, or one text with commas. */
  readonly isList?: boolean;
  /** Whether the texts in an object that it compares with can have placeholders. */
  readonly fillsObjects?: boolean;
  /** How it differs from that of promptfoo. */
  readonly change?: string;
  /** Why definitions cannot have it; undefined if they can. */
  problem(value: Json | undefined, isNegated: boolean): string | undefined;
  /** What definitions have for it. The texts have the values of a case. */
  make(operands: readonly Operand[], options: AssertionOptions): JsonObject;
}

/** Why a check without a text is refused. */
export const noText = "It has no text.";

function text(
  type: "EXACT_MATCH" | "STARTS_WITH" | "CONTAINS_ALL" | "CONTAINS_ANY",
  { ignoreCase = false, isList = false } = {},
): AssertionType {
  const isMany = type === "CONTAINS_ALL" || type === "CONTAINS_ANY";
  return {
    isList,
    problem: (value) => {
      const texts = [value].flat();
      const isEmpty = value === undefined || texts.length === 0;
      if (isEmpty || (Array.isArray(value) && !isList)) return noText;
      if (texts.some((each) => typeof each === "object")) return "Assertions compare texts only.";
      const isFile = texts.some((each) => String(each).startsWith("file://"));
      return isFile ? "The expected text is in another file." : undefined;
    },
    make: (operands, options) => {
      const texts = operands as readonly string[];
      return textAssertion(type, isMany ? texts : texts[0]!, { ...options, ignoreCase });
    },
  };
}

function limit(type: "COST" | "LATENCY"): AssertionType {
  return {
    isLimit: true,
    problem: (value, isNegated) => {
      const isNumber =
        typeof value === "number" ? value >= 0 : /^(?:\d+\.?\d*|\.\d+)$/.test(String(value));
      return isNegated || !isNumber
        ? "A limit has a threshold of 0 or more, without not-."
        : undefined;
    },
    make: ([target], options) => limitAssertion(type, Number(target), options),
  };
}

function check(
  problem: AssertionType["problem"],
  fields: (operand: Operand | undefined) => JsonObject,
  change?: string,
): AssertionType {
  return {
    isCheck: true,
    ...(change !== undefined && { change }),
    problem,
    make: ([operand], { name = "", negate = false, weight = 1 }) => ({
      ...fields(operand),
      ...(name !== "" && { name }),
      ...(negate && { negate }),
      ...(weight !== 1 && { weight }),
    }),
  };
}

function schema(change?: string): AssertionType {
  return check(
    (value, isNegated) => {
      if (isNegated) return "With negate, a reply that is not JSON fails.";
      if (typeof value === "string" && value.startsWith("file://"))
        return "The schema is in another file.";
      return schemaOf(value) ? undefined : "Its value is not a schema.";
    },
    (operand) => ({ type: "JSON_SCHEMA", schema: schemaOf(operand)! }),
    change,
  );
}

/** Without a value, every JSON matches. */
function schemaOf(value: Json | undefined): JsonObject | undefined {
  if (value === undefined || value === "") return {};
  const given = typeof value === "string" ? parseJson(value) : value;
  return isObject(given) ? given : undefined;
}

/** promptfoo looks at the trace of an agent, which may have several replies. */
const ofOneReply = "It looks at the tool calls of one reply.";

/** The check of a tool call with arguments; undefined if the value names no tool, or has no arguments. */
function calledWith(value: Json | undefined): JsonObject | undefined {
  const { name, mode = "partial", ...rest } = objectOf(value);
  const wanted = rest["args"] ?? rest["arguments"];
  const isKnown = mode === "partial" || mode === "exact";
  if (typeof name !== "string" || name === "" || !isObject(wanted) || !isKnown) return undefined;
  const call = { type: "TOOL_CALLED", toolName: name };
  if (mode === "exact") return { ...call, argumentsSchema: { const: wanted } };
  return Object.keys(wanted).length === 0 ? call : { ...call, arguments: wanted };
}

/** The reasons of promptfoo by those of definitions. */
const stopReasons: Readonly<Record<string, string>> = {
  stop: "complete",
  length: "truncated",
  content_filter: "filtered",
};

/** The types that definitions have, by the name in promptfoo, without `not-`. */
export const promptfooTypes: ReadonlyMap<string, AssertionType> = new Map<string, AssertionType>([
  ["equals", text("EXACT_MATCH")],
  ["starts-with", text("STARTS_WITH")],
  ["contains", text("CONTAINS_ALL")],
  ["icontains", text("CONTAINS_ALL", { ignoreCase: true })],
  ["contains-all", text("CONTAINS_ALL", { isList: true })],
  ["contains-any", text("CONTAINS_ANY", { isList: true })],
  ["icontains-all", text("CONTAINS_ALL", { isList: true, ignoreCase: true })],
  ["icontains-any", text("CONTAINS_ANY", { isList: true, ignoreCase: true })],
  ["cost", limit("COST")],
  ["latency", limit("LATENCY")],
  ["is-json", schema()],
  ["contains-json", schema("The whole reply must be JSON.")],
  [
    "regex",
    check(
      (value) => {
        if (typeof value !== "string" || value === "") return noText;
        const pattern = compilePattern(value);
        return "problem" in pattern ? pattern.problem : undefined;
      },
      (pattern) => ({ type: "MATCHES", pattern: pattern! }),
    ),
  ],
  [
    "llm-rubric",
    check(
      (value) => {
        if (typeof value !== "string" || value === "") return noText;
        return value.startsWith("file://") ? "The rubric is in another file." : undefined;
      },
      (question) => ({ type: "JUDGE", prompt: judgeName, question: question! }),
      `The prompt "${judgeName}" answers yes or no, without a score.`,
    ),
  ],
  [
    "trajectory:tool-used",
    check(
      (value) => (typeof value === "string" && value !== "" ? undefined : "Checks count no calls."),
      (tool) => ({ type: "TOOL_CALLED", toolName: tool! }),
      ofOneReply,
    ),
  ],
  [
    "trajectory:tool-args-match",
    {
      ...check(
        (value) => (calledWith(value) ? undefined : "Its value has no name of a tool with args."),
        (value) => calledWith(value)!,
        ofOneReply,
      ),
      fillsObjects: true,
    },
  ],
  [
    "is-refusal",
    check(
      () => undefined,
      () => ({ type: "STOP_REASON", is: "refused" }),
      "The provider says whether the model refused, not the text.",
    ),
  ],
  [
    "finish-reason",
    check(
      (value) =>
        Object.hasOwn(stopReasons, String(value))
          ? undefined
          : `Checks know these reasons only: ${Object.keys(stopReasons).join(", ")}.`,
      (reason) => ({ type: "STOP_REASON", is: stopReasons[String(reason)]! }),
    ),
  ],
]);
