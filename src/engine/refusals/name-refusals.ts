// The messages and hints of the refusals about names, earlier names and pins: which definition is which
// resource.
import { addressFlags, commandText, type CommandTarget } from "../text/command-text.ts";
import { shortHash } from "../text/commit-hash.ts";
import { hintText } from "../model/hint.ts";
import type { Kind } from "../model/kind.ts";
import type { RenamedSince } from "../model/held-version.ts";
import type { Refusal, Update } from "../model/plan.ts";
import { type Definition, kindOf, type Observed } from "../model/resource.ts";
import { overwriteHint, pinLines } from "./refusal-hints.ts";
import { escapedDifference, visibleDifference } from "../json/visible-difference.ts";

/** Two definitions are pinned to the same remote resource. */
export function pinnedTwice(first: Definition, second: Definition, id: string): Refusal {
  return {
    code: "pin-twice",
    message: `${first.address} and ${second.address} are both pinned to ${id}.`,
    hint: "Correct pins in promptctl.yaml: each id belongs to one address.",
    addresses: [second.address, first.address],
  };
}

/** A pin names an id that the service does not have. */
export function pinnedIdMissing({ address }: Definition, id: string): Refusal {
  return {
    code: "pin-absent",
    message: `${address} is pinned to ${id}, which the service does not have.`,
    hint: "Correct or remove the pin in promptctl.yaml.",
    addresses: [address],
  };
}

/** A pin selects the remote resource that has the name of another definition. */
export function pinConflictsWithName(
  pinned: Definition,
  other: Definition,
  observed: Observed,
): Refusal {
  return {
    code: "pin-and-name",
    message: `${pinned.address} is pinned to ${observed.id}, but that ${pinned.row.kind} is named "${observed.name}", like ${other.address}.`,
    hint: "Correct the pin in promptctl.yaml, or rename one of the two.",
    addresses: [pinned.address, other.address],
  };
}

/**
 * A name does not identify which of the definitions with the name belongs to which of the
 * candidates, the remote resources with the name.
 */
export function ambiguousName(
  definitions: readonly Definition[],
  candidates: readonly Observed[],
  { kind, plural }: Kind,
  baseUrl: string,
): Refusal {
  const addresses = definitions.map(({ address }) => address);
  const ids = candidates.map(({ id }) => id);
  const count = ids.length > 1 ? `${ids.length} ${plural}` : `one ${kind}`;
  return {
    code: "ambiguous-name",
    message: `The service has ${count} named "${definitions[0]!.name}" (${ids.join(", ")}). The name does not identify ${addresses.join(" or ")}.`,
    hint: hintText(["Add a pin to promptctl.yaml:", ...pinLines(addresses, ids, baseUrl)]),
    addresses,
  };
}

/**
 * Several remote resources (the candidates) have earlier names of a definition, or another
 * definition has the same earlier name.
 */
export function ambiguousRename(
  definition: Definition,
  candidates: readonly Observed[],
  other: Definition | undefined,
  baseUrl: string,
): Refusal {
  const names = candidates.map(({ name, id }) => `"${name}" (${id})`).join(" and ");
  const ids = candidates.map(({ id }) => id);
  const addresses = [definition.address, ...(other ? [other.address] : [])];
  return {
    code: "ambiguous-rename",
    message: `The service has ${names}. renamedFrom does not identify which one becomes ${addresses.join(" and which one ")}.`,
    hint: hintText([
      "Add a pin to promptctl.yaml:",
      ...pinLines([definition.address], ids, baseUrl),
    ]),
    addresses,
  };
}

/** A remote resource has the name of a definition in another spelling, or cut. */
export function similarName(
  { address, row: { kind }, name }: Definition,
  observed: Observed,
): Refusal {
  const [wanted, stored] = [name!, observed.name!];
  const [wantedText, storedText] = visibleDifference(wanted, stored);
  return {
    code: "similar-name",
    message: `The service has no ${kind} named ${wantedText}, but one named ${storedText} (${observed.id}). A service that changes names as it stores them would get one more ${kind} with each apply.`,
    hint: hintText([
      `If ${observed.id} is ${address}, write its name into the definition:`,
      `name: ${escapedDifference(stored, wanted)}`,
      `or rename it: renamedFrom: [${escapedDifference(stored, wanted)}]`,
      `If it is another ${kind}, define it too, with external: true.`,
    ]),
    addresses: [address],
  };
}

/** An external definition has no remote resource. */
export function externalMissing({ address, row, name }: Definition): Refusal {
  return {
    code: "external-absent",
    message: `${address} is external, but the service has no ${row.kind} named "${name}".`,
    hint: "Create it on the service first, or remove external: true so that promptctl creates it.",
    addresses: [address],
  };
}

/** A match by an earlier name of a resource whose content is no version of the definition in git. */
export function renamedContent(
  { address, id, before }: Pick<Update, "address" | "id" | "before">,
  target: CommandTarget,
): Refusal {
  return {
    code: "renamed-content",
    message: `renamedFrom gives ${address} the resource "${String(before["name"])}" (${id}), whose content is no version of ${address} in git. It may be another ${kindOf(address)}, and applications that call ${id} would get the text of ${address}.`,
    hint: hintText([
      `If it is another ${kindOf(address)}, remove renamedFrom. If it is this one, add a pin to promptctl.yaml:`,
      ...pinLines([address], [id], target.baseUrl ?? ""),
      ...overwriteHint([address]),
    ]),
    addresses: [address],
  };
}

/** What a refusal says of a resource whose name another definition had, or has since. */
interface ReusedName extends Pick<Update, "address" | "id"> {
  readonly renamedSince: RenamedSince;
  /** The resource that the service has for the other definition. */
  readonly other?: Pick<Observed, "id"> | undefined;
}

/** A match by name of a resource that a newer commit gives to another definition, by renamedFrom. */
export function renamedBeforeReuse(
  { address, id, renamedSince, other }: ReusedName,
  target: CommandTarget,
): Refusal {
  const { commit, address: renamed } = renamedSince;
  const hash = shortHash(commit);
  const has = other ? `, which the service has too (${other.id})` : "";
  return {
    code: "renamed-before-reuse",
    message: `The service has ${address} (${id}) as it was before ${hash} renamed it to ${renamed}${has}. ${address} is another ${kindOf(address)} now, and applications that call ${id} would get its text.`,
    hint: hintText(
      other
        ? [
            `If applications call ${id} for ${address} as it is now, for example after an apply of an older commit, add:`,
            addressFlags("--overwrite", [address]),
          ]
        : [
            `Apply ${hash} here first, then plan again:`,
            commandText(`apply --ref ${hash}`, target),
            ...overwriteHint([address]),
          ],
    ),
    addresses: [address],
  };
}

/** A match by name of a resource that is another definition since a rename, which --ref undoes. */
export function renameUndone(
  { address, id, renamedSince }: ReusedName,
  target: CommandTarget,
): Refusal {
  const { commit, address: renamed } = renamedSince;
  const hash = shortHash(commit);
  return {
    code: "renamed-before-reuse",
    message: `The definitions have ${address} as it was before ${hash} renamed it to ${renamed}. The service has another ${kindOf(address)} with this name (${id}) since, and applications that call ${id} would get the text of ${renamed}.`,
    hint: hintText([
      `Commit the older text to ${renamed}, or apply ${hash} or a newer commit:`,
      commandText(`apply --ref ${hash}`, target),
      ...overwriteHint([address]),
    ]),
    addresses: [address],
  };
}
