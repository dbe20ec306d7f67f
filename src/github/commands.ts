// What the Action has done for it: the commands of the tool, as functions. src/cli makes them.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import type { ApplyResult } from "../views/apply-markdown.ts";

export interface ActionCommands {
  readonly kinds: Kinds;
  /** Everything that can be known offline. */
  validate(): Promise<ActionValidation>;
  /** Makes the plan; throws a Failure where there is none. It writes only if it is to be applied. */
  plan(access: "read" | "write"): Promise<ActionPlan>;
}

export interface ActionValidation {
  /** Paths lead from the top of the checkout. */
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions: number;
  readonly files: number;
}

export interface ActionPlan {
  readonly plan: Plan;
  /** Says the same for two plans that do the same. */
  readonly digest: string;
  /** Where the definitions are. */
  readonly folder: string;
  /** The file a text was included from, for a field of a definition. */
  includedFrom(address: Address, pointer: string): string | undefined;
  /** Saves the plan at an absolute path. */
  save(path: string): void;
  /** Carries it out; step by step in the log, or `quiet`. */
  apply(quiet: boolean): Promise<ApplyResult>;
  close(): void;
}
