// Selects the differences that pull writes into the files: those that --target names, without those
// where the files are ahead.
import type { Change, Plan, Unmanaged } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import { selectDifferences, withReferred } from "../../engine/select/select-pulled.ts";
import { findFilesAhead, nothingAhead } from "./files-ahead.ts";
import type { Planned } from "../plan/plan.ts";
import { aheadNote, removedNote, unknownNotes } from "./pull-messages.ts";
import type { PullContext } from "./pull-new.ts";

export interface PullSelection {
  /** The plan with only the changes and unmanaged resources that pull writes into the files. */
  readonly plan: Plan;
  /** The other changes. */
  readonly rest: readonly Change[];
  /** Whether a resource without a definition stays without one. */
  isLeft(this: void, kind: string, id: string): boolean;
  /** Sentences about the definitions that are ahead of the service. */
  readonly notes: readonly string[];
}

/** Throws a Failure if a pattern of --target matches nothing. */
export async function selectPulled(
  context: PullContext,
  planned: Required<Planned>,
): Promise<PullSelection> {
  const { kinds, options } = context;
  const { plan, planInput } = planned;
  const { definitions, matching } = planInput;
  const selected = selectDifferences(kinds, definitions, plan, options.target);
  const sources = { kinds, history: options.history };
  const ahead = options.theirs ? nothingAhead : await findFilesAhead(sources, planned, selected);
  const changes = selected.changes.filter((change) => !ahead.changes.has(change));
  const isAsked = ({ parent }: Unmanaged): boolean =>
    !options.isForBranch || options.target.length > 0 || parent !== undefined;
  const unmanaged = selected.unmanaged.filter((each) => !ahead.removed.has(each) && isAsked(each));
  const taken = withReferred(kinds, matching, { changes, unmanaged }, plan.unmanaged);
  const isChanged = new Set(changes);
  const left = new Set<Address>(
    plan.unmanaged
      .filter((each) => !taken.has(each))
      .map(({ kind, id }) => remoteAddress(kind, id)),
  );
  return {
    plan: { ...plan, changes, unmanaged: plan.unmanaged.filter((each) => taken.has(each)) },
    rest: plan.changes.filter((change) => !isChanged.has(change)),
    isLeft: (kind, id) => left.has(remoteAddress(kind, id)),
    notes: [
      ...[...ahead.versions].map(([address, version]) => aheadNote(address, version)),
      ...[...ahead.removed]
        .filter(([each]) => !taken.has(each))
        .map(([each, version]) => removedNote(each, version)),
      ...(options.theirs || options.from ? [] : unknownNotes(changes, plan.history)),
    ],
  };
}
