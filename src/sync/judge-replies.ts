// Judges the replies of a test run: by the assertions and the checks of a case, then by other
// prompts, if these can still change its outcome. Packages are loaded only where a case needs them.
import { memo } from "../engine/model/collections.ts";
import { type CheckVersions, hasQuestions, checkVersions } from "../engine/evaluate/cases/case.ts";
import {
  type CheckLibraries,
  needsJsonPaths,
  needsPatterns,
  needsSchemas,
} from "../engine/evaluate/assertions/check-libraries.ts";
import type { AssertionSpec } from "../engine/evaluate/trials/trial.ts";
import type { JsonObject } from "../engine/model/json.ts";
import { judgeTrial, withPrior } from "../engine/evaluate/judge-trial.ts";
import type { JudgeSources, ReplyJudge } from "./reply-judge.ts";

/** `libraries`: those that the cases need. */
export async function openReplyJudge(
  sources: JudgeSources,
  cases: readonly CheckVersions[],
  libraries: CheckLibraries,
): Promise<ReplyJudge> {
  if (cases.flatMap(checkVersions).some(hasQuestions))
    return (await import("./judges.ts")).createJudges(sources, libraries);
  return {
    judge: async (each, _request, call) =>
      withPrior(checkVersions(each).map((checks) => judgeTrial(checks, call, libraries))),
    expected: async () => [],
    mostCalls: () => 0,
  };
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
