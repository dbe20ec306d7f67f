// The commands of promptctl as the Action calls them. src/cli implements them.
import type { ValidationCounts } from "../views/diagnostics.ts";
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { ApplyResult } from "../views/apply-markdown.ts";
import type { PlanTextOptions } from "../views/plan-text.ts";

export interface ActionCommands {
  readonly kinds: Kinds;
  /** Validates the definitions offline. */
  validate(): Promise<ActionValidation>;
  /** Makes a plan. Throws a Failure if no plan can be made. Only a plan with `write` can be applied. */
  plan(access: "read" | "write"): Promise<ActionPlan>;
}

export interface ActionValidation extends ValidationCounts {
  /** File paths are relative to the top of the checkout. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ActionPlan extends Pick<PlanTextOptions, "folder" | "includedFrom"> {
  readonly plan: Plan;
  /** Equal for two plans with the same changes. */
  readonly digest: string;
  /** What the plan changes, and what a review of the plan permits to change. */
  readonly resourceDigests: readonly string[];
  readonly permittedDigests: readonly string[];
  /** Saves the plan at an absolute path. */
  save(path: string): void;
  /** Applies the plan. Logs each step unless `quiet`. */
  apply(quiet: boolean): Promise<ApplyResult>;
}
