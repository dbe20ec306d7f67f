// Compares imported definitions with those of the project by what they mean, as plan does: content in
// other files and defaults that are written out are no differences.
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { canonicalJson, type JsonObject } from "../../engine/model/json.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { childKinds, kindNamed, type Kinds } from "../../engine/model/kind.ts";
import { mapReferences } from "../../engine/model/references.ts";
import {
  type Address,
  addressOf,
  type Definition,
  kindOf,
  nameOf,
} from "../../engine/model/resource.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import type { ImportedDefinition } from "../../importers/convert/definitions.ts";
import { load, type Project } from "../load/load.ts";

/** The address of an imported definition. */
export function addressOfDocument({ document, parent }: ImportedDefinition): Address {
  const { kind, key, name } = document;
  const own = String(key ?? name);
  return addressOf(String(kind), parent === undefined ? own : `${parent}/${own}`);
}

/** The imported definitions under the keys that the project has for their names. */
export function withExistingKeys(
  project: Project,
  kinds: Kinds,
  definitions: readonly ImportedDefinition[],
): readonly ImportedDefinition[] {
  const keys = new Map(
    definitions.flatMap((each) => {
      const address = addressOfDocument(each);
      const { kind, key, name } = each.document;
      const isKnown = key !== undefined || project.sources.has(address);
      const [only, second] = isKnown
        ? []
        : project.definitions.filter((other) => other.row.kind === kind && other.name === name);
      return only && !second ? [[address, nameOf(only.address)] as const] : [];
    }),
  );
  return definitions.map((each) => {
    const key = keys.get(addressOfDocument(each));
    const row = kindNamed(kinds, String(each.document["kind"]));
    const document = mapReferences(row, each.document, (name, reference) => {
      return keys.get(addressOf(reference.kind, name)) ?? name;
    });
    return { ...each, document: { ...document, ...(key !== undefined && { key }) } };
  });
}

interface Side {
  readonly project: Project;
  readonly byAddress: ReadonlyMap<Address, Definition>;
  readonly byParent: ReadonlyMap<Address | undefined, readonly Definition[]>;
}

function sideOf(project: Project): Side {
  return {
    project,
    byAddress: new Map(project.definitions.map((each) => [each.address, each])),
    byParent: groupBy(project.definitions, ({ parent }) => parent),
  };
}

/** Compares a definition of the project with the imported one of its address. */
export type DifferentFields = (address: Address) => readonly string[];

/** A function that returns the fields with another meaning. */
export async function compareImported(
  project: Project,
  definitions: readonly ImportedDefinition[],
  { kinds, schemas }: { readonly kinds: Kinds; readonly schemas: CompiledSchemas },
): Promise<DifferentFields> {
  const documents = [...parentsOf(kinds, definitions), ...definitions.map((each) => each.document)];
  const files = documents.map((document, index) => ({
    path: `${index}.yaml`,
    text: yamlText(document),
  }));
  const imported = await load(kinds, schemas, {
    read: async () => ({ files, diagnostics: [] }),
    readIncluded: ({ file }) => ({ problem: `There is no file ${file}.` }),
  });
  const sides = { existing: sideOf(project), imported: sideOf(imported) };
  return (address) => [
    ...ownDifferences(sides, address),
    ...childDifferences(kinds, sides, address),
  ];
}

/** Documents that stand for the parents of definitions in documents of their own. */
function parentsOf(kinds: Kinds, definitions: readonly ImportedDefinition[]): JsonObject[] {
  const parents = definitions.flatMap(({ document, parent }) => {
    const row = kindNamed(kinds, String(document["kind"]));
    return parent === undefined ? [] : [addressOf(row.parent!.kind, parent)];
  });
  return [...new Set(parents)].map((each) => ({
    kind: kindOf(each),
    name: nameOf(each),
    external: true,
  }));
}

interface ImportSides {
  readonly existing: Side;
  readonly imported: Side;
}

function ownDifferences({ existing, imported }: ImportSides, address: Address): string[] {
  const one = ownFields(existing.byAddress.get(address)!);
  const other = ownFields(imported.byAddress.get(address)!);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => canonicalJson(one[field] ?? null) !== canonicalJson(other[field] ?? null),
  );
}

function ownFields({ row, name, spec }: Definition): JsonObject {
  const content = canonicalForm(row.shape, spec);
  return name === undefined ? content : { name, ...content };
}

/** The lists of children that differ, with their names. Children in documents of their own may be more. */
function childDifferences(kinds: Kinds, sides: ImportSides, address: Address): string[] {
  const { existing, imported } = sides;
  const isEqual = (child: Definition): boolean =>
    existing.byAddress.has(child.address) &&
    imported.byAddress.has(child.address) &&
    ownDifferences(sides, child.address).length === 0 &&
    childDifferences(kinds, sides, child.address).length === 0;
  const isNested = ({ address: child }: Definition): boolean =>
    existing.project.sources.get(child)!.draft.within !== undefined;
  const children = [
    ...(existing.byParent.get(address) ?? []).filter(isNested),
    ...(imported.byParent.get(address) ?? []),
  ];
  const { kind } = imported.byAddress.get(address)!.row;
  return childKinds(kinds, kind).flatMap((row) => {
    const names = children
      .filter((each) => each.row.kind === row.kind && !isEqual(each))
      .map((each) => nameOf(each.address).slice(nameOf(address).length + 1));
    const list = row.parent!.nestedField;
    return names.length === 0 ? [] : [`${list} (${someOf([...new Set(names)])})`];
  });
}
