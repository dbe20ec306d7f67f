// The calls to the prompts that judge replies: one for all questions of a case to one judge. Loaded
// only if a case has questions.
import { type CaseChecks, checkVersions } from "../engine/evaluate/cases/case.ts";
import type { CheckLibraries } from "../engine/evaluate/assertions/check-libraries.ts";
import {
  type JudgeAnswers,
  questionsOf,
  readAnswers,
  renderJudge,
  withAnswers,
} from "../engine/evaluate/judge-answers.ts";
import { textOf } from "../engine/evaluate/assertions/judge-assertion.ts";
import { judgeTrial, withPrior } from "../engine/evaluate/judge-trial.ts";
import {
  type CallOutcome,
  type CallProblem,
  isNotRun,
  type TrialRequest,
} from "../engine/evaluate/trials/trial-calls.ts";
import type { JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import { judgeCause } from "../engine/evaluate/unmeasured-cause.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import { referencesOf } from "../engine/model/references.ts";
import { type JudgeOnce, type JudgeSources, type ReplyJudge, versions } from "./reply-judge.ts";

/** What a judge is asked about a reply. */
interface Asking {
  readonly request: TrialRequest;
  readonly questions: number;
  /** The text of the reply. */
  readonly about: string;
}

/** Why a judge cannot be asked. */
type NoAsking = Extract<JudgeAnswers, { readonly problem: string }>;

/** The judge of a run whose cases have questions. */
export function createJudges(
  { calls, findDeployed }: JudgeSources,
  judgeOnce: JudgeOnce,
  libraries: CheckLibraries,
): ReplyJudge {
  /** What a version of the checks asks one of its judges. */
  function askingOf(
    { judges, variables = {}, ...checks }: CaseChecks,
    judge: string,
    trial: Pick<Asking, "request" | "about"> & Pick<TrialRequest, "judgeVersion">,
  ): Asking | NoAsking {
    const prompt = judges?.get(judge);
    if (!prompt) return unfit("The project does not have this prompt.");
    if (referencesOf(prompt.row, prompt.spec).length > 0)
      return unfit("A judge must not have tools.");
    const { about, judgeVersion } = trial;
    const { evaluation, side, trial: number, needsNew = false } = trial.request;
    const questions = questionsOf(checks).get(judge)!;
    const rendering = renderJudge(prompt, questions, { reply: about, variables });
    if ("problem" in rendering) return unfit(rendering.problem);
    const deployed = findDeployed?.({ prompt, tools: [], evaluation: rendering.evaluation });
    if (deployed && "problem" in deployed)
      return { problem: didNotJudge(deployed.problem), cause: "unreadable" };
    const { rendered } = rendering;
    const common = { evaluation, side, trial: number, judge, judgeVersion, rendered, needsNew };
    const request = deployed ? { ...common, deployed } : common;
    return { request, questions: questions.length, about };
  }

  /** The answers of a judge, which is asked once more if they cannot be read. */
  async function answersTo({ request, questions, about }: Asking): Promise<JudgeAnswers> {
    const read = (run: PromptRun): JudgeAnswers => readAnswers(run, { questions, about });
    const isUsable = (run: PromptRun): boolean => "answers" in read(run);
    const ask = async (needsNew: boolean): Promise<JudgeAnswers> => {
      const reply = await calls.call({ ...request, needsNew, isUsable });
      return "problem" in reply ? noReply(reply.problem) : read(reply.run);
    };
    const first = await ask(request.needsNew === true);
    if ("answers" in first || first.reply === undefined) return first;
    const second = await ask(true);
    return "problem" in second && second.reply === undefined ? first : second;
  }

  return {
    judge: async (each, request, call) => {
      const about = replyText(call);
      // Versions with the same judge and questions share its answers.
      const known = new Map<string, Promise<JudgeAnswers>>();
      const shared = async (asking: Asking): Promise<JudgeAnswers> => {
        const key = JSON.stringify(asking.request.rendered);
        const answers = known.get(key) ?? answersTo(asking);
        known.set(key, answers);
        return answers;
      };
      const judgeBy = async (checks: CaseChecks, at: number): Promise<JudgedTrial> => {
        let trial = await judgeOnce(checks, versions[at]!, request, call);
        for (const judge of questionsOf(checks).keys()) {
          if (!isOpen(trial)) return trial;
          const asking = askingOf(checks, judge, { request, about, judgeVersion: versions[at] });
          const answers = "problem" in asking ? asking : await shared(asking);
          trial = withAnswers(checks, trial, judge, answers);
        }
        return trial;
      };
      return withPrior(await Promise.all(checkVersions(each).map(judgeBy)));
    },
    expected: async (trials) => {
      const all: TrialRequest[] = [];
      for (const { checks: each, request } of trials) {
        const kept = await calls.kept(request);
        const about = kept ? replyText(kept) : unknownReply(request);
        for (const [at, checks] of checkVersions(each).entries()) {
          if (kept && !isOpen(judgeTrial(checks, kept, libraries))) continue;
          for (const judge of questionsOf(checks).keys()) {
            const asking = askingOf(checks, judge, { request, about, judgeVersion: versions[at] });
            if (!("problem" in asking)) all.push(asking.request);
          }
        }
      }
      return all;
    },
    mostCalls: (each) => new Set(checkVersions(each).flatMap(judgeContents)).size,
  };
}

/** Equal for versions that share the answers of a judge. */
function judgeContents(checks: CaseChecks): string[] {
  return [...questionsOf(checks)].map(([judge, questions]) =>
    JSON.stringify([checks.judges?.get(judge)?.spec, questions.map(({ question }) => question)]),
  );
}

function didNotJudge(why: string): string {
  return `did not judge: ${why}`;
}

/** For a reason of its own, this version of the checks cannot judge a reply. */
function unfit(why: string): NoAsking {
  return { problem: didNotJudge(why), cause: "unfit" };
}

function noReply(problem: CallProblem): NoAsking {
  const isStopped = isNotRun(problem);
  const cause = judgeCause(problem);
  return { problem: didNotJudge(problem.message), cause, isNotRun: isStopped };
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
