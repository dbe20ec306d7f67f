// What a plan says about what prune leaves because of the history.
import { type CommandTarget, commandText } from "../text/command-text.ts";
import { someOf } from "../text/word-lists.ts";
import type { Unmanaged } from "../model/plan.ts";
import { addressOfUnmanaged } from "../normalize/observe.ts";
import { editedReason } from "./ownership.ts";

/** A note on what prune leaves, because it has an edit that git does not have. */
export function editedNotes(
  { prune, target }: { readonly prune: boolean; readonly target: CommandTarget },
  unmanaged: readonly Unmanaged[],
): string[] {
  const edited = unmanaged.filter(({ reason }) => reason.startsWith(editedReason));
  if (!prune || edited.length === 0) return [];
  return [
    `--prune leaves what was changed on the service: ${someOf(edited.map(addressOfUnmanaged))}. To define one again: ${commandText("pull --theirs", target)} --target ADDRESS. To have it deleted: name it in scope.`,
  ];
}
