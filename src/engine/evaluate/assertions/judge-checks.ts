// The checks that only promptctl test makes: patterns, schemas, and the reason why a reply ended.
// judge-answers.ts has those that another prompt judges.
import { fromPointer, type JsonObject, valueAt, stringOrJson } from "../../model/json.ts";
import { numberText } from "../../model/number-texts.ts";
import type { StopReason } from "../../model/prompt-run.ts";
import { type CheckLibraries, loaded, wholeReply } from "./check-libraries.ts";
import { type SelectedValue, selectTexts, selectValues } from "./select-reply.ts";
import type { AssertionSpecOf, Judgement, Verdict } from "../trials/trial.ts";

type PatternSpec = AssertionSpecOf<"MATCHES">;

/** The verdict about a pattern. It passes if one of the selected texts has a match. */
export function judgePattern(
  spec: PatternSpec,
  reply: string,
  libraries: CheckLibraries,
): Judgement {
  const { pattern: source, ignoreCase, negate } = spec;
  const jsonPath = spec.jsonPath ?? wholeReply;
  const pattern = loaded(libraries.compilePattern)(source, { ignoreCase });
  const selection = selectTexts(reply, jsonPath, libraries);
  const compared = (actual: readonly string[], expected = source): Judgement["compared"] => ({
    form: "texts",
    actual,
    expected: [expected],
  });
  if ("problem" in pattern)
    return unmeasured(`The pattern is invalid. ${pattern.problem}`, compared([reply]));
  if ("reason" in selection) return { ...selection, compared: compared([reply]) };
  const { texts } = selection;
  const found = texts.find((text) => pattern.matches(text));
  if ((found !== undefined) !== negate) return { verdict: "pass", compared: compared(texts) };
  const subject = jsonPath === wholeReply ? "The reply" : `The reply at ${jsonPath}`;
  const reason =
    texts.length === 0
      ? `${jsonPath} selects no text in the reply.`
      : `${subject} ${negate ? "must" : "does"} not match the pattern.`;
  const match = found === undefined ? undefined : pattern.first(found);
  return { verdict: "fail", reason, compared: compared(texts, match) };
}

type SchemaSpec = AssertionSpecOf<"JSON_SCHEMA">;

/** The verdict about a schema. It passes if one of the selected values matches it. */
export function judgeSchema(spec: SchemaSpec, reply: string, libraries: CheckLibraries): Judgement {
  const { negate } = spec;
  const jsonPath = spec.jsonPath ?? wholeReply;
  const expected = [negate ? "no match of the schema" : "a match of the schema"];
  const judgement = (verdict: Verdict, reason: string, actual: readonly string[]): Judgement => ({
    verdict,
    reason,
    compared: { form: "found", expected, actual },
  });
  if (spec.schema === null)
    return judgement("not measured", "The check and its prompt have no schema.", []);
  const schema = loaded(libraries.compileSchema)(spec.schema, loaded(libraries.compilePattern));
  if ("problem" in schema) return judgement("not measured", schema.problem, []);
  const selection = selectValues(reply, jsonPath, libraries);
  if ("reason" in selection) return judgement(selection.verdict, selection.reason, []);
  const { values } = selection;
  try {
    const mismatches = values.map(schema.mismatch);
    const isMet = mismatches.includes(undefined);
    if (isMet !== negate)
      return { verdict: "pass", compared: { form: "found", expected, actual: [] } };
    const first = mismatches[0];
    if (negate) return judgement("fail", "The reply must not match the schema.", []);
    if (!first) return judgement("fail", `${jsonPath} selects no value in the reply.`, []);
    // Its keys are texts of the reply, as the value is.
    const place = first.pointer === "" ? "" : `${first.pointer}: `;
    const found = `${place}${textAt(values[0]!, first.pointer)}`;
    return judgement("fail", `The reply does not match the schema: ${first.message}.`, [found]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return judgement("not measured", "The reply is nested too deeply for the schema.", []);
  }
}

/** The value at a JSON pointer: a text as it is, another value as JSON. */
function textAt({ holder, key }: SelectedValue, pointer: string): string {
  const path = [key, ...fromPointer(pointer)];
  const parent = valueAt(holder as JsonObject, path.slice(0, -1));
  return numberText(parent, path.at(-1)!) ?? stringOrJson(valueAt(parent, path.slice(-1)));
}

type StopSpec = AssertionSpecOf<"STOP_REASON">;

/** The verdict about the reason why a reply ended. A reply with tool calls is complete. */
export function judgeStop({ is, negate }: StopSpec, stopReason: StopReason | null): Judgement {
  const actual = stopReason === "tool-calls" ? "complete" : stopReason;
  const compared = { form: "found", expected: [is], actual: [actual ?? "unknown"] } as const;
  if (actual === null) return unmeasured("It is unknown why the reply ended.", compared);
  if ((actual === is) !== negate) return { verdict: "pass", compared };
  const reason = negate ? `The reply must not be ${is}.` : `The reply is not ${is}.`;
  return { verdict: "fail", reason, compared };
}

function unmeasured(reason: string, compared: Judgement["compared"]): Judgement {
  return { verdict: "not measured", reason, compared };
}
