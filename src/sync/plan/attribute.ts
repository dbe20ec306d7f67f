// Says of each difference where it comes from: which version of its definition the service holds, whether
// an unmanaged resource belongs to this project, and who wrote it last.
import { historyExtent } from "../../engine/history/history-extent.ts";
import { oldCopies } from "../../engine/history/old-copies.ts";
import type { HistoryExtent } from "../../engine/model/held-version.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { addOwnership, explainUncommitted, type Owned } from "./add-ownership.ts";
import { noOrigins } from "./check-origins.ts";
import type { ExplainedRemoval } from "./explain-removals.ts";
import { heldAsReported } from "./held-as-reported.ts";
import {
  type AttributionInput,
  compareWithPast,
  type KnownPast,
  readPast,
  subjectsOf,
} from "./read-past.ts";
import { withReportedWrites } from "./reported-writes.ts";

/** A comparison whose changes say which versions the service holds. */
export interface Attributed extends Owned {
  /** Undefined if no history was needed. */
  readonly history?: HistoryExtent;
  /** The definitions that HEAD has and the files do not, with unmanaged resources. */
  readonly removed: readonly ExplainedRemoval[];
  /** The addresses of deletes that lose nothing. */
  readonly oldCopies: ReadonlySet<Address>;
}

/** Reads no history if the comparison changes and deletes nothing that the service has. */
export async function attribute(input: AttributionInput): Promise<Attributed> {
  const past = await readPast(input);
  if (!past)
    return { ...input.compared, removed: [], oldCopies: new Set<Address>(), origins: noOrigins };
  const owned = await addOwnership(past, compareWithPast(past));
  const reported = await addReported(past, owned);
  return {
    ...reported,
    ...(past.queries.length > 0 && { history: historyExtent(past.history) }),
    oldCopies: copiesIn(past, owned),
    removed: await explainUncommitted(past, reported),
  };
}

/** The changes as the service reports its versions, and with the key that wrote what git does not have. */
async function addReported(past: KnownPast, owned: Owned): Promise<Owned> {
  const { matching, difference } = owned;
  const known = {
    ...past,
    definitions: past.project.definitions,
    matching,
    subjects: subjectsOf(past, matching),
  };
  const asReported = await heldAsReported(known, difference.changes);
  const changes: readonly Change[] = await withReportedWrites(known, asReported);
  return { ...owned, difference: { ...difference, changes } };
}

function copiesIn(past: KnownPast, { matching, difference }: Owned): ReadonlySet<Address> {
  const { comparison, history } = past;
  return oldCopies(difference.changes, subjectsOf(past, matching), comparison, history);
}
