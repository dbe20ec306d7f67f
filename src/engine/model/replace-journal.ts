// Entries of the replace journal (.promptctl/unfinished.json): resources that an apply is about to
// delete because another one takes their place. A later run uses them to finish an interrupted apply.
import type { Address } from "./resource.ts";

/** The old one of a replace, or a second copy, as it was when the plan was about to be carried out. */
export interface JournalEntry {
  readonly baseUrl: string;
  readonly kind: string;
  readonly id: string;
  /** What it gives way to, and the digest of what that will say. */
  readonly address: Address;
  readonly becomes: string;
  /** The digest of its own content, and those of all beneath it. */
  readonly content: string;
  readonly children: readonly string[];
}

/** Whether a thing is as it was noted, or has only lost children. */
export function matchesEntry(
  { content, children }: JournalEntry,
  now: { readonly content: string; readonly children: readonly string[] },
): boolean {
  const left = [...children];
  return (
    now.content === content &&
    now.children.every((each) => {
      const index = left.indexOf(each);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    })
  );
}
