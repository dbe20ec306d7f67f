// The commands of promptctl as the Action calls them. src/cli implements them.
import type { ValidationCounts } from "../views/text/diagnostics.ts";
import type { LoosenedSetting } from "../engine/environments/loosened-settings.ts";
import type { RemovedDefinition } from "../engine/diff/removed-definitions.ts";
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { TestResult } from "../generated/types.ts";
import type { ApplyResult } from "../views/plan/apply-markdown.ts";
import type { PlanTextOptions } from "../views/plan/plan-text.ts";

export interface ActionCommands {
  readonly kinds: Kinds;
  /** The path of the repository, relative to the workspace: empty, or with a final `/`. */
  readonly repositoryPath: string;
  readonly clone: ActionClone;
  /** Validates the definitions offline. */
  validate(): Promise<ActionValidation>;
  /**
   * Makes a plan. Throws a Failure if no plan can be made. Only a plan with `write` can be applied.
   */
  plan(access: "read" | "write"): Promise<ActionPlan>;
  /**
   * Runs the evaluations. `base`: the commit to compare with if the input base is empty; undefined
   * to find it. Throws a Failure if they cannot run.
   */
  test(base: string | undefined): Promise<ActionTest>;
}

/** What git says about the checkout. The functions throw a Failure if git does not tell. */
export interface ActionClone {
  /** The commit that is checked out. */
  head(): Promise<string>;
  /** Whether HEAD contains the commit that a ref names. */
  isInHead(ref: string): Promise<boolean>;
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
  /** Equal for two plans with the same changes. */
  readonly digest: string;
  /** What the plan changes, and what a review of the plan permits to change. */
  readonly resourceDigests: readonly string[];
  readonly permittedDigests: readonly string[];
  /**
   * Whether another commit has the same files of the project as HEAD. Throws a Failure if the clone
   * lacks the commit.
   */
  hasSameFilesIn(commit: string): Promise<boolean>;
  /** Compares the definitions with those at the base commit of a pull request. */
  compareWithBase(pullRequest: PullRequestFiles): Promise<ComparedWithBase>;
  /** Saves the plan at an absolute path. */
  save(path: string): void;
  /** Applies the plan. Logs each step unless `quiet`. */
  apply(quiet: boolean): Promise<ApplyResult>;
}

/** A file that a pull request changes. Paths are relative to the workspace. */
export interface FileChange {
  /** The path in the pull request; for a deleted file, its earlier path. */
  readonly path: string;
  /** The path at the base commit; undefined for an added file. */
  readonly basePath: string | undefined;
}

/** The files that a pull request changes, and their content at its base commit. */
export interface PullRequestFiles {
  readonly changes: readonly FileChange[];
  /** Reads a file of the base commit. Returns undefined if it cannot be read. */
  read(basePath: string): Promise<Uint8Array | undefined>;
  /** Whether the pull request may change more files. */
  readonly isCut: boolean;
}

export interface ComparedWithBase {
  /** Whether the pull request changes files of the project. */
  readonly isTouched: boolean;
  /** The definitions that the pull request removes. */
  readonly removed: readonly RemovedDefinition[];
  /** The settings that permit more than at the base commit; undefined if that is not known. */
  readonly loosened: readonly LoosenedSetting[] | undefined;
  /**
   * The positions in the plan of the changes to definitions that the pull request does not touch;
   * undefined if that is not known.
   */
  readonly unrelated: readonly number[] | undefined;
  /** The paths at the base commit of changed files that could not be read completely. */
  readonly notCompared: readonly string[];
}
