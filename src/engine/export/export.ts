// What a service holds, as an author would define it: a document for each thing that stands on its
// own, with all beneath it in place. Where files already define something, its key is kept.
import { groupBy } from "../model/collections.ts";
import { hintText, someOf } from "../model/hint.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { type Known, assignNames, titleOf } from "./export-names.ts";
import { type ListResponses, observe, remoteAddress } from "../observe/observe.ts";
import { mapReferences, referencesOf } from "../model/references.ts";
import { type Address, addressOf, kindOf, nameOf, type Observed } from "../model/resource.ts";
import { uniquely } from "./titles.ts";
import { denormalize } from "../normalize/denormalize.ts";

/** A thing as a document. */
export interface ExportedResource {
  readonly row: Kind;
  readonly observed: Observed;
  /** What definitions call it. */
  readonly address: Address;
  readonly document: JsonObject;
}

/** A thing beneath something that files define. */
export interface ExportedChild extends ExportedResource {
  readonly parent: Address;
  /** What stands in the list of its parent. */
  readonly item: JsonObject;
}

export interface ExportResult {
  readonly authored: readonly ExportedResource[];
  readonly beneath: readonly ExportedChild[];
  /** Address → id, where a name does not say which thing is meant. */
  readonly pins: Readonly<Record<Address, string>>;
  /** What could not be said, and what was left out, in sentences. */
  readonly notes: readonly string[];
}

/** Everything that no file defines yet, as documents; `refused`: why some things cannot be said, by their remote address. */
export function exportResources(
  kinds: Kinds,
  answers: ListResponses,
  { known, isTaken, isWanted }: Known,
  refused: ReadonlyMap<Address, string>,
): ExportResult {
  const names = assignNames(kinds, answers, { known, isTaken });
  const addressOfId = (kind: string, id: string): Address | undefined =>
    known(kind, id) ?? names.addresses.get(addressOf(kind, id));
  const observed = new Map(
    kinds.map((row) => [
      row.kind,
      (answers.get(row.kind) ?? []).map((answer) => observe(row, answer, addressOfId)),
    ]),
  );
  const byParent = new Map(
    [...observed].map(([kind, all]) => [kind, groupBy(all, (each) => each.parentId)]),
  );
  const notes: string[] = [];
  const unsaid = new Set<Address>();
  const say = (row: Kind, each: Observed): JsonObject | undefined => {
    const what = `The ${row.kind} ${each.name === undefined ? "" : `"${each.name}" `}(id:${each.id})`;
    const why = refused.get(remoteAddress(row.kind, each.id)) ?? whyUnsaid(row, each, unsaid);
    if (why !== undefined) {
      notes.push(hintText(`${what} is not written: ${why.replace(/\.$/, "")}.`));
      return undefined;
    }
    if (each.unknownFields.length > 0)
      notes.push(
        `${what} has fields this version does not know, which the files leave out: ${each.unknownFields.join(", ")}.`,
      );
    const spec = mapReferences(row, each.spec, nameOf);
    return { ...(denormalize(row.shape, spec) as JsonObject), ...beneath(row, each) };
  };
  const items = (
    child: Kind,
    all: readonly Observed[],
    isNamed: (title: string) => boolean,
  ): { readonly each: Observed; readonly item: JsonObject }[] => {
    const bodies = all.flatMap((each) => {
      const body = say(child, each);
      return body ? [{ each, body }] : [];
    });
    const titles = uniquely(
      bodies.map(({ each, body }) => titleOf(child, each, body)),
      isNamed,
    );
    return bodies.map(({ each, body }, index) => ({
      each,
      item: child.parent!.numbered ? body : { name: titles[index]!, ...body },
    }));
  };
  const beneath = (row: Kind, parent: Observed): JsonObject =>
    Object.fromEntries(
      childKinds(kinds, row.kind).flatMap((child): [string, Json][] => {
        const children = byParent.get(child.kind)?.get(parent.id) ?? [];
        const said = items(child, children, () => false).map(({ item }) => item);
        return said.length > 0 ? [[child.parent!.inPlace, said]] : [];
      }),
    );
  const authored = kinds
    .filter((row) => !row.parent)
    .flatMap((row) =>
      observed.get(row.kind)!.flatMap((each): ExportedResource[] => {
        if (known(row.kind, each.id) !== undefined) return [];
        const address = names.addresses.get(addressOf(row.kind, each.id))!;
        const body = say(row, each);
        if (!body) {
          unsaid.add(address);
          return [];
        }
        const key = names.keys.get(address);
        const document = { kind: row.kind, ...(key !== undefined && { key }), ...body };
        return [{ row, observed: each, address, document }];
      }),
    );
  const adopted = kinds.flatMap((row) => {
    const wanted = observed.get(row.kind)!.filter((each) => isWanted(row.kind, each.id));
    return [...groupBy(wanted, (each) => each.parentId!)].flatMap(([parentId, all]) => {
      const parent = known(row.parent!.kind, parentId)!;
      const within = (name: Json): Address =>
        addressOf(row.kind, `${nameOf(parent)}/${String(name)}`);
      return items(row, all, (title) => isTaken(within(title))).map(
        ({ each, item }): ExportedChild => ({
          row,
          observed: each,
          parent,
          address: within(row.parent!.numbered ? `id:${each.id}` : item["name"]!),
          item,
          document: { kind: row.kind, [row.parent!.field]: nameOf(parent), ...item },
        }),
      );
    });
  });
  const written = new Set(authored.map(({ address }) => address));
  const pins = Object.entries(names.pins).filter(([address]) => written.has(address));
  return {
    authored,
    beneath: adopted,
    pins: Object.fromEntries(pins),
    notes: [...notes, ...orphans(), ...leftAlone()],
  };

  /** What stands beneath definitions that say nothing about such things. */
  function leftAlone(): string[] {
    const all = kinds.flatMap((row) =>
      observed.get(row.kind)!.flatMap(({ id, parentId }) => {
        const parent = row.parent && known(row.parent.kind, parentId!);
        const isOurs = known(row.kind, id) !== undefined || isWanted(row.kind, id);
        return parent === undefined || isOurs ? [] : [remoteAddress(row.kind, id, nameOf(parent))];
      }),
    );
    return all.length > 0
      ? [
          hintText(
            `Not written, because the files leave such things of theirs alone: ${someOf(all)}.`,
          ),
        ]
      : [];
  }

  /** What stands beneath nothing that the service lists. */
  function orphans(): string[] {
    return kinds.flatMap((row) => {
      if (!row.parent) return [];
      const parents = new Set(observed.get(row.parent.kind)!.map(({ id }) => id));
      const all = observed.get(row.kind)!.filter(({ parentId }) => !parents.has(parentId!));
      const [first] = all;
      return first
        ? [
            `${all.length} ${all.length === 1 ? row.kind : row.plural} not written: what ${all.length === 1 ? "it belongs" : "they belong"} to is not there (id:${first.id}${all.length > 1 ? ", …" : ""}).`,
          ]
        : [];
    });
  }
}

/** Why definitions cannot say a thing; undefined where they can. */
function whyUnsaid(row: Kind, each: Observed, unsaid: ReadonlySet<Address>): string | undefined {
  if (each.unknownValues.length > 0)
    return `it holds values this version does not know (${each.unknownValues.join(", ")})`;
  for (const address of referencesOf(row, each.spec)) {
    if (nameOf(address).startsWith("id:"))
      return `it uses a ${kindOf(address)} that is not there (${nameOf(address)})`;
    if (unsaid.has(address)) return `it uses ${address}, which is not written`;
  }
  return undefined;
}
