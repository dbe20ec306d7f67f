// Definitions that differ from the service, changed in the files where they stand: values, keys and
// included texts. All else in those files stays byte for byte.
import { type Amendment, amendments } from "../engine/amend.ts";
import { groupBy } from "../engine/collect.ts";
import { canonical, type Json, type JsonObject, toPointer } from "../engine/json.ts";
import { type Kinds, kindNamed } from "../engine/kind.ts";
import type { Delete, Plan, Replace, Update } from "../engine/plan.ts";
import type { ChangedFile } from "../engine/pulled.ts";
import { type Address, nameOf } from "../engine/resource.ts";
import { spliced } from "../engine/splice.ts";
import { unwritten } from "../engine/unwritten.ts";
import { comparable } from "../engine/normal.ts";
import type { Project } from "./load.ts";

export interface ChangedFiles {
  /** The files with their new texts, definitions and included texts alike. */
  readonly files: readonly ChangedFile[];
  /** What cannot be changed where it stands. */
  readonly left: readonly Address[];
}

/** `nameOfId`: what definitions call a thing that no file defined before. */
export function pullChanged(
  kinds: Kinds,
  project: Project,
  plan: Plan,
  nameOfId: (address: Address) => Address | undefined,
): ChangedFiles {
  const left: Address[] = [];
  const wanted = plan.changes.flatMap((change) => {
    if (change.action === "create") return [];
    const found =
      change.action === "delete"
        ? childAdded(kinds, project, change)
        : amended(kinds, project, change, nameOfId);
    if (!found) left.push(change.address);
    return found ? [found] : [];
  });
  const included = new Map<string, string>();
  for (const { address, ops } of wanted)
    for (const each of ops) {
      const path = each.does === "include" ? includedAt(project, address, each) : undefined;
      if (each.does !== "include") continue;
      if (path === undefined || (included.get(path) ?? each.text) !== each.text) left.push(address);
      else included.set(path, each.text);
    }
  const files = [...groupBy(wanted, ({ file }) => file)].flatMap(([path, all]): ChangedFile[] => {
    const before = project.texts.get(path)!;
    let text: string | undefined = before;
    for (const { index, ops } of all) {
      const own = ops.filter(({ does }) => does !== "include");
      text = text === undefined || own.length === 0 ? text : spliced(text, index, own);
    }
    if (text === undefined) left.push(...all.map(({ address }) => address));
    return text === undefined || text === before ? [] : [{ path, text, before }];
  });
  const texts = [...included].map(([path, text]) => ({
    path,
    text,
    before: project.texts.get(path)!,
  }));
  return { files: [...files, ...texts], left: [...new Set(left)] };
}

interface Wanted {
  readonly address: Address;
  readonly file: string;
  /** Of the document in its file. */
  readonly index: number;
  readonly ops: readonly Amendment[];
}

/** Something more beneath a definition, at the end of the list that stands in it. */
function childAdded(kinds: Kinds, project: Project, change: Delete): Wanted | undefined {
  const { address, kind, parent, before, because } = change;
  const { parent: within, shape } = kindNamed(kinds, kind);
  const source = because === "surplus" && parent !== undefined && project.sources.get(parent);
  if (!source || !within?.numbered) return undefined;
  const { document, path, value } = source.draft;
  const list = value[within.inPlace];
  if (!Array.isArray(list)) return undefined;
  const values = [unwritten(shape, before)];
  const at = [...path, within.inPlace];
  const ops: Amendment[] = [{ does: "insert", path: at, index: list.length, values }];
  return { address, file: document.file, index: document.index, ops };
}

function amended(
  kinds: Kinds,
  project: Project,
  change: Update | Replace,
  nameOfId: (address: Address) => Address | undefined,
): Wanted | undefined {
  const { address, kind, before, after } = change;
  const row = kindNamed(kinds, kind);
  if (change.action === "replace" && !hasSameChildren(kinds, change)) return undefined;
  const { draft } = project.sources.get(address)!;
  const named = (side: JsonObject): JsonObject | undefined => {
    const fields = row.references.map(({ field }): [string, Json | undefined] => [
      field,
      allOrNone((side[field] as readonly Address[]).map((each) => keyOf(each, nameOfId))),
    ]);
    return fields.every(([, names]) => names !== undefined)
      ? { ...side, ...(Object.fromEntries(fields) as JsonObject) }
      : undefined;
  };
  const [have, want] = [named(after), named(before)];
  const ops = have && want && amendments(row.shape, draft.value, have, want, draft.path);
  if (!ops) return undefined;
  return { address, file: draft.document.file, index: draft.document.index, ops };
}

function keyOf(
  address: Address,
  nameOfId: (address: Address) => Address | undefined,
): string | undefined {
  if (!nameOf(address).startsWith("id:")) return nameOf(address);
  const named = nameOfId(address);
  return named === undefined ? undefined : nameOf(named);
}

function allOrNone(names: readonly (string | undefined)[]): readonly string[] | undefined {
  return names.every((each) => each !== undefined) ? names : undefined;
}

/** Whether what stands beneath the old one is what the definition says of it. */
function hasSameChildren(kinds: Kinds, { made, beneath }: Replace): boolean {
  const say = (kind: string, body: JsonObject): string =>
    canonical(comparable(kindNamed(kinds, kind).shape, body));
  const wanted = made.map(({ kind, body }) => say(kind, body)).sort();
  const there = beneath.map(({ kind, before }) => say(kind, before)).sort();
  return canonical(wanted) === canonical(there);
}

/** The file that a text was included from. */
function includedAt(project: Project, address: Address, { path }: Amendment): string | undefined {
  const { filled } = project.sources.get(address)!;
  return filled.includes.get(toPointer(path));
}
