// What the other version of a changed evaluation or judge says about a reply, where it differs.
import type { TestAssertion, TestTrial } from "../../generated/types.ts";
import { foundLines } from "./test-reply.ts";

/** The verdicts of the other version that differ; undefined if none does. */
export interface VersionDifference {
  /** `By the version of the head: passed` */
  readonly title: string;
  /** Those that the version of the trial has otherwise, or does not have. */
  readonly assertions: readonly TestAssertion[];
}

/** How the versions differ about the reply of a trial. */
export function versionDifference(trial: TestTrial | undefined): VersionDifference | undefined {
  const other = trial?.otherVersion;
  if (!trial || !other) return undefined;
  const verdicts = new Map(trial.assertions.map(({ summary, verdict }) => [summary, verdict]));
  const assertions = other.assertions.filter(
    ({ summary, verdict }) => verdicts.get(summary) !== verdict,
  );
  const isSame =
    other.outcome === trial.outcome && !assertions.some(({ summary }) => verdicts.has(summary));
  if (isSame) return undefined;
  return { title: `By the version of the ${other.side}: ${other.outcome}`, assertions };
}

/** The difference in lines: the title, then each assertion with its reason and what it found. */
export function versionLines(trial: TestTrial | undefined): string[] {
  const difference = versionDifference(trial);
  if (!difference) return [];
  return [
    difference.title,
    ...difference.assertions.flatMap((each) => [
      `  ${each.summary}: ${each.reason ?? each.verdict}`,
      ...foundLines(each).map((line) => `    ${line}`),
    ]),
  ];
}
