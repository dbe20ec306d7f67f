// Checks that another prompt judges: what the judge is asked about a reply, and what its answer says.
// Loaded only if a case has such a check.
import { groupBy } from "../model/collections.ts";
import { isObject, type Json, parseJson } from "../model/json.ts";
import { isIncomplete } from "../model/prompt-run.ts";
import type { Definition } from "../model/resource.ts";
import type { Variables } from "../render/template.ts";
import { digestText } from "../text/digest.ts";
import type { CaseChecks } from "./cases/case.ts";
import { notJudged, provenOnly, textOf } from "./assertions/judge-assertion.ts";
import type { CallReply } from "./trials/trial-calls.ts";
import { type CaseRendering, renderCase } from "./cases/render-case.ts";
import { scoreTrial } from "./score.ts";
import type { AssertionSpecOf, AssertionVerdict, JudgedTrial } from "./trials/trial.ts";

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

/** The reply of a judge, or why there is none. */
export type JudgeReply = CallReply | NoJudgeReply;

interface NoJudgeReply {
  /** Whole sentences. */
  readonly problem: string;
  /** The run made no more calls. */
  readonly isNotRun?: boolean;
}

/** The judged trial with the answers of one judge, or why there are none. */
export function withAnswers(
  { threshold }: CaseChecks,
  trial: JudgedTrial,
  judge: string,
  call: JudgeReply,
): JudgedTrial {
  if ("problem" in trial.call) return trial;
  const reply = trial.call;
  const isAsked = ({ assertion }: AssertionVerdict): boolean =>
    "question" in assertion && assertion.prompt === judge;
  const count = trial.verdicts.filter(isAsked).length;
  const answers = "problem" in call ? [] : answersIn(call, count);
  const problem = "problem" in call ? `${judge} did not judge: ${call.problem}` : undefined;
  let next = 0;
  const verdicts = trial.verdicts.map((each) =>
    isAsked(each) ? answered(each, reply, answers[next++], problem) : each,
  );
  const score = scoreTrial(verdicts, threshold);
  const isStopped = "problem" in call && call.isNotRun === true;
  const outcome = score.outcome === "not measured" && isStopped ? "not run" : score.outcome;
  return { ...trial, verdicts, score: score.score, outcome };
}

function answered(
  each: AssertionVerdict,
  reply: CallReply,
  answer: Answer | undefined,
  problem: string | undefined,
): AssertionVerdict {
  const spec = each.assertion as Question;
  if (!answer) {
    const reason = problem ?? `${spec.prompt} did not answer as judges do: ${expectedAnswer}.`;
    return { ...each, ...notJudged(spec, reason) };
  }
  const { pass, reason: words } = answer;
  const compared = { form: "found", expected: [spec.question], actual: [words] } as const;
  const { reason: _reason, ...rest } = each;
  if (pass !== spec.negate)
    return { ...rest, ...provenOnly(spec, reply, { verdict: "pass", compared }) };
  const reason = `${spec.prompt} answers ${pass ? "yes" : "no"}.`;
  return { ...rest, verdict: "fail", reason, compared };
}

interface Answer {
  readonly pass: boolean;
  readonly reason: string;
}

const expectedAnswer = '{"answers": [{"pass": true or false, "reason": "…"}]}';

/** One answer per question; none if the reply is anything else. */
function answersIn({ run }: CallReply, count: number): readonly Answer[] {
  if (run.stopReason !== null && isIncomplete(run.stopReason)) return [];
  const value = parseJson(textOf(run.message.content));
  const answers = isObject(value) ? value["answers"] : undefined;
  const isValid = Array.isArray(answers) && answers.length === count && answers.every(isAnswer);
  return isValid ? (answers as unknown as Answer[]) : [];
}

function isAnswer(value: Json): boolean {
  return (
    isObject(value) && typeof value["pass"] === "boolean" && typeof value["reason"] === "string"
  );
}
