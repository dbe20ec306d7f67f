// Which files a change in some files may concern: warnings about two definitions can come of either.
import { type Kinds, kindNamed } from "../engine/kind.ts";
import type { Address } from "../engine/resource.ts";
import type { Project } from "./load.ts";

/**
 * The changed files; those whose definitions stand beneath theirs or refer to them, and so on; and
 * those that hold what theirs stand beneath or refer to.
 */
export function nearFiles(
  kinds: Kinds,
  { definitions, sources }: Project,
  isChanged: (file: string) => boolean,
): Set<string> {
  const fileOf = (address: Address): string => sources.get(address)!.draft.document.file;
  const needs = definitions.flatMap(({ address, kind, parent, spec }) => {
    const { references } = kindNamed(kinds, kind);
    const named = references.flatMap(({ field }) => (spec[field] ?? []) as readonly Address[]);
    return [...named, ...(parent === undefined ? [] : [parent])]
      .filter((each) => sources.has(each))
      .map((each) => ({ from: fileOf(address), to: fileOf(each) }));
  });
  const near = new Set([...sources.keys()].map(fileOf).filter(isChanged));
  const needed = needs.filter(({ from }) => near.has(from)).map(({ to }) => to);
  for (let before = -1; before < near.size;) {
    before = near.size;
    for (const { from, to } of needs) if (near.has(to)) near.add(from);
  }
  return new Set([...near, ...needed]);
}
