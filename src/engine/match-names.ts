// Matching of things that have names: a pin, else the name, else an earlier name.
import { groupBy } from "./collect.ts";
import type { Kind } from "./kind.ts";
import { fateOf, type Work } from "./matching.ts";
import { usedIds } from "./observe.ts";
import type { Refusal } from "./plan.ts";
import type { Address, Definition, Observed } from "./resource.ts";

/** Matches every definition of a kind by name; the rest is unmanaged, double or refused. */
export function matchNames(work: Work, row: Kind): void {
  const observed = work.observed(row.kind);
  const defined = work.definitions.filter((each) => each.kind === row.kind);
  const claims = pinned(work, defined, observed);
  const taken = new Set(claims.values());
  const free = groupBy(
    observed.filter((each) => !taken.has(each)),
    (each) => each.name!,
  );
  const holders = groupBy(
    defined.filter((each) => !(each.address in work.options.pins)),
    (each) => each.name!,
  );
  const doubles = new Map<Observed, Address>();
  for (const [name, wanting] of holders) {
    const candidates = free.get(name) ?? [];
    for (const [desired, found] of choose(work, row, wanting, candidates, doubles))
      claims.set(desired, found);
  }
  renamed(work, defined, claims, free);
  pinnedOthers(work, defined, claims);
  const settled = settle(work, row, defined, claims, doubles);
  for (const each of observed)
    if (!settled.has(each)) {
      const of = doubles.get(each);
      work.extras.push({
        row,
        observed: each,
        ...(of ? { reason: "double", of } : { reason: "unmanaged" }),
      });
    }
}

type Claims = Map<Definition, Observed>;

/** What the configuration says which remote thing is. */
function pinned(work: Work, defined: readonly Definition[], observed: readonly Observed[]): Claims {
  const claims: Claims = new Map();
  const byId = new Map<string, Definition>();
  for (const desired of defined) {
    const id = work.options.pins[desired.address];
    if (id === undefined) continue;
    const found = observed.find((each) => each.id === id);
    const other = byId.get(id);
    byId.set(id, desired);
    if (found && !other) claims.set(desired, found);
    else if (other)
      refuse(
        work,
        "pin-twice",
        [desired.address, other.address],
        `${other.address} and ${desired.address} are both pinned to ${id}.`,
        "Correct pins in promptctl.yaml: each id belongs to one address.",
      );
    else
      refuse(
        work,
        "pin-absent",
        [desired.address],
        `${desired.address} is pinned to ${id}, which the service does not have.`,
        "Correct or remove the pin in promptctl.yaml.",
      );
  }
  return claims;
}

/** Which candidates the definitions of one name are. */
function choose(
  work: Work,
  row: Kind,
  wanting: readonly Definition[],
  candidates: readonly Observed[],
  doubles: Map<Observed, Address>,
): [Definition, Observed][] {
  const [desired] = wanting;
  if (candidates.length === 0 || !desired) return [];
  if (wanting.length === 1 && candidates.length === 1) return [[desired, candidates[0]!]];
  const ids = candidates.map((each) => each.id);
  const contents = new Set(candidates.map(work.content));
  if (wanting.length > 1 || contents.size > 1 || desired.external) {
    for (const each of candidates) work.claim(row.kind, each.id, desired.address);
    const several =
      candidates.length > 1 ? `${candidates.length} ${row.plural}` : `one ${row.kind}`;
    refuse(
      work,
      "ambiguous-name",
      wanting.map((each) => each.address),
      `The service has ${several} named "${desired.name}" (${ids.join(", ")}): the name does not say which is ${wanting.map((each) => each.address).join(" and which ")}.`,
      pinsToWrite(work, wanting, ids),
    );
    return [];
  }
  const used = usedIds(work.kinds, work.answers, row.kind);
  const matched = candidates.find((each) => used.has(each.id)) ?? candidates[0]!; // smaller id first
  for (const each of candidates) if (each !== matched) doubles.set(each, desired.address);
  return [[desired, matched]];
}

/** A pin that takes the thing another definition has the name of: both would be that thing. */
function pinnedOthers(work: Work, defined: readonly Definition[], claims: Claims): void {
  for (const [desired, found] of claims) {
    if (!(desired.address in work.options.pins) || desired.name === found.name) continue;
    const other = defined.find((each) => each.name === found.name && !claims.has(each));
    if (!other) continue;
    claims.delete(desired);
    work.claim(desired.kind, found.id, desired.address);
    refuse(
      work,
      "pin-and-name",
      [desired.address, other.address],
      `${desired.address} is pinned to ${found.id}, which the service calls "${found.name}", the name of ${other.address}.`,
      "Correct the pin in promptctl.yaml, or rename one of the two.",
    );
  }
}

/** An earlier name counts where no definition has it as its name. */
function renamed(
  work: Work,
  defined: readonly Definition[],
  claims: Claims,
  free: ReadonlyMap<string, readonly Observed[]>,
): void {
  const taken = new Set(defined.map((each) => each.name));
  const earlier = new Map<Observed, Definition>();
  for (const desired of defined) {
    if (claims.has(desired) || isRefused(work, desired.address)) continue;
    const names = desired.renamedFrom.filter((name) => !taken.has(name));
    const candidates = names.flatMap((name) => free.get(name) ?? []);
    const [found] = candidates;
    const other = found && earlier.get(found);
    if (!found) continue;
    if (candidates.length > 1 || other)
      refuse(
        work,
        "ambiguous-rename",
        [desired.address, ...(other ? [other.address] : [])],
        `The service has ${candidates.map((each) => `"${each.name}" (${each.id})`).join(" and ")}: renamedFrom does not say which becomes ${desired.address}${other ? ` and which ${other.address}` : ""}.`,
        pinsToWrite(
          work,
          [desired],
          candidates.map((each) => each.id),
        ),
      );
    else {
      claims.set(desired, found);
      earlier.set(found, desired);
    }
  }
}

/** Records matches and refusals; returns the remote things that are spoken for. */
function settle(
  work: Work,
  row: Kind,
  defined: readonly Definition[],
  claims: Claims,
  doubles: ReadonlyMap<Observed, Address>,
): ReadonlySet<Observed> {
  for (const [desired, found] of claims) work.claim(row.kind, found.id, desired.address);
  const settled = new Set<Observed>(claims.values());
  for (const each of work.observed(row.kind))
    if (work.addressOfId(row.kind, each.id)) settled.add(each); // those of a refusal too
  for (const desired of defined) {
    if (isRefused(work, desired.address) || refersToRefused(work, row, desired)) continue;
    const found = claims.get(desired);
    if (!found && desired.external)
      refuse(
        work,
        "external-absent",
        [desired.address],
        `${desired.address} is external, but the service has no ${row.kind} named "${desired.name}".`,
        `Create it there first, or remove external: true to have it made from these definitions.`,
      );
    if (!found && desired.external) continue;
    if (!found) {
      work.matches.push({ row, desired, fate: "create" });
      continue;
    }
    const fate = desired.external ? "keep" : fateOf(work, row, desired, found);
    const awaitsPrune = !work.options.prune && [...doubles.values()].includes(desired.address);
    if (fate !== "keep" && awaitsPrune)
      refuse(
        work,
        "double",
        [desired.address],
        `The service has "${desired.name}" more than once, equal in content, and ${desired.address} is about to change.`,
        `Delete the other copies with --prune first.\n${pinsToWrite(work, [desired], [found.id]).replace("Say which", "Or say which one is meant")}`,
      );
    else if (fate !== "keep" && found.foreign.length > 0)
      refuse(
        work,
        "not-understood",
        [desired.address],
        `${desired.address} holds values this version does not know (${found.foreign.join(", ")}): changing it could lose them.`,
        "Use a newer promptctl, or change it where it was made.",
      );
    else work.matches.push({ row, desired, observed: found, fate });
  }
  return settled;
}

/** What it should say on the service is known only when what it refers to is. */
function refersToRefused(work: Work, row: Kind, { external, spec }: Definition): boolean {
  if (external || work.refusals.length === 0) return false;
  return row.references.some(({ field }) =>
    (spec[field] as Address[]).some((each) => isRefused(work, each)),
  );
}

function isRefused(work: Work, address: Address): boolean {
  return work.refusals.some((each) => each.addresses.includes(address));
}

function refuse(
  work: Work,
  code: string,
  addresses: readonly Address[],
  message: string,
  hint: string,
): void {
  const refusal: Refusal = { code, message, hint, addresses };
  work.refusals.push(refusal);
}

/** The lines of promptctl.yaml that would settle it. */
function pinsToWrite(work: Work, wanting: readonly Definition[], ids: readonly string[]): string {
  const lines = wanting.map((each) => `    ${JSON.stringify(each.address)}: ${ids.join(" or ")}`);
  const url = JSON.stringify(work.options.baseUrl);
  return ["Say which in promptctl.yaml:", "pins:", `  ${url}:`, ...lines].join("\n");
}
