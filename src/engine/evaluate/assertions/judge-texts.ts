// The assertions about texts: what they compare, and whether the targets are there.
import { someOf } from "../../text/word-lists.ts";
import { assertionTypes, type TextSpec } from "./assertion-types.ts";
import { type CheckLibraries, wholeReply } from "./check-libraries.ts";
import { comparableText } from "./judge-calls.ts";
import { selectTexts } from "./select-reply.ts";
import type { Judgement } from "../trials/trial.ts";

/** The verdict of an assertion about the text of a reply. One text must satisfy it completely. */
export function judgeTexts(spec: TextSpec, reply: string, libraries: CheckLibraries): Judgement {
  const targets = "targetValue" in spec ? [spec.targetValue] : spec.targetValues;
  const selection = selectTexts(reply, spec.jsonPath ?? wholeReply, libraries);
  if ("reason" in selection)
    return { ...selection, compared: { form: "texts", actual: [reply], expected: targets } };
  const actual = selection.texts;
  const texts = actual.map((text) => comparableText(text, spec.ignoreCase));
  const wanted = targets.map((target) => comparableText(target, spec.ignoreCase));
  const { targets: count, holds } = assertionTypes[spec.type];
  const isMet = texts.some((text) =>
    count === "any"
      ? wanted.some((target) => holds(text, target))
      : wanted.every((target) => holds(text, target)),
  );
  const isPresent = wanted.map((target) => texts.some((text) => holds(text, target)));
  const relevant = targets.filter((_target, index) => isPresent[index] === spec.negate);
  const expected = relevant.length > 0 ? relevant : targets;
  const compared = { form: "texts", actual, expected } as const;
  if (isMet !== spec.negate) return { verdict: "pass", compared };
  return { verdict: "fail", reason: reasonOf(spec, texts.length, relevant), compared };
}

/** `relevant`: the targets that decide, the missing ones or with `negate` the present ones. */
function reasonOf(
  { type, jsonPath, negate }: TextSpec,
  texts: number,
  relevant: readonly string[],
): string {
  const path = jsonPath ?? wholeReply;
  const subject = path === wholeReply ? "The reply" : `The reply at ${path}`;
  if (!negate && texts === 0) return `${path} selects no text in the reply.`;
  const { targets, verb } = assertionTypes[type];
  const named = targets === (negate ? "any" : "all") && relevant.length > 0;
  const predicate = named ? `contain ${someOf(relevant.map(quoted), maxNamed)}` : verb;
  return `${subject} ${negate ? "must" : "does"} not ${predicate}.`;
}

const maxNamed = 5;
/** The longest part of a target in a reason, in UTF-16 units. */
const maxQuoted = 80;

function quoted(text: string): string {
  return JSON.stringify(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);
}
