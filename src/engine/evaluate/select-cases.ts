// Which cases of a run are run.
import type { Case } from "./case.ts";

export interface CaseSelection {
  /** Unaffected cases too. */
  readonly all: boolean;
  /** All cases of a prompt with a case that runs: a score needs them. */
  readonly wholePrompts: boolean;
}

/** The cases to run, in their order. The others are unchanged. */
export function selectCases<Each extends Case>(
  cases: readonly Each[],
  { all, wholePrompts }: CaseSelection,
): Each[] {
  if (all) return [...cases];
  const affected = cases.filter(({ basis }) => basis !== "unchanged");
  if (!wholePrompts) return affected;
  const prompts = new Set(affected.map(({ prompt }) => prompt));
  return cases.filter(({ prompt }) => prompts.has(prompt));
}
