// The calls to the prompts that judge replies: one for all questions of a case to one judge. Loaded
// only if a case has questions.
import type { CaseChecks, CaseProblem } from "../engine/evaluate/cases/case.ts";
import type { CheckLibraries } from "../engine/evaluate/assertions/check-libraries.ts";
import {
  type JudgeReply,
  questionsOf,
  renderJudge,
  withAnswers,
} from "../engine/evaluate/judge-answers.ts";
import { textOf } from "../engine/evaluate/assertions/judge-assertion.ts";
import { judgeTrial } from "../engine/evaluate/judge-trial.ts";
import {
  type CallOutcome,
  isNotRun,
  type TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import { referencesOf } from "../engine/model/references.ts";
import { addressOf } from "../engine/model/resource.ts";
import type { JudgeSources, ReplyJudge } from "./reply-judge.ts";

/** The judge of a run whose cases have questions. */
export function createJudges(
  { kinds, calls, judges, findDeployed }: JudgeSources,
  libraries: CheckLibraries,
): ReplyJudge {
  const kind = kinds.find(({ runs }) => runs)!;
  const byAddress = new Map(judges.map((each) => [each.address, each]));

  /** The request to a judge about a text, or why there is none. */
  function requestTo(
    judge: string,
    checks: CaseChecks,
    { evaluation, side, trial, needsNew = false }: TrialRequest,
    reply: string,
  ): TrialRequest | CaseProblem {
    const prompt = byAddress.get(addressOf(kind.kind, judge));
    if (!prompt) return { problem: "The project does not have this prompt." };
    if (referencesOf(kind, prompt.spec).length > 0)
      return { problem: "A judge must not have tools." };
    const { variables = {} } = checks;
    const rendering = renderJudge(prompt, questionsOf(checks).get(judge)!, { reply, variables });
    if ("problem" in rendering) return rendering;
    const { rendered, evaluation: asked } = rendering;
    const request = { evaluation, side, trial, judge, rendered, needsNew };
    if (!findDeployed) return request;
    const deployed = findDeployed({ prompt, tools: [], evaluation: asked });
    return "problem" in deployed ? deployed : { ...request, deployed };
  }

  return {
    judge: async (checks, request, call) => {
      let trial = judgeTrial(checks, call, libraries);
      for (const judge of questionsOf(checks).keys()) {
        if (!isOpen(trial)) return trial;
        const prepared = requestTo(judge, checks, request, replyText(call));
        trial = withAnswers(checks, trial, judge, await answerOf(prepared));
      }
      return trial;
    },
    expected: async (trials) => {
      const all: TrialRequest[] = [];
      for (const { checks, request } of trials) {
        const kept = await calls.kept(request);
        if (kept && !isOpen(judgeTrial(checks, kept, libraries))) continue;
        const reply = kept ? replyText(kept) : unknownReply(request);
        for (const judge of questionsOf(checks).keys()) {
          const prepared = requestTo(judge, checks, request, reply);
          if (!("problem" in prepared)) all.push(prepared);
        }
      }
      return all;
    },
    mostCalls: (checks) => questionsOf(checks).size,
  };

  async function answerOf(prepared: TrialRequest | CaseProblem): Promise<JudgeReply> {
    if ("problem" in prepared) return prepared;
    const reply = await calls.call(prepared);
    if (!("problem" in reply)) return reply;
    return { problem: reply.problem.message, isNotRun: isNotRun(reply.problem) };
  }
}

/** Whether the answers of judges can change the outcome. */
function isOpen({ call, outcome }: JudgedTrial): boolean {
  return !("problem" in call) && outcome === "not measured";
}

function replyText(call: CallOutcome): string {
  return "problem" in call ? "" : textOf(call.run.message.content);
}

/** The length of replies that do not exist yet, for the estimate, in characters. */
const expectedLength = 2000;

/** A text for the estimate that differs for each trial, as replies do. */
function unknownReply({ evaluation, side, trial }: TrialRequest): string {
  return `${evaluation} ${side} ${trial} `.padEnd(expectedLength, "x");
}
