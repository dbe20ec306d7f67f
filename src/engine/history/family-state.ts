// What a commit defines of a family: its definitions, resolved without the rest of the project, and
// the state of one of them.
import { overrideDefinitions } from "../environments/apply-overrides.ts";
import type { EnvironmentOverrides } from "../environments/environment.ts";
import { overridesIn } from "../environments/override.ts";
import { groupBy } from "../model/collections.ts";
import { jsonEquals, type JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import type { EarlierName } from "../model/held-version.ts";
import { type Address, addressOf, type Definition, kindOf, nameOf } from "../model/resource.ts";
import type { Draft } from "../resolve/draft.ts";
import { resolve } from "../resolve/resolve.ts";
import type { Source } from "../resolve/source.ts";
import {
  comparableContent,
  numberedChildKinds,
  type ResourceWithChildren,
} from "../normalize/comparable-content.ts";
import { familyOfAddress } from "./family-index.ts";

/** A definition as a commit or the working tree has it. */
export interface PastDefinition extends Pick<
  Definition,
  "address" | "row" | "name" | "renamedFrom" | "external"
> {
  /** The comparable content; empty for an external definition. */
  readonly content: JsonObject;
}

/** What a commit has of one definition. `unknown`: the files of the commit do not say it exactly. */
export type PastState =
  | { readonly status: "defined"; readonly definition: PastDefinition }
  | Absent
  | { readonly status: "unknown" };

/** `renamedTo`: the definition whose `renamedFrom` has the name. */
interface Absent {
  readonly status: "absent";
  readonly renamedTo?: EarlierName;
}

/**
 * What a commit has of a family. `members` are its definitions. `isIncomplete`: another file of the
 * commit cannot be read, so that the family may have more.
 */
export type FamilyState =
  | {
      readonly status: "defined";
      readonly address: Address;
      readonly members: readonly PastDefinition[];
      readonly isIncomplete: boolean;
    }
  | Absent
  | { readonly status: "unknown" };

/** The state of the definition with an address, in a family that may have had another name. */
export function memberState(kinds: Kinds, family: FamilyState, address: Address): PastState {
  if (family.status !== "defined") return family;
  const definition = findMember(kinds, family.members, address, family.address);
  if (definition) return { status: "defined", definition };
  return { status: family.isIncomplete ? "unknown" : "absent" };
}

/** Whether two definitions send the same to the service. */
export function isSameDefinition(one: PastDefinition, other: PastDefinition): boolean {
  if (one === other) return true;
  return one.external === other.external && jsonEquals(one.content, other.content);
}

/**
 * Resolves the sources of a family. `others`: the drafts of the resources that it refers to.
 * `overrides`: the values of an environment. Undefined if the sources have errors.
 */
export function resolveFamily(
  kinds: Kinds,
  sources: readonly Source[],
  others: readonly Draft[],
  overrides: EnvironmentOverrides | undefined,
): PastDefinition[] | undefined {
  const errors = sources.flatMap(({ diagnostics }) => diagnostics);
  if (errors.some(({ severity }) => severity === "error")) return undefined;
  const resolved = resolve(kinds, [...others.map(withoutBody), ...sources]);
  if (resolved.diagnostics.length > 0) return undefined;
  const { definitions } = resolved;
  if (!overrides) return pastDefinitions(kinds, definitions);
  const inEnvironment = overrideDefinitions(definitions, overridesIn(overrides));
  return pastDefinitions(kinds, inEnvironment.definitions);
}

function withoutBody(draft: Draft): Source {
  return { draft, body: {}, texts: new Map(), lacksInclude: false, diagnostics: [] };
}

/**
 * The definitions in comparable form, or only those with some addresses. The numbered ones are part of
 * their parents.
 */
export function pastDefinitions(
  kinds: Kinds,
  definitions: readonly Definition[],
  only?: ReadonlySet<Address>,
): PastDefinition[] {
  const names = new Map(definitions.map(({ address, name }) => [address, name]));
  const byParent = groupBy(definitions, ({ parent }) => parent);
  const withChildren = ({ row, address, spec }: Definition): ResourceWithChildren => {
    const rows = numberedChildKinds(kinds, row.kind);
    const children = (byParent.get(address) ?? []).filter((each) =>
      rows.some(({ kind }) => kind === each.row.kind),
    );
    return { row, spec, children: children.map(withChildren) };
  };
  return definitions
    .filter(({ row }) => !row.parent?.numbered)
    .filter(({ address }) => only === undefined || only.has(address))
    .map((each) => ({
      address: each.address,
      row: each.row,
      name: each.name,
      renamedFrom: each.renamedFrom,
      external: each.external,
      content: each.external
        ? {}
        : comparableContent(withChildren(each), (address) => names.get(address)),
    }));
}

/** The definition with an address, in a family that had another name. */
function findMember(
  kinds: Kinds,
  members: readonly PastDefinition[],
  address: Address,
  family: Address,
): PastDefinition | undefined {
  const rest = nameOf(address).slice(nameOf(familyOfAddress(kinds, address)).length);
  const past = addressOf(kindOf(address), nameOf(family) + rest);
  return members.find((each) => each.address === past);
}
