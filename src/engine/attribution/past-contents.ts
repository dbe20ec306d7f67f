// The earlier contents of definitions, by which match recognizes nameless resources that changed.
import { definedVersions } from "../history/held-version.ts";
import { familyOfAddress } from "../history/family-index.ts";
import type { ProjectHistory } from "../history/project-history.ts";
import type { PastContents } from "../match/match-context.ts";
import { memo } from "../model/collections.ts";
import type { Kinds } from "../model/kind.ts";
import type { Address } from "../model/resource.ts";

/** The contents of a definition in the commits of the line, newest first. */
export function createPastContents(kinds: Kinds, history: ProjectHistory): PastContents {
  const followed = new Set(history.commits.flatMap(({ families }) => [...families.keys()]));
  return memo((address: Address) => {
    const family = familyOfAddress(kinds, address);
    if (!followed.has(family)) return [];
    return definedVersions(kinds, history, family, address).map(
      ({ definition }) => definition.content,
    );
  });
}
