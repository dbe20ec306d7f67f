// The assertions of promptfoo as assertions of definitions.
import { isNamed } from "../../engine/model/failure.ts";
import { isObject, type JsonObject, stringOrJson } from "../../engine/model/json.ts";
import type { Variables } from "../../engine/render/template.ts";
import { limitAssertion, textAssertion } from "../convert/assertions.ts";
import { promptfooChecks } from "./promptfoo-checks.ts";
import type { RefusedPart } from "../convert/imported.ts";
import {
  nodeAt,
  carry,
  itemsOf,
  leave,
  noteChange,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";
import { rendered, templateLogic } from "../convert/template-syntax.ts";

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
  /** Whether the only value is a list with commas. */
  readonly isSplit: boolean;
  readonly threshold: number | undefined;
  /** The value of a check that is no text. */
  readonly data?: JsonObject | undefined;
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

const noLimit = "A limit has a threshold of 0 or more, without not-.";
const noText = "It has no text.";

const limitTypes = { cost: "COST", latency: "LATENCY" } as const;

/** The other types, which definitions do not have, as cells of a table name them. */
const otherTypes: ReadonlySet<string> = new Set(
  [
    "agent-rubric answer-relevance bleu classifier contains-html contains-sql",
    "contains-xml context-faithfulness context-recall context-relevance conversation-relevance",
    "factuality g-eval gleu guardrails is-html is-sql",
    "is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml",
    "javascript levenshtein meteor model-graded-closedqa model-graded-factuality",
    "moderation perplexity perplexity-score pi python rouge-l rouge-n rouge-s ruby",
    "search-rubric similar tool-call-f1 webhook word-count",
  ].flatMap((line) => line.split(" ")),
);

/** Types that need a colon: other words before a colon are text. */
const prefixTypes: ReadonlySet<string> = new Set(["eval", "fn", "grade", "trace", "trajectory"]);

function checkType(type: string): (typeof promptfooChecks)[string] | undefined {
  return Object.hasOwn(promptfooChecks, type) ? promptfooChecks[type] : undefined;
}

function otherType(type: string): string {
  return `Definitions have no assertion like ${type}.`;
}

/** The check of an assertion; undefined, and listed, if definitions cannot make it. */
export function promptfooCheck(node: SourceNode): PromptfooCheck | undefined {
  const given = nodeAt(node, "type");
  const [, not, type = ""] = /^(not-)?(.*)$/s.exec(String(given.value)) ?? [];
  const value = nodeAt(node, "value");
  const threshold = nodeAt(node, "threshold");
  const problem =
    problemOf(type, not !== undefined, { value, threshold }) ??
    (nodeAt(node, "transform").value !== undefined ? "The reply is transformed first." : undefined);
  if (problem !== undefined) {
    leave(node, problem);
    return undefined;
  }
  const isLimit = Object.hasOwn(limitTypes, type);
  const values = isLimit || !isTextValue(value) ? [] : [value.value!].flat().map(stringOrJson);
  const logic = values.map(templateLogic).find((each) => each !== undefined);
  if (logic !== undefined) {
    leave(node, logic);
    return undefined;
  }
  const weight = nodeAt(node, "weight");
  for (const each of [given, isLimit ? threshold : value]) carry(each);
  const change = promptfooChecks[type]?.change;
  if (change !== undefined) noteChange(node, change);
  return {
    node,
    type,
    negate: not !== undefined,
    weight: typeof weight.value === "number" && weight.value >= 0 ? (carry(weight) as number) : 1,
    name: textAt(node, "metric"),
    values,
    isSplit: !isLimit && textTypes[type]?.isList === true && !Array.isArray(value.value),
    threshold: isLimit ? Number(threshold.value) : undefined,
    data: isObject(value.value) ? value.value : undefined,
  };
}

/** Whether a value is text or texts. Checks without a value and with a schema have none. */
function isTextValue({ value }: SourceNode): boolean {
  return value !== undefined && !isObject(value);
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
    return isNegated || !isNumber ? noLimit : undefined;
  }
  if (type === "undefined") return "The assertion has no type.";
  const check = checkType(type);
  if (check) return check.problem(value.value, isNegated);
  if (!Object.hasOwn(textTypes, type)) return otherType(type);
  const texts = Array.isArray(value.value) ? itemsOf(value) : [value];
  const { isList = false } = textTypes[type]!;
  if (value.value === undefined || texts.length === 0 || (Array.isArray(value.value) && !isList))
    return noText;
  if (texts.some((each) => typeof each.value === "object" || each.value === undefined))
    return "Assertions compare texts only.";
  const isFile = texts.some((each) => String(each.value).startsWith("file://"));
  return isFile ? "The expected text is in another file." : undefined;
}

/**
 * The items of a text with commas: a quoted item may have commas, and empty items do not count.
 * A sentence if there are none, or if a quote is wrong.
 */
function splitText(text: string): readonly string[] | string {
  const pattern = /\s*(?:"((?:[^"\\]|\\.|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/gsy;
  const found = [...text.matchAll(pattern)];
  if (found.some(([, , plain = ""]) => plain.startsWith('"')))
    return "A quoted item has no closing quote, or a text after it.";
  const items = found.flatMap(([, quoted, plain = ""]) => {
    if (quoted !== undefined) return [quoted.replace(/""|\\(["\\])/g, (_, each) => each ?? '"')];
    return plain.trim() === "" ? [] : [plain.trim()];
  });
  return items.length > 0 ? items : noText;
}

/** The assertion with the values of a case; undefined, and listed, if a placeholder has none. */
export function assertionOf(
  { node, type, negate, name, values, isSplit, threshold, weight, data }: PromptfooCheck,
  { variables, source }: { readonly variables: Variables; readonly source: SourceNode },
  maxWeight: number,
): JsonObject | undefined {
  const options = { name, negate, weight: weight / maxWeight };
  if (threshold !== undefined)
    return limitAssertion(limitTypes[type as keyof typeof limitTypes], threshold, options);
  const filled = values.map((each) => rendered(each, variables, node, source));
  const given = filled.filter((each) => each !== undefined);
  if (given.length < values.length) return undefined;
  const check = checkType(type);
  if (check)
    return {
      ...check.fields(data ?? given[0]),
      ...(name !== undefined && name !== "" && { name }),
      ...(negate && { negate }),
      ...(options.weight !== 1 && { weight: options.weight }),
    };
  const texts = isSplit ? splitText(given[0]!) : given;
  if (typeof texts === "string") {
    leave(node, texts);
    return undefined;
  }
  const row = textTypes[type]!;
  const isMany = row.type === "CONTAINS_ALL" || row.type === "CONTAINS_ANY";
  const { ignoreCase = false } = row;
  return textAssertion(row.type, isMany ? texts : texts[0]!, { ...options, ignoreCase });
}

/**
 * A cell of the column `__expected`: `type: value`, `type(threshold)`, or a text that is equal.
 * Undefined, and listed, if definitions cannot make the check.
 */
export function cellCheck(node: SourceNode): PromptfooCheck | undefined {
  const text = String(node.value).trim();
  const [, not, type = "", limit, value] =
    /^(not-)?([a-z][a-z0-9-]*)(?:\(([\d.]+)\))?(?::\s*(.*))?$/s.exec(text) ?? [];
  const isType = [textTypes, limitTypes, promptfooChecks].some((types) =>
    Object.hasOwn(types, type),
  );
  const isOther = otherTypes.has(type) || (prefixTypes.has(type) && value !== undefined);
  const base = { node, name: undefined, weight: 1, isSplit: false, threshold: undefined };
  if (!isType && !isOther) {
    const problem = templateLogic(text);
    if (problem !== undefined) return leaveCell(node, problem);
    carry(node);
    return { ...base, negate: false, type: "equals", values: [text] };
  }
  const problem = isOther ? otherType(type) : cellProblem(type, { not, limit, value });
  if (problem !== undefined) return leaveCell(node, problem);
  if (Object.hasOwn(limitTypes, type)) {
    carry(node);
    return { ...base, negate: false, type, values: [], threshold: Number(limit) };
  }
  if (checkType(type)) {
    carry(node);
    const change = promptfooChecks[type]!.change;
    if (change !== undefined) noteChange(node, change);
    return { ...base, negate: not !== undefined, type, values: value ? [value] : [] };
  }
  const values = textTypes[type]!.isList === true ? splitText(value!) : [value!];
  if (typeof values === "string") return leaveCell(node, values);
  carry(node);
  return { ...base, negate: not !== undefined, type, values };
}

function leaveCell(node: SourceNode, reason: string): undefined {
  leave(node, reason);
}

/** The parts of a cell: `not-`, the threshold in parentheses, and the text after the colon. */
interface CellParts {
  readonly not: string | undefined;
  readonly limit: string | undefined;
  readonly value: string | undefined;
}

/** Why definitions cannot make the check of a cell; undefined if they can. */
function cellProblem(type: string, { not, limit, value }: CellParts): string | undefined {
  if (Object.hasOwn(limitTypes, type))
    return not !== undefined || limit === undefined ? noLimit : undefined;
  const check = checkType(type);
  if (check) return check.problem(value, not !== undefined) ?? templateLogic(value ?? "");
  return value === undefined || value === "" ? noText : templateLogic(value);
}

/** Whether it becomes a check, which only promptctl test makes, and not an assertion. */
export function isCheck({ type }: PromptfooCheck): boolean {
  return checkType(type) !== undefined;
}

/** Whether a problem is a part that is refused; other errors are thrown again. */
export function refusedPartOf(problem: unknown): RefusedPart {
  if (isNamed<RefusedPart>(problem, "RefusedPart")) return problem;
  throw problem;
}
