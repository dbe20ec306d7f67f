// The flags of plan and apply, and the values that they give a plan.
import { wrongUsage } from "../../engine/model/failure.ts";
import type { PlanValues } from "../../engine/review/plan-document.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { type CommandHost, isCi } from "../host/command-host.ts";

export interface PlanFlags extends ConnectFlags {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly prune?: boolean | undefined;
  readonly allowMassDelete?: boolean;
  /** Includes what the environment of `after` does not hold. */
  readonly allowUnpromoted?: boolean;
  /** Address patterns whose resources may be overwritten. */
  readonly overwrite?: readonly string[];
  /** False with --no-history. */
  readonly history?: boolean;
  readonly unmanaged?: boolean;
  readonly full?: boolean;
  /** The commit, tag or branch whose definitions are used. */
  readonly ref?: string | undefined;
  /** The file to save the plan to. */
  readonly out?: string;
}

/** Throws a Failure for flags that exclude each other. */
export function refuseContradictingFlags({
  target = [],
  exclude = [],
  prune,
  ref,
}: PlanFlags): void {
  if (prune && ref !== undefined)
    throw wrongUsage(
      "prune-at-ref",
      "--prune cannot be used with --ref.",
      "Older definitions lack what was added since: --prune would delete it.",
    );
  if (target.length > 0 && exclude.length > 0)
    throw wrongUsage("target-and-exclude", "--target and --exclude cannot be used together.");
  if (prune && target.length + exclude.length > 0)
    throw wrongUsage(
      "prune-in-part",
      "--prune cannot be used with --target or --exclude.",
      "Unmanaged resources can only be determined from all definitions: use --prune without them.",
    );
}

/** Whether a plan is for all definitions of the files, so that it can have --prune. */
export function isForAll({ target = [], exclude = [], ref }: PlanFlags): boolean {
  return target.length + exclude.length === 0 && ref === undefined;
}

/** Whether a plan deletes unmanaged resources. */
export function isPruning(settings: Settings, flags: PlanFlags): boolean {
  return isForAll(flags) && (flags.prune ?? settings.prune);
}

/** The values that shape a plan. `reviewed`: those of a saved plan that limits it. */
export function planValues(
  { env }: CommandHost,
  settings: Settings,
  flags: PlanFlags,
  reviewed: { readonly lacksScope: boolean } | undefined,
): PlanValues {
  const { target = [], exclude = [], overwrite = [], history = true } = flags;
  return {
    target,
    exclude,
    overwrite,
    history,
    prune: isPruning(settings, flags),
    allowMassDelete: flags.allowMassDelete ?? false,
    allowUnpromoted: flags.allowUnpromoted ?? false,
    lacksScope: reviewed ? reviewed.lacksScope : isCi(env) && !settings.hasScope,
  };
}

/** A note if the flags switch `prune` of promptctl.yaml off. */
export function pruneNotes(settings: Settings, flags: PlanFlags): string[] {
  if (!settings.prune || isPruning(settings, { ...flags, prune: true })) return [];
  const reason = flags.ref === undefined ? "--target and --exclude" : "--ref";
  return [`prune: true in promptctl.yaml is ignored with ${reason}.`];
}
