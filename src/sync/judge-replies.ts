// Judges the replies of a test run: by the assertions and the checks of a case, then by other
// prompts, if these can still change its outcome. Packages are loaded only where a case needs them.
import { memo } from "../engine/model/collections.ts";
import {
  type CaseChecks,
  checkVersions,
  type CheckVersions,
  hasQuestions,
} from "../engine/evaluate/cases/case.ts";
import {
  type CheckLibraries,
  needsJsonPaths,
  needsPatterns,
  needsSchemas,
} from "../engine/evaluate/assertions/check-libraries.ts";
import type { CaseSide } from "../engine/evaluate/cases/cases.ts";
import { checkLine, isCommandVerdict, withOutcomes } from "../engine/evaluate/judge-commands.ts";
import type { CheckOutcome } from "../engine/evaluate/trials/command-lines.ts";
import type { CallOutcome, TrialRequest } from "../engine/evaluate/trials/trial-calls.ts";
import type { AssertionSpec, JudgedTrial } from "../engine/evaluate/trials/trial.ts";
import type { JsonObject } from "../engine/model/json.ts";
import { judgeTrial, withPrior } from "../engine/evaluate/judge-trial.ts";
import type { CommandSources } from "./command-sources.ts";
import { type JudgeOnce, type JudgeSources, type ReplyJudge, versions } from "./reply-judge.ts";

/** `libraries`: those that the cases need. */
export async function openReplyJudge(
  sources: JudgeSources,
  cases: readonly CheckVersions[],
  libraries: CheckLibraries,
): Promise<ReplyJudge> {
  const ask = sources.commands && askOnce(sources.commands);
  const judgeOnce: JudgeOnce = async (checks, version, request, call) => {
    const trial = judgeTrial(checks, call, libraries);
    return ask ? withCommands({ checks, version, request, ask: ask(call) }, trial) : trial;
  };
  if (cases.flatMap(checkVersions).some(hasQuestions))
    return (await import("./judges.ts")).createJudges(sources, judgeOnce, libraries);
  return {
    judge: async (each, request, call) =>
      withPrior(
        await Promise.all(
          checkVersions(each).map((checks, at) => judgeOnce(checks, versions[at]!, request, call)),
        ),
      ),
    expected: async () => [],
    mostCalls: () => 0,
  };
}

/** Returns, for a reply, a function that asks each program once: both versions of a check can run the same. */
function askOnce({ ask, hasBaseCode }: NonNullable<JudgeSources["commands"]>) {
  const known = new WeakMap<CallOutcome, Map<string, Promise<CheckOutcome>>>();
  return (call: CallOutcome): CommandSources["ask"] => {
    const answers = known.get(call) ?? new Map<string, Promise<CheckOutcome>>();
    known.set(call, answers);
    return (words, version, line) => {
      const code = hasBaseCode ? version : "head";
      const key = JSON.stringify([code, words, line.evaluation, line.name]);
      const answer = answers.get(key) ?? ask(words, code, line);
      answers.set(key, answer);
      return answer;
    };
  };
}

interface Asking {
  readonly checks: CaseChecks;
  readonly version: CaseSide;
  readonly request: TrialRequest;
  readonly ask: CommandSources["ask"];
}

/** The trial with what the programs of its checks say about the reply. */
async function withCommands(
  { checks, version, request: { line, evaluation }, ask }: Asking,
  trial: JudgedTrial,
): Promise<JudgedTrial> {
  const { call, verdicts } = trial;
  const commands = verdicts.filter(isCommandVerdict);
  if ("problem" in call || !line || commands.length === 0) return trial;
  const outcomes = await Promise.all(
    commands.map(async (each) => {
      const about = checkLine(line(), evaluation, each, call);
      return [each, await ask(each.assertion.run, version, about)] as const;
    }),
  );
  return withOutcomes(checks, trial, new Map(outcomes));
}

/** Loads what assertions and checks need. Those that are wrong are not measured. */
export async function loadLibraries(
  specs: readonly (AssertionSpec | JsonObject)[],
): Promise<CheckLibraries> {
  const paths = specs.some(needsJsonPaths)
    ? { jsonPaths: await import("../engine/text/json-path.ts") }
    : {};
  if (!specs.some(needsPatterns)) return paths;
  const { compilePattern: compile } = await import("../engine/text/linear-pattern.ts");
  const [exact, ignoringCase] = [false, true].map((ignoreCase) =>
    memo((pattern: string) => compile(pattern, { ignoreCase })),
  );
  const compilePattern: typeof compile = (pattern, { ignoreCase = false } = {}) =>
    (ignoreCase ? ignoringCase : exact)!(pattern);
  if (!specs.some(needsSchemas)) return { ...paths, compilePattern };
  const { compileSchema } = await import("../engine/validate/reply-schema.ts");
  return {
    ...paths,
    compilePattern,
    compileSchema: memo((text) => compileSchema(text, compilePattern)),
  };
}
