// The result of a test run.
import type { Address, Definition } from "../model/resource.ts";
import type { CaseResult } from "./case-result.ts";
import type { UntestedPrompt } from "./cases/cases.ts";
import type { GateResult, PromptSuite } from "./gate.ts";
import type { Loosening } from "./loosened.ts";

/** The result of a run, as data. */
export interface TestRun {
  /** The cases that ran, or were selected and could not run, in the order of the definitions. */
  readonly results: readonly CaseResult[];
  /** The number of cases that the change does not affect, and that did not run. */
  readonly unchanged: number;
  /** The evaluations that only the base has. */
  readonly removed: readonly Address[];
  readonly untested: readonly UntestedPrompt[];
  readonly loosened: readonly Loosening[];
  readonly gate: GateResult;
  /** What the rule says about the cases of each prompt together. */
  readonly suites: readonly PromptSuite[];
  /** The prompts of the base by the addresses of the head. */
  readonly basePrompts: ReadonlyMap<Address, Definition>;
}
