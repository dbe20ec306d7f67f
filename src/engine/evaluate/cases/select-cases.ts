// Which cases of a run are run: those that the patterns of the command name, and of them those that
// the change affects.
import { matchesPattern } from "../../text/address-pattern.ts";
import { wrongUsage } from "../../model/failure.ts";
import type { Address } from "../../model/resource.ts";
import { refuseUnmatchedPatterns } from "../../select/unmatched-pattern.ts";
import type { Case } from "./case.ts";

export interface CasePatterns {
  /** Patterns of evaluations or prompts; at most one of the lists is not empty. */
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /**
   * The evaluations to run, for example those that did not pass in the last run; undefined for all.
   */
  readonly only?: ReadonlySet<Address> | undefined;
}

/** The cases that the patterns select. Throws a Failure if a pattern matches no case. */
export function matchingCases<Each extends Case>(
  cases: readonly Each[],
  { target, exclude, only }: CasePatterns,
): Each[] {
  const patterns = [...target, ...exclude];
  const addresses = new Set(cases.flatMap(({ address, prompt }) => [prompt, address]));
  refuseUnmatchedPatterns(
    patterns,
    [...addresses],
    (pattern) => `No evaluation and no prompt with evaluations matches "${pattern}".`,
  );
  const selected = cases.filter((each) => isSelectedTest(each, { target, exclude }));
  if (cases.length > 0 && selected.length === 0)
    throw wrongUsage(
      "nothing-selected",
      "--exclude excludes every evaluation.",
      "Exclude fewer, or name those to run with --target.",
    );
  return selected.filter(({ address }) => only === undefined || only.has(address));
}

/** Whether the patterns of the command select an evaluation of a prompt. */
export function isSelectedTest(
  { address, prompt }: { readonly address: Address; readonly prompt: Address },
  { target, exclude }: Pick<CasePatterns, "target" | "exclude">,
): boolean {
  const matches = (pattern: string): boolean =>
    matchesPattern(pattern, address) || matchesPattern(pattern, prompt);
  return !exclude.some(matches) && (target.length === 0 || target.some(matches));
}

/** Whether the patterns select a prompt without evaluations. */
export function isSelectedPrompt(prompt: Address, patterns: CasePatterns): boolean {
  return patterns.only === undefined && isSelectedTest({ address: prompt, prompt }, patterns);
}

export interface CaseSelection {
  /** Unaffected cases too. */
  readonly all: boolean;
}

/** The cases to run, in their order. The others are unchanged. */
export function selectCases<Each extends Case>(
  cases: readonly Each[],
  { all }: CaseSelection,
): Each[] {
  return cases.filter(({ basis }) => all || basis !== "unchanged");
}
