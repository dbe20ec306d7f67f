// Checks that another prompt judges: what the judge is asked about a reply, and what its answer says.
// Loaded only if a case has such a check.
import { groupBy } from "../model/collections.ts";
import { isObject, type Json, type JsonObject, listOf, parseJson } from "../model/json.ts";
import { isIncomplete, type PromptRun } from "../model/prompt-run.ts";
import type { Definition } from "../model/resource.ts";
import type { Variables } from "../render/template.ts";
import { digestText } from "../text/digest.ts";
import { jsonObjectsIn } from "../json/json-objects.ts";
import type { CaseChecks, PriorChecks } from "./cases/case.ts";
import { notJudged, provenOnly, textOf } from "./assertions/judge-assertion.ts";
import type { CallReply } from "./trials/trial-calls.ts";
import { type CaseRendering, renderCase } from "./cases/render-case.ts";
import { scoreTrial } from "./score.ts";
import type {
  AssertionSpecOf,
  AssertionVerdict,
  JudgedTrial,
  UnmeasuredCause,
} from "./trials/trial.ts";

type Question = AssertionSpecOf<"JUDGE">;

/** The questions of a case by the name of their judge. */
export function questionsOf({ assertions }: CaseChecks): ReadonlyMap<string, readonly Question[]> {
  const questions = assertions.flatMap(({ spec }) => ("question" in spec ? [spec] : []));
  return groupBy(questions, ({ prompt }) => prompt);
}

/** Renders the prompt of a judge for all its questions about the text of a reply. */
export function renderJudge(
  judge: Definition,
  questions: readonly Question[],
  { reply, variables }: { readonly reply: string; readonly variables: Variables },
): CaseRendering {
  const spec = { appendedMessages: [], variables: judgeVariables(questions, reply, variables) };
  return renderCase({ prompt: judge, tools: [], evaluation: { ...judge, spec } });
}

/** How many characters of the hash are in a mark. */
const markLength = 16;

/**
 * The reply is one line of JSON between marks with its hash: no reply can contain its own hash, so
 * none can end the marks early.
 */
function judgeVariables(
  questions: readonly Question[],
  reply: string,
  variables: Variables,
): Variables {
  const mark = digestText(reply).replace("sha256:", "").slice(0, markLength);
  const lines = questions.map(({ question }, index) => `${index + 1}. ${question}`);
  return {
    ...variables,
    question: lines.join("\n"),
    reply: `[reply ${mark}]\n${JSON.stringify(reply)}\n[end of reply ${mark}]`,
  };
}

/** The answers of a judge, one per question, or why there are none. */
export type JudgeAnswers = { readonly answers: readonly Answer[] } | NoAnswers;

interface Answer {
  readonly pass: boolean;
  readonly reason: string | undefined;
}

interface NoAnswers {
  /** Whole sentences. */
  readonly problem: string;
  readonly cause: UnmeasuredCause;
  /** What the judge replied, if that cannot be read. */
  readonly reply?: string;
  /** The run made no more calls. */
  readonly isNotRun?: boolean;
}

/** The judged trial with the answers of one judge. Reasons say if it is the judge of the base. */
export function withAnswers(
  { threshold, changed }: CaseChecks & Partial<PriorChecks>,
  trial: JudgedTrial,
  judge: string,
  given: JudgeAnswers,
): JudgedTrial {
  if ("problem" in trial.call) return trial;
  const reply = trial.call;
  const name = changed === undefined ? judge : `${judge} of the base`;
  let next = 0;
  const verdicts = trial.verdicts.map((each) => {
    const { assertion } = each;
    if (!("question" in assertion) || assertion.prompt !== judge) return each;
    if ("problem" in given) return unanswered(each, name, given);
    return answered(each, name, { reply, answer: given.answers[next++]! });
  });
  const score = scoreTrial(verdicts, threshold);
  const isStopped = "problem" in given && given.isNotRun === true;
  const outcome = score.outcome === "not measured" && isStopped ? "not run" : score.outcome;
  return { ...trial, verdicts, score: score.score, outcome };
}

function unanswered(
  each: AssertionVerdict,
  judge: string,
  { problem, cause, reply }: NoAnswers,
): AssertionVerdict {
  const found = reply === undefined ? [] : [reply];
  const judgement = notJudged(each.assertion as Question, `${judge} ${problem}`, found);
  return { ...each, ...judgement, unanswered: cause };
}

function answered(
  each: AssertionVerdict,
  judge: string,
  { reply, answer }: { readonly reply: CallReply; readonly answer: Answer },
): AssertionVerdict {
  const spec = each.assertion as Question;
  const { pass, reason: words } = answer;
  const said = pass ? "yes" : "no";
  const compared = { form: "found", expected: [spec.question], actual: [words ?? said] } as const;
  const { reason: _reason, ...rest } = each;
  if (pass !== spec.negate)
    return { ...rest, ...provenOnly(spec, reply, { verdict: "pass", compared }) };
  return { ...rest, verdict: "fail", reason: `${judge} answers ${said}.`, compared };
}

const expectedAnswer = '{"answers": [{"pass": true or false, "reason": "…"}]}';

/** Reads the reply of a judge to so many questions about a text. `reason` can be missing. */
export function readAnswers(
  { message, stopReason }: PromptRun,
  { questions, about }: { readonly questions: number; readonly about: string },
): JudgeAnswers {
  const reply = textOf(message.content);
  const unreadable = (why: string): NoAnswers => ({
    problem: `did not answer as judges do: ${why}.`,
    cause: "unreadable",
    reply,
  });
  if (stopReason !== null && isIncomplete(stopReason))
    return unreadable(`its reply is ${stopReason === "other" ? "incomplete" : stopReason}`);
  const [found, ...others] = answerObjects(reply, about);
  if (others.length > 0) return unreadable("its reply has several objects with answers");
  const answers = listOf(found?.["answers"]);
  return answers.length === questions && answers.every(isAnswer)
    ? { answers: answers.map(toAnswer) }
    : unreadable(expectedAnswer);
}

/** A text that has answers of its own, which a judge can quote. */
const hasAnswers = /answers[\\"'`\s]*:/;

/** The objects with answers in the reply of a judge. If these can be a quote, there must be nothing else. */
function answerObjects(reply: string, about: string): JsonObject[] {
  const objects = hasAnswers.test(about)
    ? [parseJson(reply.replace(/^\s*```\w*\n|\n```\s*$/g, ""))].filter(isObject)
    : jsonObjectsIn(reply);
  return objects.filter((each) => Object.hasOwn(each, "answers"));
}

function isAnswer(value: Json): boolean {
  return isObject(value) && typeof value["pass"] === "boolean";
}

function toAnswer(value: Json): Answer {
  const { pass, reason } = value as JsonObject;
  return { pass: pass === true, reason: typeof reason === "string" ? reason : undefined };
}
