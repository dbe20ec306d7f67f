// Why a plan is not carried out, in words: what was found, and the way out.
import { hintText } from "./hint.ts";
import type { Refusal } from "./plan.ts";
import type { Address, Definition, Observed } from "./resource.ts";
import { shellQuote } from "./shell-quote.ts";

/** Two definitions that are pinned to one thing. */
export function pinnedTwice(one: Definition, other: Definition, id: string): Refusal {
  return {
    code: "pin-twice",
    message: `${one.address} and ${other.address} are both pinned to ${id}.`,
    hint: "Correct pins in promptctl.yaml: each id belongs to one address.",
    addresses: [other.address, one.address],
  };
}

export function pinnedIdMissing({ address }: Definition, id: string): Refusal {
  return {
    code: "pin-absent",
    message: `${address} is pinned to ${id}, which the service does not have.`,
    hint: "Correct or remove the pin in promptctl.yaml.",
    addresses: [address],
  };
}

/** A pin that takes the thing another definition has the name of. */
export function pinConflictsWithName(
  pinned: Definition,
  other: Definition,
  found: Observed,
): Refusal {
  return {
    code: "pin-and-name",
    message: `${pinned.address} is pinned to ${found.id}, which the service calls "${found.name}", the name of ${other.address}.`,
    hint: "Correct the pin in promptctl.yaml, or rename one of the two.",
    addresses: [pinned.address, other.address],
  };
}

/** A name that does not say which definition is which thing. */
export function ambiguousName(
  wanting: readonly Definition[],
  candidates: readonly Observed[],
  { kind, plural }: { readonly kind: string; readonly plural: string },
  baseUrl: string,
): Refusal {
  const addresses = wanting.map((each) => each.address);
  const ids = candidates.map((each) => each.id);
  const several = ids.length > 1 ? `${ids.length} ${plural}` : `one ${kind}`;
  return {
    code: "ambiguous-name",
    message: `The service has ${several} named "${wanting[0]!.name}" (${ids.join(", ")}): the name does not say which is ${addresses.join(" and which ")}.`,
    hint: hintText(["Say which in promptctl.yaml:", ...pinsToWrite(addresses, ids, baseUrl)]),
    addresses,
  };
}

/** Several earlier names that are there, or one that several definitions had. */
export function ambiguousRename(
  desired: Definition,
  other: Definition | undefined,
  candidates: readonly Observed[],
  baseUrl: string,
): Refusal {
  const found = candidates.map((each) => `"${each.name}" (${each.id})`).join(" and ");
  const ids = candidates.map((each) => each.id);
  return {
    code: "ambiguous-rename",
    message: `The service has ${found}: renamedFrom does not say which becomes ${desired.address}${other ? ` and which ${other.address}` : ""}.`,
    hint: hintText([
      "Say which in promptctl.yaml:",
      ...pinsToWrite([desired.address], ids, baseUrl),
    ]),
    addresses: [desired.address, ...(other ? [other.address] : [])],
  };
}

export function externalMissing({ address, kind, name }: Definition): Refusal {
  return {
    code: "external-absent",
    message: `${address} is external, but the service has no ${kind} named "${name}".`,
    hint: "Create it there first, or remove external: true to have it made from these definitions.",
    addresses: [address],
  };
}

/** A change of a thing that has a second copy: it would leave the copies unequal. */
export function duplicateChanges(
  { address, name }: Definition,
  id: string,
  whyItStays: string | undefined,
  baseUrl: string,
): Refusal {
  return {
    code: "double",
    message: `The service has "${name}" more than once, equal in content, and ${address} is about to change.`,
    hint: hintText([
      whyItStays === undefined
        ? "Delete the other copies with --prune first."
        : `The other copy is not deleted: it is ${whyItStays}.`,
      "Or say which one is meant in promptctl.yaml:",
      ...pinsToWrite([address], [id], baseUrl),
    ]),
    addresses: [address],
  };
}

/** A change of a thing that holds values this version does not know. */
export function unsupportedValues({ address }: Definition, pointers: readonly string[]): Refusal {
  return {
    code: "not-understood",
    message: `${address} holds values this version does not know (${pointers.join(", ")}): changing it could lose them.`,
    hint: "Use a newer promptctl, or change it where it was made.",
    addresses: [address],
  };
}

/** A replace of a thing with something beneath it that this version does not know. */
export function unsupportedChildTypes({ address }: Definition, ids: readonly string[]): Refusal {
  return {
    code: "not-understood",
    message: `${address} would be replaced, and ${ids.length} of what stands beneath it is of a type this version does not know (${ids.join(", ")}).`,
    hint: "Use a newer promptctl, or delete it where it was made.",
    addresses: [address],
  };
}

/** Something that needs what was excluded. */
export function needsExcluded(address: Address, needed: Address): Refusal {
  const pattern = shellQuote(address.replaceAll("*", "\\*"));
  return {
    code: "needs-excluded",
    message: `${address} needs ${needed}, which is excluded and not there yet.`,
    hint: hintText(`Exclude it too (--exclude ${pattern}), or leave ${needed} in.`),
    addresses: [address, needed],
  };
}

/** No file defines anything, and something would be deleted. */
export function nothingLoaded(deletes: number): Refusal {
  return {
    code: "nothing-loaded",
    message: `No file defines anything, and ${deletes} ${deletes === 1 ? "thing" : "things"} would be deleted.`,
    hint: "Check that this is the right folder. If all of it should go: --allow-mass-delete.",
    addresses: [],
  };
}

/** More of a kind would be deleted than looks meant. */
export function massDelete(plural: string, goes: number, there: number, percent: number): Refusal {
  const share = goes === there ? `all ${there}` : `${goes} of ${there}`;
  const limit = goes === there ? "" : `, more than ${percent} %`;
  return {
    code: "mass-delete",
    message: `This would delete ${share} ${plural}${limit}, because no file defines them.`,
    hint: "If that is meant: --allow-mass-delete. The limit is limits.maxDeletePercent of promptctl.yaml.",
    addresses: [],
  };
}

/** The lines of promptctl.yaml that would settle it; an id is never written twice. */
function pinsToWrite(
  addresses: readonly Address[],
  ids: readonly string[],
  baseUrl: string,
): string[] {
  const quoted = addresses.map((each) => JSON.stringify(each));
  const [first, ...others] = quoted;
  const known = ids.map((each) => JSON.stringify(each));
  const lines =
    ids.length === 1
      ? [`    ${first}: ${known[0]}${others.map((each) => ` # or ${each}`).join("")}`]
      : quoted.map((each) => `    ${each}: ${known.join(" or ")}`);
  return ["pins:", `  ${JSON.stringify(baseUrl)}:`, ...lines];
}
