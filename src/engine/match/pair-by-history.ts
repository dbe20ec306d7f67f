// Pairs siblings by their history: a remote resource that equals an earlier content of exactly one
// definition is that definition's, however much the definition has changed since.
import { comparableContent, numberedChildKinds } from "../normalize/comparable-content.ts";
import { canonicalJson, type JsonObject } from "../model/json.ts";
import { type ByContent, type Kinds } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import type { MatchContext } from "./match-context.ts";
import type { Pairs, Siblings } from "./siblings.ts";

/**
 * Pairs observed resources with the definitions that last had their content, the newest contents
 * first. A resource that several definitions had at once waits until the others are paired. An empty
 * resource is never paired: many definitions were empty once.
 */
export function pairByHistory(
  context: MatchContext,
  { desired, observed }: Siblings,
  { pair: { parts } }: ByContent,
): Pairs {
  const pairs: Pairs = new Map();
  if (!context.options.past || desired.length === 0) return pairs;
  let open = observed
    .flatMap((each) => candidateOf(context, desired, each, parts) ?? [])
    .sort((a, b) => a.age - b.age);
  const ownersOf = ({ owners }: Candidate): Definition[] =>
    owners.filter((owner) => !pairs.has(owner));
  for (;;) {
    const next = open.find((each) => ownersOf(each).length === 1);
    if (!next) return pairs;
    pairs.set(ownersOf(next)[0]!, next.observed);
    open = open.filter((each) => each !== next);
  }
}

interface Candidate {
  readonly observed: Observed;
  /** The definitions that had this content in the newest commit that has it. */
  readonly owners: readonly Definition[];
  /** The number of commits since. */
  readonly age: number;
}

function candidateOf(
  context: MatchContext,
  desired: readonly Definition[],
  observed: Observed,
  parts: readonly string[],
): Candidate | undefined {
  const content = contentWithChildren(context, observed);
  if (isEmpty(context.kinds, observed.row.kind, content, parts)) return undefined;
  const { row, parent } = desired[0]!;
  const found = context.options.past!.ownersOf({ kind: row.kind, parent: parent! }, content);
  if (!found) return undefined;
  const owners = desired.filter(({ address }) => found.addresses.has(address));
  return { observed, owners, age: found.age };
}

/** The content with that of the numbered children, as history has it. Nameless kinds refer to nothing. */
function contentWithChildren(context: MatchContext, { row, id, spec }: Observed): JsonObject {
  const children = numberedChildKinds(context.kinds, row.kind).flatMap(({ kind }) =>
    context
      .observedChildren(kind, id)
      .map((child) => ({ row: child.row, spec: child.spec, children: [] })),
  );
  return comparableContent({ row, spec, children }, () => undefined);
}

/** Whether all parts by which resources are similar are empty. */
function isEmpty(
  kinds: Kinds,
  kind: string,
  content: JsonObject,
  parts: readonly string[],
): boolean {
  const fields = parts.flatMap((part) =>
    part === "children" ? numberedChildKinds(kinds, kind).map(({ plural }) => plural) : [part],
  );
  return fields.every((field) => ["{}", "[]"].includes(canonicalJson(content[field] ?? [])));
}
