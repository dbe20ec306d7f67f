// The flags of pull, and what it refuses and reports, for files and for a branch.
import { exitCodes, wrongUsage } from "../../engine/model/failure.ts";
import type { PullResult } from "../../engine/export/pull-result.ts";
import { type CommandTarget, commandText } from "../../engine/text/command-text.ts";
import type { Settings } from "../../project/settings/configuration.ts";
import type { PullOptions } from "../../sync/pull/pull-new.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import type { ConnectFlags } from "../connect/connect.ts";
import { pullText, type PullTextOptions } from "../../views/plan/pull-text.ts";
import { type CommandHost, projectPrefix, screenOf } from "../host/command-host.ts";
import { loadDefinitionsAt, openDefinitionsAt } from "../project/definitions-at.ts";
import { createHistoryReader } from "../project/history-reader.ts";
import { openPlanChecks, refuseNewSecrets, secretFiles } from "../project/definition-checks.ts";
import { schemaComments } from "../project/project.ts";
import type { BranchOptions } from "./branch-commits.ts";

export interface PullFlags extends ConnectFlags {
  readonly autoApprove?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly partial?: boolean;
  readonly textFiles?: boolean;
  readonly prune?: boolean;
  readonly target?: readonly string[];
  readonly theirs?: boolean;
  readonly ours?: boolean;
  /** The commit from which the service was changed. */
  readonly from?: string;
  /** The branch that gets the changes in place of the files. */
  readonly branch?: string;
  readonly allowSecrets?: boolean;
}

/** What a pull into the files and one into a branch have in common. */
export async function pullOptions(
  host: CommandHost,
  settings: Settings,
  flags: PullFlags,
  hasHistory = true,
): Promise<BranchOptions> {
  return {
    textFiles: flags.textFiles ?? false,
    prune: flags.prune ?? false,
    target: flags.target ?? [],
    theirs: flags.theirs ?? false,
    ours: flags.ours ?? false,
    from: await definitionsFrom(host, settings, flags),
    schemaComment: schemaComments(settings.root),
    environments: settings.environments,
    history: createHistoryReader(host, settings, { history: hasHistory }),
    checks: await openPlanChecks(host),
  };
}

/** The definitions of the commit that --from names. */
async function definitionsFrom(
  host: CommandHost,
  settings: Settings,
  { from }: PullFlags,
): Promise<PullOptions["from"]> {
  if (from === undefined) return undefined;
  const at = await openDefinitionsAt(host, settings, from);
  const { definitions } = await loadDefinitionsAt(at);
  return { commit: at.commit, definitions };
}

/** Throws a Failure for flags that exclude each other. */
export function refusePullFlags(flags: PullFlags): void {
  refusePruneWithTarget(flags);
  const { ours, theirs, from, branch, prune } = flags;
  if (branch !== undefined && prune)
    throw wrongUsage(
      "prune-on-branch",
      "--prune cannot be used with --branch.",
      "A branch takes over changes. Remove the definitions of missing resources by hand.",
    );
  if (from !== undefined && theirs)
    throw wrongUsage(
      "from-and-theirs",
      "--from cannot be used with --theirs.",
      "--from names the commit from which the service was changed, --theirs takes all that it has.",
    );
  if (ours && theirs)
    throw wrongUsage(
      "both-sides",
      "--ours cannot be used with --theirs.",
      "--ours keeps the values of the files in conflicts, --theirs takes those of the service.",
    );
}

function refusePruneWithTarget({ prune, target = [] }: PullFlags): void {
  if (prune && target.length > 0)
    throw wrongUsage(
      "prune-in-part",
      "--prune cannot be used with --target.",
      "Remove the definitions by hand, or pull everything with --prune.",
    );
}

/**
 * Throws a Failure if the files would get secrets of the service. `target`: undefined where
 * --allow-secrets is not there.
 */
export function refuseSecrets(
  { secrets }: PullResult,
  prefix: string,
  target: CommandTarget | undefined,
): void {
  refuseNewSecrets(secrets, {
    where: secretFiles(secrets, prefix),
    source: "The service has",
    remedy: "Remove it on the service",
    command: target && commandText("pull --allow-secrets", target),
  });
}

/**
 * Prints what a pull changes, and throws a Failure for secrets. Returns the project and the service, for
 * commands in messages.
 */
export function printPulled(
  host: CommandHost,
  settings: Settings,
  { result, baseUrl, extent }: { readonly result: PullResult } & PulledExtent,
  { allowSecrets }: PullFlags,
): CommandTarget {
  const prefix = projectPrefix(host.cwd, settings.root);
  const { environment, directory } = settings;
  const target = { baseUrl, environment: environment?.name, directory };
  host.out(pullText(result, { prefix, ...target, extent }, screenOf(host, "out")));
  if (!allowSecrets) refuseSecrets(result, prefix, target);
  return target;
}

type PulledExtent = Pick<PullTextOptions, "baseUrl" | "extent">;

/** Says what is not written. Returns the exit code. */
export function reportLeftOut(
  host: CommandHost,
  { leftOut, conflicts }: PullResult,
  { partial, from }: PullFlags,
): number {
  if (conflicts.length > 0) {
    const definitions = pluralize(conflicts.length, "definition");
    const baseHint =
      from !== undefined || conflicts.every(({ isBaseKnown }) => isBaseKnown)
        ? ""
        : ". To name the commit that was applied last: --from COMMIT";
    const reason = conflicts.every(({ isKnown }) => isKnown)
      ? "the files and the service changed the same fields"
      : "the files and the service differ, and it is not known whether both changed";
    host.err(
      `\n${definitions} stayed as ${conflicts.length === 1 ? "it is" : "they are"}: ${reason}.\nTo take what the service has: --theirs. To keep what the files have there: --ours${baseHint}\n`,
    );
    return exitCodes.refused;
  }
  if (leftOut.length === 0 || partial) return 0;
  host.err(
    "The files do not hold everything that the service has: see the notes. If that is intended, use --partial.\n",
  );
  return exitCodes.failed;
}
