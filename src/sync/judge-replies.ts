// Judges the replies of a test run: by the assertions and the checks of a case, then by other
// prompts, if these can still change its outcome. Packages are loaded only where a case needs them.
import { memo } from "../engine/model/collections.ts";
import type { CaseChecks } from "../engine/evaluate/case.ts";
import {
  type CheckLibraries,
  needsPatterns,
  needsSchemas,
} from "../engine/evaluate/check-libraries.ts";
import { judgeTrial } from "../engine/evaluate/judge-trial.ts";
import type { JudgeSources, ReplyJudge } from "./reply-judge.ts";

/** Loads what the cases need. Throws nothing for checks that are wrong: these are not measured. */
export async function openReplyJudge(
  sources: JudgeSources,
  cases: readonly CaseChecks[],
): Promise<ReplyJudge> {
  const libraries = await loadLibraries(cases);
  const hasQuestions = cases.some(({ assertions }) =>
    assertions.some(({ spec }) => "question" in spec),
  );
  if (hasQuestions) return (await import("./judges.ts")).createJudges(sources, libraries);
  return {
    judge: async (checks, _request, call) => judgeTrial(checks, call, libraries),
    expected: async () => [],
    mostCalls: () => 0,
  };
}

async function loadLibraries(cases: readonly CaseChecks[]): Promise<CheckLibraries> {
  const specs = cases.flatMap(({ assertions }) => assertions.map(({ spec }) => spec));
  if (!specs.some(needsPatterns)) return {};
  const { compilePattern: compile } = await import("../engine/text/linear-pattern.ts");
  const [exact, ignoringCase] = [false, true].map((ignoreCase) =>
    memo((pattern: string) => compile(pattern, { ignoreCase })),
  );
  const compilePattern: typeof compile = (pattern, { ignoreCase = false } = {}) =>
    (ignoreCase ? ignoringCase : exact)!(pattern);
  if (!specs.some(needsSchemas)) return { compilePattern };
  const { compileSchema } = await import("../engine/validate/reply-schema.ts");
  return { compilePattern, compileSchema: memo((text) => compileSchema(text, compilePattern)) };
}
