// The assertions of promptfoo, of a configuration or of a cell of a table, as those of definitions.
import { isObject, type Json, type JsonObject, stringOrJson } from "../../engine/model/json.ts";
import { render, type Variables, variablesOf } from "../../engine/render/template.ts";
import { mapTexts } from "../../engine/json/map-texts.ts";
import {
  type AssertionType,
  promptfooTypes,
  noText,
  type Operand,
} from "./promptfoo-assertion-types.ts";
import {
  nodeAt,
  carry,
  leave,
  noteChange,
  type SourceNode,
  textAt,
} from "../convert/source-node.ts";
import { rendered, templateLogic } from "../convert/template-syntax.ts";

/** An assertion of promptfoo, from a configuration or a cell of a table. */
export interface PromptfooCheck {
  readonly node: SourceNode;
  readonly type: AssertionType;
  readonly negate: boolean;
  readonly weight: number;
  readonly name: string | undefined;
  /** What it compares with. The texts have their placeholders. */
  readonly operands: readonly Operand[];
  /** Whether the only operand is a list with commas. */
  readonly isSplit: boolean;
}

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

/** The check of an assertion; undefined, and listed, if definitions cannot make it. */
export function promptfooCheck(node: SourceNode): PromptfooCheck | undefined {
  const given = nodeAt(node, "type");
  const [, not, name = ""] = /^(not-)?(.*)$/s.exec(String(given.value)) ?? [];
  if (nodeAt(node, "transform").value !== undefined)
    return refused(node, "The reply is transformed first.");
  if (given.value === undefined) return refused(node, "The assertion has no type.");
  const operand = nodeAt(node, promptfooTypes.get(name)?.isLimit ? "threshold" : "value");
  const check = checkOf(node, { name, negate: not !== undefined, value: operand.value });
  if (!check) return undefined;
  const weight = nodeAt(node, "weight");
  for (const each of [given, operand]) carry(each);
  return {
    ...check,
    weight: typeof weight.value === "number" && weight.value >= 0 ? (carry(weight) as number) : 1,
    name: textAt(node, "metric"),
  };
}

/**
 * A cell of the column `__expected`: `type: value`, `type(threshold)`, or a text that is equal.
 * Undefined, and listed, if definitions cannot make the check.
 */
export function cellCheck(node: SourceNode): PromptfooCheck | undefined {
  const text = String(node.value).trim();
  const [, not, name = "", limit, afterColon] =
    /^(not-)?([a-z][a-z0-9-]*)(?:\(([\d.]+)\))?(?::\s*(.*))?$/s.exec(text) ?? [];
  const type = promptfooTypes.get(name);
  const isOther = otherTypes.has(name) || (prefixTypes.has(name) && afterColon !== undefined);
  const given =
    type || isOther
      ? { name, negate: not !== undefined, value: type?.isLimit ? limit : afterColon || undefined }
      : { name: "equals", negate: false, value: text };
  const items = type?.isList && afterColon ? splitText(afterColon) : undefined;
  if (typeof items === "string") return refused(node, items);
  const check = checkOf(node, items ? { ...given, value: items } : given);
  if (check) carry(node);
  return check;
}

function refused(node: SourceNode, reason: string): undefined {
  leave(node, reason);
}

/** What an assertion says. */
interface GivenCheck {
  /** The name of its type, without `not-`. */
  readonly name: string;
  readonly negate: boolean;
  readonly value: Json | undefined;
}

function checkOf(
  node: SourceNode,
  { name, negate, value }: GivenCheck,
): PromptfooCheck | undefined {
  const type = promptfooTypes.get(name);
  if (!type) return refused(node, `Definitions have no assertion like ${name}.`);
  const given = value === undefined ? [] : [value].flat();
  const operands = given.map((each) => (isObject(each) ? each : stringOrJson(each)));
  const texts = operands.flatMap((each) => textsIn(type, each));
  const problem =
    type.problem(value, negate) ?? texts.map(templateLogic).find((each) => each !== undefined);
  if (problem !== undefined) return refused(node, problem);
  if (type.change !== undefined) noteChange(node, type.change);
  const isSplit = type.isList === true && !Array.isArray(value);
  return { node, type, negate, weight: 1, name: undefined, operands, isSplit };
}

/** The texts of an operand that can have placeholders. */
export function textsIn({ fillsObjects }: AssertionType, operand: Operand): readonly string[] {
  if (typeof operand === "string") return [operand];
  const texts: string[] = [];
  if (fillsObjects)
    mapTexts(operand, (text) => {
      texts.push(text);
      return text;
    });
  return texts;
}

/** The assertion with the values of a case; undefined, and listed, if a placeholder has none. */
export function assertionOf(
  { node, type, negate, name, operands, isSplit, weight }: PromptfooCheck,
  { variables, source }: { readonly variables: Variables; readonly source: SourceNode },
  maxWeight: number,
): JsonObject | undefined {
  const filled = operands.flatMap((each): Operand | readonly Operand[] => {
    if (!isObject(each)) return rendered(each, variables, node, source) ?? [];
    const texts = textsIn(type, each).filter((text) => variablesOf(text).length > 0);
    if (texts.length === 0) return each;
    const filledTexts = texts.map((text) => rendered(text, variables, node, source));
    return filledTexts.includes(undefined) ? [] : mapTexts(each, (text) => render(text, variables));
  });
  if (filled.length < operands.length) return undefined;
  const texts = isSplit ? splitText(filled[0] as string) : filled;
  if (typeof texts === "string") return refused(node, texts);
  return type.make(texts, { name, negate, weight: weight / maxWeight });
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
