// Pairs siblings by their history: a remote resource that equals an earlier content of exactly one
// definition is that definition's, however much the definition has changed since.
import { comparableContent, numberedChildKinds } from "../history/comparable-content.ts";
import { jsonEquals, type JsonObject } from "../model/json.ts";
import { kindNamed } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import type { MatchContext, PastContents } from "./match-context.ts";
import type { Pairs, Siblings } from "./siblings.ts";

/**
 * Pairs definitions with observed resources that equal one of their versions, newer versions first.
 * An empty resource is never paired: many definitions were empty once.
 */
export function pairByHistory(context: MatchContext, { desired, observed }: Siblings): Pairs {
  const { pastContents } = context.options;
  const pairs: Pairs = new Map();
  if (!pastContents || desired.length === 0) return pairs;
  const candidates = observed.map((each) => candidatesOf(context, pastContents, desired, each));
  const ages = candidates.flatMap(({ ages: all }) => [...all.values()]);
  // A pair can make another resource unambiguous: its other candidate is paired then.
  for (const age of [...new Set(ages)].sort((a, b) => a - b))
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const candidate of candidates) {
        const open = [...candidate.ages].filter(([definition]) => !pairs.has(definition));
        const [only, ...others] = open;
        const isPaired = [...pairs.values()].includes(candidate.observed);
        if (!only || others.length > 0 || isPaired || only[1] > age) continue;
        pairs.set(only[0], candidate.observed);
        isChanged = true;
      }
    }
  return pairs;
}

interface Candidates {
  readonly observed: Observed;
  /** The definitions that had this content, and how many newer versions they have. */
  readonly ages: ReadonlyMap<Definition, number>;
}

function candidatesOf(
  context: MatchContext,
  pastContents: PastContents,
  desired: readonly Definition[],
  observed: Observed,
): Candidates {
  const content = contentOf(context, observed);
  if (isEmpty(content)) return { observed, ages: new Map() };
  const ages = desired.flatMap((definition) => {
    const age = pastContents(definition.address).findIndex((past) => jsonEquals(past, content));
    return age < 0 ? [] : [[definition, age] as const];
  });
  return { observed, ages: new Map(ages) };
}

/** The content with that of the numbered children, as history has it. Nameless kinds refer to nothing. */
function contentOf(context: MatchContext, { kind, id, spec }: Observed): JsonObject {
  const children = numberedChildKinds(context.kinds, kind).flatMap((row) =>
    context
      .observedChildren(row.kind, id)
      .map((child) => ({ row, spec: child.spec, children: [] })),
  );
  return comparableContent(
    { row: kindNamed(context.kinds, kind), spec, children },
    () => undefined,
  );
}

function isEmpty(content: JsonObject): boolean {
  return Object.values(content).every((value) => ["{}", "[]"].includes(JSON.stringify(value)));
}
