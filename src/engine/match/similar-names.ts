// Definitions that would be created although the service has a resource whose name differs only in
// what services change when they store a name: upper case, blanks, Unicode forms and length. Such a
// service would store each new copy with the changed name, so that every apply would create one more.
import { groupBy } from "../model/collections.ts";
import { isObject, type Json, jsonEquals } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import { referencesOf } from "../model/references.ts";
import { similarName } from "../refusals/name-refusals.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { referencedIds } from "../normalize/observe.ts";
import type { MatchContext } from "./match-context.ts";
import type { Claims } from "./match-pins.ts";

/** Refuses unmatched definitions for which an unmatched remote resource has a similar name. */
export function refuseSimilarNames(
  context: MatchContext,
  row: Kind,
  definitions: readonly Definition[],
  claims: Claims,
): void {
  const created = definitions.filter(
    (each) => !each.external && !claims.has(each) && !context.isRefused(each.address),
  );
  if (created.length === 0) return;
  const observed = context.observed(row.kind);
  const claimed = new Set(claims.values());
  const unclaimed = observed.filter((each) => !claimed.has(each));
  if (unclaimed.length === 0) return;
  const byName = groupBy(unclaimed, ({ name }) => comparableName(name!));
  const longest = Math.max(...observed.map(({ name }) => comparableName(name!).length));
  for (const desired of created) {
    const [same] = byName.get(comparableName(desired.name!)) ?? [];
    const similar = same ?? cutCopy(context, desired, { row, byName, longest });
    if (!similar) continue;
    context.setAddress(row.kind, similar.id, desired.address);
    context.refuse(similarName(desired, similar));
  }
}

/** The remote resources of a kind without a definition. */
interface Unclaimed {
  readonly row: Kind;
  /** By `comparable` name. */
  readonly byName: ReadonlyMap<string, readonly Observed[]>;
  /** The length of the longest name that the service has. */
  readonly longest: number;
}

/**
 * The copy of a definition with a cut name: no other name on the service is longer (`longest`),
 * nothing refers to it, and all other fields are those of the definition.
 */
function cutCopy(
  context: MatchContext,
  desired: Definition,
  { row, byName, longest }: Unclaimed,
): Observed | undefined {
  const name = comparableName(desired.name!);
  const cut = name.slice(0, longest).trimEnd();
  const candidates = cut === name ? [] : (byName.get(cut) ?? []);
  if (candidates.length === 0) return undefined;
  const referenced = referencedIds(context.kinds, context.responses, row.kind);
  return candidates.find((each) => !referenced.has(each.id) && hasSameContent(row, desired, each));
}

/** Whether the references are equal, and all texts as this definition's texts are stored. */
function hasSameContent(row: Kind, desired: Definition, observed: Observed): boolean {
  const [sent, stored] = [desired, observed].map(({ spec }) => canonicalForm(row.shape, spec));
  return (
    jsonEquals(referencesOf(row, sent!), referencesOf(row, stored!)) && isNormalized(sent!, stored!)
  );
}

/** Whether a service that changes case, blanks, Unicode forms and length can store a value like this. */
function isNormalized(sent: Json, stored: Json | undefined): boolean {
  if (typeof sent === "string")
    return typeof stored === "string" && comparableName(sent).startsWith(comparableName(stored));
  if (Array.isArray(sent))
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((item: Json, index) => isNormalized(item, stored[index] as Json))
    );
  if (!isObject(sent)) return sent === stored;
  return (
    isObject(stored) &&
    Object.keys(sent).length === Object.keys(stored).length &&
    Object.entries(sent).every(([key, value]) => isNormalized(value, stored[key]))
  );
}

/** Equal for texts that differ only in upper case, blanks and Unicode forms. */
function comparableName(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
