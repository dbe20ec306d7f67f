// What a plan says about what prune leaves because of the history.
import { type CommandTarget, commandText } from "../text/command-text.ts";
import { someOf } from "../text/word-lists.ts";
import type { KeptReason, Unmanaged } from "../model/unmanaged.ts";
import { type Address, addressOf } from "../model/resource.ts";
import { addressOfUnmanaged } from "../normalize/observe.ts";

interface KeptOptions {
  readonly prune: boolean;
  readonly target: CommandTarget;
}

/** A note on what prune leaves, because others wrote it last. `reasons`: why, by `kind/id`. */
export function originNotes(
  { prune, target }: KeptOptions,
  unmanaged: readonly Unmanaged[],
  reasons: ReadonlyMap<Address, KeptReason>,
): string[] {
  const kept = unmanaged.filter(({ kind, id }) => reasons.has(addressOf(kind, id)));
  if (!prune || kept.length === 0) return [];
  return [
    `--prune leaves what this project is not known to have written last: ${someOf(kept.map(addressOfUnmanaged))}. To see why: ${commandText("plan --prune --unmanaged", target)}. To have it deleted: name it in scope.`,
  ];
}

/** A note on what prune leaves, because it has an edit that git does not have. */
export function editedNotes(
  { prune, target }: KeptOptions,
  unmanaged: readonly Unmanaged[],
): string[] {
  const edited = unmanaged.filter(({ reason }) => reason.code === "edited");
  if (!prune || edited.length === 0) return [];
  return [
    `--prune leaves what was changed on the service: ${someOf(edited.map(addressOfUnmanaged))}. To define one again: ${commandText("pull --theirs", target)} --target ADDRESS. To have it deleted: name it in scope.`,
  ];
}
