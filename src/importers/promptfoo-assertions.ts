// The assertions of promptfoo as assertions of definitions.
import type { JsonObject } from "../engine/model/json.ts";
import type { Variables } from "../engine/model/template.ts";
import { limitAssertion, textAssertion } from "./assertions.ts";
import { RefusedPart } from "./imported.ts";
import { at, carry, itemsOf, leave, type SourceNode, textAt } from "./source-node.ts";
import { asJinja, rendered } from "./template-syntax.ts";
import { valueText } from "./case-values.ts";

/** An assertion of promptfoo, from a configuration or a cell of a table. */
export interface PromptfooCheck {
  readonly node: SourceNode;
  /** Without `not-`. */
  readonly type: string;
  readonly negate: boolean;
  readonly weight: number;
  readonly name: string | undefined;
  /** The expected texts with their placeholders. */
  readonly values: readonly string[];
  readonly threshold: number | undefined;
}

interface TextType {
  readonly type: "EXACT_MATCH" | "STARTS_WITH" | "CONTAINS_ALL" | "CONTAINS_ANY";
  readonly ignoreCase?: boolean;
  /** Whether it has several texts: a list, or one text with commas. */
  readonly isList?: boolean;
}

const textTypes: Readonly<Record<string, TextType>> = {
  equals: { type: "EXACT_MATCH" },
  "starts-with": { type: "STARTS_WITH" },
  contains: { type: "CONTAINS_ALL" },
  icontains: { type: "CONTAINS_ALL", ignoreCase: true },
  "contains-all": { type: "CONTAINS_ALL", isList: true },
  "contains-any": { type: "CONTAINS_ANY", isList: true },
  "icontains-all": { type: "CONTAINS_ALL", ignoreCase: true, isList: true },
  "icontains-any": { type: "CONTAINS_ANY", ignoreCase: true, isList: true },
};

const limitTypes = { cost: "COST", latency: "LATENCY" } as const;

function otherType(type: string): string {
  return `Definitions have no assertion like ${type}.`;
}

/** The check of an assertion; undefined, and listed, if definitions cannot make it. */
export function checkOf(node: SourceNode): PromptfooCheck | undefined {
  const given = at(node, "type");
  const [, not, type = ""] = /^(not-)?(.*)$/s.exec(String(given.value)) ?? [];
  const value = at(node, "value");
  const threshold = at(node, "threshold");
  const problem =
    problemOf(type, not !== undefined, { value, threshold }) ??
    (at(node, "transform").value !== undefined ? "The reply is transformed first." : undefined);
  if (problem !== undefined) {
    leave(node, problem);
    return undefined;
  }
  const isLimit = Object.hasOwn(limitTypes, type);
  const weight = at(node, "weight");
  for (const each of [given, isLimit ? threshold : value]) carry(each);
  return {
    node,
    type,
    negate: not !== undefined,
    weight: typeof weight.value === "number" && weight.value >= 0 ? (carry(weight) as number) : 1,
    name: textAt(node, "metric"),
    values: isLimit ? [] : listOf(value, textTypes[type]!.isList === true),
    threshold: isLimit ? Number(threshold.value) : undefined,
  };
}

interface Operands {
  readonly value: SourceNode;
  readonly threshold: SourceNode;
}

/** Why definitions cannot make a check; undefined if they can. */
function problemOf(
  type: string,
  isNegated: boolean,
  { value, threshold }: Operands,
): string | undefined {
  if (Object.hasOwn(limitTypes, type)) {
    const limit = threshold.value;
    const isNumber = typeof limit === "number" ? limit >= 0 : /^\d+(?:\.\d+)?$/.test(String(limit));
    return isNegated || !isNumber
      ? "A limit has a threshold of 0 or more, without not-."
      : undefined;
  }
  if (!Object.hasOwn(textTypes, type)) return otherType(type);
  const texts = Array.isArray(value.value) ? itemsOf(value) : [value];
  const { isList = false } = textTypes[type]!;
  if (value.value === undefined || (Array.isArray(value.value) && !isList))
    return "It has no text.";
  if (texts.some((each) => typeof each.value === "object" || each.value === undefined))
    return "Assertions compare texts only.";
  const isFile = texts.some((each) => String(each.value).startsWith("file://"));
  return isFile ? "The expected text is in another file." : undefined;
}

function listOf({ value }: SourceNode, isList: boolean): string[] {
  if (Array.isArray(value)) return value.map(valueText);
  const text = valueText(value!);
  return isList ? text.split(",").map((each) => each.trim()) : [text];
}

/** The assertion with the values of a case. Throws a RefusedPart for template logic. */
export function assertionOf(
  { node, type, negate, name, values, threshold, weight }: PromptfooCheck,
  variables: Variables,
  maxWeight: number,
): JsonObject {
  const options = { name, negate, weight: weight / maxWeight };
  if (threshold !== undefined)
    return limitAssertion(limitTypes[type as keyof typeof limitTypes], threshold, options);
  const texts = values.map((each) => rendered(asJinja(each, node), variables));
  const row = textTypes[type]!;
  const isMany = row.type === "CONTAINS_ALL" || row.type === "CONTAINS_ANY";
  const { ignoreCase = false } = row;
  return textAssertion(row.type, isMany ? texts : texts[0]!, { ...options, ignoreCase });
}

/** A cell of the column `__expected`: `type: value`, `type(threshold)`, or a text that is equal. */
export function cellCheck(node: SourceNode): PromptfooCheck | undefined {
  const text = String(node.value).trim();
  const [, not, type = "equals", limit, value = text] =
    /^(not-)?([a-z][a-z-]+)(?:\(([\d.]+)\))?(?::\s*(.*))?$/s.exec(text) ?? [];
  const isText = Object.hasOwn(textTypes, type);
  const isLimit = Object.hasOwn(limitTypes, type) && not === undefined && limit !== undefined;
  const isOther = /^(?:not-)?[a-z][a-z-]+(?:\([\d.]+\))?:/.test(text) && !isText && !isLimit;
  if (isOther || (Object.hasOwn(limitTypes, type) && !isLimit)) {
    leave(node, otherType(type));
    return undefined;
  }
  carry(node);
  const base = { node, name: undefined, weight: 1, negate: not !== undefined };
  if (isLimit) return { ...base, type, values: [], threshold: Number(limit) };
  if (!isText)
    return { ...base, negate: false, type: "equals", values: [text], threshold: undefined };
  const isList = textTypes[type]!.isList === true;
  const values = isList ? value.split(",").map((each) => each.trim()) : [value];
  return { ...base, type, values, threshold: undefined };
}

/** Whether a problem is a part that is refused; other errors are thrown again. */
export function refusedPartOf(problem: unknown): RefusedPart {
  if (problem instanceof RefusedPart) return problem;
  throw problem;
}
