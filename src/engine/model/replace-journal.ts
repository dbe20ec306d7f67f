// Entries of the replace journal (.promptctl/unfinished.json): resources that an apply is about to
// delete, in several calls or because another one takes their place. A later run uses them to finish an
// interrupted apply.
import type { Address } from "./resource.ts";

/** The old resource of a replace, a duplicate or a pruned resource, as it was before the apply. */
export interface JournalEntry {
  readonly baseUrl: string;
  readonly kind: string;
  readonly id: string;
  /** The address of the resource that replaces it; undefined for a pruned one. */
  readonly address?: Address | undefined;
  /** The digest of the planned content of that resource. */
  readonly replacementDigest?: string | undefined;
  /** The digests of its own content and of its children. */
  readonly content: string;
  readonly children: readonly string[];
}

/** Whether a resource is unchanged since the entry was written, or has only lost children. */
export function matchesEntry(
  { content, children }: JournalEntry,
  current: { readonly content: string; readonly children: readonly string[] },
): boolean {
  const remaining = [...children];
  return (
    current.content === content &&
    current.children.every((child) => {
      const index = remaining.indexOf(child);
      if (index >= 0) remaining.splice(index, 1);
      return index >= 0;
    })
  );
}
