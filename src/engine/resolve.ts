// Drafts to definitions: keys become addresses, references are checked, nothing is defined twice.
import {
  type Diagnostic,
  didYouMean,
  error,
  lineOf,
  type Place,
  withArticle,
} from "./diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { Filled } from "./include.ts";
import type { Json, JsonObject, Path } from "./json.ts";
import { childKinds, type Kind, type Kinds } from "./kind.ts";
import { changeFields } from "./normal.ts";
import { type Address, addressOf, type Definition, nameOf } from "./resource.ts";

export interface Resolved {
  readonly definitions: readonly Definition[];
  readonly diagnostics: readonly Diagnostic[];
  /** The draft behind each address. */
  readonly drafts: ReadonlyMap<Address, Draft>;
}

/** Gives every draft its address and turns what it refers to into addresses. */
export function resolve(kinds: Kinds, drafts: ReadonlyMap<Draft, Filled>): Resolved {
  const names = nameDrafts(kinds, [...drafts.keys()]);
  const diagnostics = [...names.diagnostics, ...repeatedNames(names.byAddress)];
  const speaksOf = saidAbout(kinds, names.addresses);
  const definitions: Definition[] = [];
  for (const row of kinds)
    for (const draft of inOrder(row, [...drafts.keys()])) {
      const address = names.addresses.get(draft);
      if (!address) continue;
      const external = draft.value["external"] === true;
      diagnostics.push(...(external ? [] : unknownReferences(draft, names.byAddress)));
      const parent = parentOf(draft, names.addresses);
      const name = draft.value["name"];
      definitions.push({
        address,
        kind: row.kind,
        ...(row.recognisedBy.by === "name" && { name: String(name) }),
        ...(parent && { parent }),
        renamedFrom: [draft.value["renamedFrom"] ?? []].flat() as string[],
        spec: external ? {} : withAddresses(row, drafts.get(draft)!.body),
        external,
        speaksOf: [...(speaksOf.get(address) ?? [])],
      });
    }
  return { definitions, diagnostics, drafts: names.byAddress };
}

interface Names {
  readonly addresses: ReadonlyMap<Draft, Address>;
  readonly byAddress: ReadonlyMap<Address, Draft>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parents before children, so that a child finds the address of what it stands in. */
function nameDrafts(kinds: Kinds, all: readonly Draft[]): Names {
  const addresses = new Map<Draft, Address>();
  const byAddress = new Map<Address, Draft>();
  const diagnostics: Diagnostic[] = [];
  const counted = new Map<Address, number>();
  for (const row of kinds)
    for (const draft of inPlaceFirst(all.filter((each) => each.row === row))) {
      const parent = parentOf(draft, addresses);
      if (row.parent && !parent) continue; // its parent is a duplicate that was reported
      if (parent && !byAddress.has(parent)) {
        diagnostics.push(
          unknown(draft, [row.parent!.field], row.parent!.kind, nameOf(parent), byAddress),
        );
        continue;
      }
      const number = (counted.get(parent ?? "") ?? 0) + 1;
      if (row.parent?.numbered) counted.set(parent!, number);
      const own = row.parent?.numbered ? number : (draft.value["key"] ?? draft.value["name"]);
      if (typeof own !== "string" && typeof own !== "number") continue; // a mistake that was reported
      if (row.parent && String(own).includes("/")) continue; // told by the schema
      if (row.recognisedBy.by === "name" && String(own).startsWith("id:")) {
        diagnostics.push(remoteForm(draft));
        continue;
      }
      const address = addressOf(row.kind, ...(parent ? [nameOf(parent)] : []), own);
      const first = byAddress.get(address);
      if (first) diagnostics.push(duplicate(draft, first, own));
      else {
        byAddress.set(address, draft);
        addresses.set(draft, address);
      }
    }
  return { addresses, byAddress, diagnostics };
}

function inPlaceFirst(drafts: readonly Draft[]): Draft[] {
  return [...drafts.filter((each) => each.within), ...drafts.filter((each) => !each.within)];
}

/** Those of one kind by path and position; where a number names them, by number. */
function inOrder(row: Kind, all: readonly Draft[]): Draft[] {
  const own = all.filter((each) => each.row === row);
  return row.parent?.numbered ? inPlaceFirst(own) : own;
}

function parentOf(draft: Draft, addresses: ReadonlyMap<Draft, Address>): Address | undefined {
  if (!draft.row.parent) return undefined;
  if (draft.within) return addresses.get(draft.within);
  if (typeof draft.value[draft.row.parent.field] !== "string") return undefined; // told by the schema
  return addressOf(draft.row.parent.kind, String(draft.value[draft.row.parent.field]));
}

function remoteForm(draft: Draft): Diagnostic {
  return error(
    "wrong-value",
    at(draft, ["name"]),
    "A name that begins with id: needs a key: addresses of that form are for what only the service has.",
    "Add a key, for example key: my-prompt.",
  );
}

function duplicate(draft: Draft, first: Draft, own: string | number): Diagnostic {
  const [field, other] = [ownField(draft), ownField(first)];
  const also = at(first, [other]);
  const found = error(
    `duplicate-${field}`,
    at(draft, [field]),
    `Another ${draft.row.kind} has the ${other} "${own}" already (${lineOf(also)}).`,
    draft.row.recognisedBy.by === "name"
      ? "Rename one, or give each a key of its own where the service really has both."
      : "Rename one.",
  );
  return { ...found, also };
}

/** The field that makes its address. */
function ownField(draft: Draft): "key" | "name" {
  return draft.value["key"] === undefined ? "name" : "key";
}

/** Names may repeat only where every holder of the name has its own key. */
function repeatedNames(byAddress: ReadonlyMap<Address, Draft>): Diagnostic[] {
  const holders = new Map<string, Draft[]>();
  for (const draft of byAddress.values())
    if (draft.row.recognisedBy.by === "name") {
      const name = addressOf(draft.row.kind, String(draft.value["name"]));
      holders.set(name, [...(holders.get(name) ?? []), draft]);
    }
  return [...holders.values()].flatMap((all) =>
    all.length > 1
      ? all
          .filter((draft) => draft.value["key"] === undefined)
          .map((draft) => {
            const also = at(
              all.find((each) => each !== draft)!,
              ["name"],
            );
            const found = error(
              "duplicate-name",
              at(draft, ["name"]),
              `Another ${draft.row.kind} has the name "${String(draft.value["name"])}" too (${lineOf(also)}).`,
              "Rename one, or give each a key of its own where the service really has both.",
            );
            return { ...found, also };
          })
      : [],
  );
}

/** For each parent, the kinds of children that some file says something about. */
function saidAbout(
  kinds: Kinds,
  addresses: ReadonlyMap<Draft, Address>,
): Map<Address, Set<string>> {
  const spoken = new Map<Address, Set<string>>();
  const add = (parent: Address, kind: string): void => {
    spoken.set(parent, (spoken.get(parent) ?? new Set()).add(kind));
  };
  for (const [draft, address] of addresses) {
    for (const child of childKinds(kinds, draft.row.kind))
      if (draft.value[child.parent!.inPlace] !== undefined) add(address, child.kind);
    const parent = parentOf(draft, addresses);
    if (parent) add(parent, draft.row.kind);
  }
  return spoken;
}

function unknownReferences(draft: Draft, byAddress: ReadonlyMap<Address, Draft>): Diagnostic[] {
  return draft.row.references.flatMap(({ field, kind }) => {
    const keys = draft.value[field];
    return (Array.isArray(keys) ? keys : []).flatMap((key: Json, index) =>
      typeof key !== "string" || byAddress.has(addressOf(kind, key)) // told by the schema
        ? []
        : [unknown(draft, [field, index], kind, key, byAddress)],
    );
  });
}

function unknown(
  draft: Draft,
  path: Path,
  kind: string,
  key: string,
  byAddress: ReadonlyMap<Address, Draft>,
): Diagnostic {
  const known = [...byAddress].filter(([, each]) => each.row.kind === kind);
  const names = known.map(([address]) => nameOf(address));
  const whole = names.find((name) => name.endsWith(`/${key}`)); // only its last part was written
  const guess = whole === undefined ? didYouMean(key, names) : `Did you mean "${whole}"?`;
  const meant = known.find(([address]) => guess?.includes(`"${nameOf(address)}"`))?.[1];
  const byName = known.find(
    ([, each]) => each.value["key"] !== undefined && each.value["name"] === key,
  );
  if (byName) {
    const [address, other] = byName;
    const also = at(other, ["key"]);
    const hint = `It is called by its key, "${nameOf(address)}" (${lineOf(also)}).`;
    return {
      ...error(`unknown-${kind}`, at(draft, path), `There is no ${kind} "${key}".`, hint),
      also,
    };
  }
  const none = known.length === 0 ? `No file defines ${withArticle(kind)}.` : undefined;
  const also = guess && meant ? at(meant, ["name"]) : undefined;
  const hint = guess && also ? guess.replace(/\?$/, ` (${lineOf(also)})?`) : none;
  const found = error(`unknown-${kind}`, at(draft, path), `There is no ${kind} "${key}".`, hint);
  return { ...found, ...(also && { also }) };
}

function withAddresses(row: Kind, body: JsonObject): JsonObject {
  if (row.references.length === 0) return body;
  return changeFields(
    body,
    Object.fromEntries(
      row.references.map(({ field, kind }) => [
        field,
        (keys: Json) =>
          Array.isArray(keys) ? keys.map((key) => addressOf(kind, String(key))) : keys,
      ]),
    ),
  );
}

function at(draft: Draft, path: Path): Place {
  return draft.document.locate([...draft.path, ...path]);
}
