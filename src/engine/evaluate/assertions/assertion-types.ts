// The table of assertion types: how each is judged, how it is named in messages, and its columns in tables
// of cases. Its fields are in schemas/definition/assertion.schema.json.
import type { Json } from "../../model/json.ts";
import type { PromptRun } from "../../model/prompt-run.ts";
import { dollars } from "../../text/quantities.ts";
import {
  type CellReader,
  limitNumber,
  oneText,
  someTexts,
  toolArguments,
  toolNames,
} from "./case-cells.ts";
import type { CheckLibraries } from "./check-libraries.ts";
import { argumentProblem, type CallFault, callProblem } from "./judge-calls.ts";
import type { AssertionSpec, AssertionSpecOf, ComparedCall } from "../trials/trial.ts";

/** A column in tables of cases. */
interface AssertionColumn {
  readonly read: CellReader;
  /** The assertions of the column are inverted. */
  readonly negate?: boolean;
}

interface AnyType {
  readonly columns: { readonly [name: string]: AssertionColumn };
}

/** Compares texts of the reply with one target or several. */
export interface TextType extends AnyType {
  /** How many targets a text must satisfy. */
  readonly targets: "one" | "all" | "any";
  /** Whether a text satisfies a target. */
  holds(text: string, target: string): boolean;
  /** What the text must do: "The reply does not …". */
  readonly verb: string;
}

/** Compares a number of the reply with a limit. */
export interface LimitType extends AnyType {
  /** For messages: "The cost limit was raised from 1 to 2 US dollars." */
  readonly limit: string;
  readonly unit: string;
  /** The number with its unit. */
  text(value: number): string;
  valueOf(stats: PromptRun["stats"]): number | null;
  /** A cached reply does not have the number. */
  readonly isLive?: boolean;
  /** Why the number is unknown, and why it fails. */
  readonly unknown: string;
  readonly exceeded: string;
}

/** Checks the tool calls of the reply. */
export interface CallType<Spec = CallSpec> extends AnyType {
  /** Undefined if the calls pass. `libraries`: those that the spec needs. */
  problem(
    spec: Spec,
    calls: readonly ComparedCall[],
    libraries: CheckLibraries,
  ): CallFault | undefined;
}

/** A check that only promptctl test makes. */
export interface CheckType<Spec = CheckSpec> extends AnyType {
  /** What it looks for in a reply, on one line. */
  target(spec: Spec): string;
}

export type TextSpec = Exclude<
  Extract<AssertionSpec, { readonly jsonPath: unknown }>,
  { readonly pattern: unknown } | { readonly schema: unknown }
>;
export type LimitSpec = Extract<AssertionSpec, { readonly targetThreshold: unknown }>;
type CallSpec = Extract<AssertionSpec, { readonly toolName: unknown }>;
type CheckSpec = Exclude<AssertionSpec, TextSpec | LimitSpec | CallSpec>;

type RowOf<Spec> = Spec extends TextSpec
  ? TextType
  : Spec extends LimitSpec
    ? LimitType
    : Spec extends CallSpec
      ? CallType<Spec>
      : CheckType<Spec>;

/** The rows by the value of `type`. */
export const assertionTypes: {
  readonly [Type in AssertionSpec["type"]]: RowOf<AssertionSpecOf<Type>>;
} = {
  EXACT_MATCH: {
    targets: "one",
    holds: (text, target) => text === target,
    verb: "equal the target",
    columns: { expected: { read: oneText } },
  },
  STARTS_WITH: {
    targets: "one",
    holds: (text, target) => text.startsWith(target),
    verb: "start with the target",
    columns: { expected_starts_with: { read: oneText } },
  },
  CONTAINS_ALL: {
    targets: "all",
    holds: (text, target) => text.includes(target),
    verb: "contain all of the texts",
    columns: { expected_contains: { read: someTexts } },
  },
  CONTAINS_ANY: {
    targets: "any",
    holds: (text, target) => text.includes(target),
    verb: "contain any of the texts",
    columns: {
      expected_contains_any: { read: someTexts },
      expected_not_contains: { read: someTexts, negate: true },
    },
  },
  TOOL_CALLED: {
    problem: callProblem,
    columns: { expected_tool: { read: toolNames } },
  },
  TOOL_CALLED_WITH: {
    problem: argumentProblem,
    columns: { expected_tool_argument: { read: toolArguments } },
  },
  COST: {
    limit: "cost",
    unit: "US dollars",
    text: dollars,
    valueOf: ({ cost }) => cost,
    unknown: "The cost is unknown: the model has no known price, or the reply no token counts.",
    exceeded: "The reply costs more than the limit.",
    columns: { expected_max_cost: { read: limitNumber } },
  },
  LATENCY: {
    limit: "latency",
    unit: "ms",
    text: (value) => `${Math.round(value)} ms`,
    valueOf: ({ latency }) => latency,
    isLive: true,
    unknown: "The latency of a cached reply is not measured.",
    exceeded: "The reply took longer than the limit.",
    columns: { expected_max_latency: { read: limitNumber } },
  },
  MATCHES: { target: ({ pattern }) => JSON.stringify(pattern), columns: {} },
  JSON_SCHEMA: {
    target: ({ schema }) => schema?.replace(/\s+/g, " ").trim() ?? "that of the prompt",
    columns: {},
  },
  STOP_REASON: { target: ({ is }) => is, columns: {} },
  JUDGE: {
    target: ({ prompt, question }) => `${JSON.stringify(question)} by ${prompt}`,
    columns: {},
  },
  COMMAND: { target: ({ run }) => run.join(" "), columns: {} },
};

/** The row of a type; undefined for a value that is none. */
export function assertionType(
  type: Json | undefined,
): TextType | LimitType | CallType | CheckType | undefined {
  const name = String(type);
  return Object.hasOwn(assertionTypes, name)
    ? assertionTypes[name as AssertionSpec["type"]]
    : undefined;
}
