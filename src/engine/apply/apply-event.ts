// The progress of an apply, as events.
import type { Failure } from "../model/failure.ts";
import type { Step } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import type { Wait } from "../model/ports.ts";
import type { IdsByAddress } from "./id-registry.ts";
import type { IncompleteChange } from "./incomplete-changes.ts";

export type ApplyEvent =
  | StepEvent
  | ({ readonly type: "finished"; readonly ids: IdsByAddress } & ApplySummary);

export type StepEvent =
  | { readonly type: "started"; readonly step: Step }
  | ({ readonly type: "waiting"; readonly step: Step } & Wait)
  | ({
      readonly type: "succeeded";
      readonly step: Step;
      readonly milliseconds: number;
    } & StepResult)
  | { readonly type: "failed"; readonly step: Step; readonly error: Failure }
  | {
      readonly type: "skipped";
      readonly step: Step;
      /** The address of the failed step. */
      readonly failedAddress: Address;
      /** The number of skipped steps so far, this one included. */
      readonly skipped: number;
    };

/** The result of a step. */
export interface StepResult {
  /** The id of the resource. */
  readonly id: string;
}

/** The result of an apply. */
export interface ApplySummary {
  readonly counts: ApplyCounts;
  /** Whether the remaining steps were not started because the service did not answer. */
  readonly unavailable: boolean;
  /** Whether a step failed because its resource was changed on the service after the plan. */
  readonly changedSincePlan?: boolean;
  readonly incomplete: readonly IncompleteChange[];
  /** Resources of others with the names of resources that this apply created. */
  readonly sameNames: readonly SameName[];
  /** Why the service could not be listed for them. */
  readonly sameNamesUnknown?: Failure;
}

/** A resource that appeared during an apply with the name of a resource that the apply created. */
export interface SameName {
  /** The created resource. */
  readonly address: Address;
  readonly id: string;
  readonly otherId: string;
  /**
   * Whether their contents are equal. If not, the next plan is refused and shows the pins to add.
   */
  readonly isDuplicate: boolean;
  /** Whether apply --prune deletes one of them. */
  readonly deletedByPrune: boolean;
}

/** Numbers of steps. */
interface ApplyCounts {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notStarted: number;
}
