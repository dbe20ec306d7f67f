// Which cases of a run are run: those that the patterns of the command name, and of them those that
// the change affects.
import { matchesPattern } from "../../text/address-pattern.ts";
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
  const isNamed = (each: Each): boolean => patterns.some((pattern) => matchesCase(pattern, each));
  return cases
    .filter((each) => patterns.length === 0 || isNamed(each) === target.length > 0)
    .filter(({ address }) => only === undefined || only.has(address));
}

/** Whether the patterns select a prompt without evaluations. */
export function isSelectedPrompt(
  prompt: Address,
  { target, exclude, only }: CasePatterns,
): boolean {
  const matches = (pattern: string): boolean => matchesPattern(pattern, prompt);
  if (only !== undefined || exclude.some(matches)) return false;
  return target.length === 0 || target.some(matches);
}

function matchesCase(pattern: string, { address, prompt }: Case): boolean {
  return matchesPattern(pattern, address) || matchesPattern(pattern, prompt);
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
