// The commands of promptctl as the Action calls them. src/cli implements them.
import type { NewBranch } from "../io/git/put-branch.ts";
import type { ValidationCounts } from "../views/text/diagnostics.ts";
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Atom } from "../engine/review/atoms.ts";
import type { TestResult } from "../generated/types.ts";
import type { ApplyResult } from "../views/apply/apply-markdown.ts";
import type { PlanTextOptions } from "../views/plan/plan-text.ts";
import type { PullRequestReport } from "../views/plan/pull-request-sections.ts";

export interface ActionCommands {
  readonly kinds: Kinds;
  readonly clone: ActionClone;
  /** Validates the definitions offline. */
  validate(): Promise<ActionValidation>;
  /**
   * Makes a plan. Throws a Failure if no plan can be made.
   */
  plan(options: ActionPlanOptions): Promise<ActionPlan>;
  /**
   * Runs the evaluations. `base`: the commit to compare with if the input base is empty; undefined
   * to find it. Throws a Failure if they cannot run.
   */
  test(base: string | undefined): Promise<ActionTest>;
  /** Merges what the service has with HEAD. Throws a Failure if it cannot be written. */
  driftBranch(): Promise<ActionBranch>;
}

/** The commits that take over what the service has. */
export interface ActionBranch {
  /** Undefined if there is nothing to take over. */
  readonly branch: Omit<NewBranch, "name"> | undefined;
  /** The definitions that stay as they are, with the fields that both sides changed. */
  readonly conflicts: readonly {
    readonly address: string;
    readonly fields: readonly string[];
  }[];
}

export interface ActionPlanOptions {
  /** Only a plan with `write` can be applied. */
  readonly access: "read" | "write";
  /** What the plan of a proposed commit is compared with; undefined for other commits. */
  readonly comparedWith?: ActionComparison | undefined;
}

interface ActionComparison {
  /** The warnings of validate. */
  readonly diagnostics: readonly Diagnostic[];
  /** The commit to compare with; undefined to find it. */
  readonly base: string | undefined;
}

/** What git says about the checkout. The functions throw a Failure if git does not tell. */
export interface ActionClone {
  /** The commit that is checked out. */
  head(): Promise<string>;
  /** Whether HEAD contains the commit that a ref names. */
  isInHead(ref: string): Promise<boolean>;
  /** Whether a commit contains HEAD; undefined if the clone lacks the commit. */
  hasHead(commit: string): Promise<boolean | undefined>;
  /** The commit of a branch of the remote, if it is newer than HEAD. */
  newerCommit(branch: string): Promise<string | undefined>;
}

export interface ActionTest {
  readonly result: TestResult;
  /** Saves a report of a result at an absolute path, in the format of its ending. */
  save(result: TestResult, path: string): void;
}

export interface ActionValidation extends ValidationCounts {
  /** File paths are relative to the workspace. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ActionPlan extends Pick<PlanTextOptions, "folder" | "includedFrom"> {
  readonly plan: Plan;
  /** What the pull request changes besides; undefined if it was not asked for. */
  readonly pullRequest?: PullRequestReport | undefined;
  /** Equal for two plans with the same changes. */
  readonly digest: string;
  /** What the plan does. A review of it permits this, and what is held back. */
  readonly atoms: readonly Atom[];
  readonly heldBackAtoms: readonly Atom[];
  /**
   * Whether another commit has the same files of the project as HEAD. Throws a Failure if the clone
   * lacks the commit.
   */
  hasSameFilesIn(commit: string): Promise<boolean>;
  /** Saves the plan at an absolute path. */
  save(path: string): void;
  /** Applies the plan. Logs each step unless `quiet`. */
  apply(quiet: boolean): Promise<ApplyResult>;
}
