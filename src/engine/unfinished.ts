// Replaces that were cut short: what is noted before one starts, so that a later run knows the
// old one as such and deletes it.
import { digest } from "./json.ts";
import type { Plan } from "./plan.ts";
import type { Address } from "./resource.ts";

/** The old one of a replace, as it was when the replace was about to start. */
export interface Unfinished {
  readonly baseUrl: string;
  readonly kind: string;
  readonly id: string;
  /** What it is replaced for. */
  readonly address: Address;
  /** The digest of its own content, and those of all beneath it. */
  readonly content: string;
  readonly children: readonly string[];
}

/** The old ones of all replaces of a plan. */
export function unfinishedOf({ baseUrl, changes }: Plan): Unfinished[] {
  return changes.flatMap((each) =>
    each.action === "replace"
      ? [
          {
            baseUrl,
            kind: each.kind,
            id: each.id,
            address: each.address,
            content: digest(each.before),
            children: each.beneath.map(({ before }) => digest(before)),
          },
        ]
      : [],
  );
}

/** Whether a thing is as it was noted, or has only lost children. */
export function isAsNoted(
  { content, children }: Unfinished,
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
