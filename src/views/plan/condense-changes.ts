// Shortens the changes of a plan for a reader: an edit that many changes have is shown once, also if
// other words are around it. --full and JSON have all.
import { groupBy, memo } from "../../engine/model/collections.ts";
import { canonicalJson } from "../../engine/model/json.ts";
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import { changedLinesKey } from "../text/compared-texts.ts";
import { type Phrase, wordEditsKey } from "../text/word-edits.ts";
import { bySections, countByKind } from "./change-order.ts";
import type { ChangeSummary } from "./change-summary.ts";
import { comparedOf, type FieldChange, type TextChange } from "./field-changes.ts";
import { heldByWords, type HeldSummary } from "./held-words.ts";
import { wordsText } from "./words.ts";

/** Edits that fewer changes have stay with their changes. */
const minShared = 3;

interface Edit {
  readonly change: ChangeSummary;
  readonly detail: FieldChange;
}

/** Shows the edits that several changes have once, before the changes with edits of their own. */
export function condenseChanges(changes: readonly ChangeSummary[], kinds: Kinds): ChangeSummary[] {
  const edits = changes.flatMap((change) =>
    change.details.map((detail): Edit => ({ change, detail })),
  );
  const candidates = new Set(withEqualGrowth(edits, ({ detail }) => detail));
  const origins = sharedFiles(edits);
  const versionKey = memo(heldKey);
  const keyOf = (edit: Edit): string | undefined =>
    candidates.has(edit) ? editKey(edit, origins, versionKey(edit.change.held)) : undefined;
  const shared = [...groupBy(edits, keyOf)].flatMap(([key, some]) =>
    key !== undefined && some.length >= minShared ? [some] : [],
  );
  const byMembers = groupBy(shared, (some) => some.map(({ change }) => change.index).join());
  const groups = [...byMembers.values()].map((group) => ({
    group: groupSummary(group, kinds),
    edits: group.flat(),
  }));
  const groupOf = new Map(
    groups.flatMap(({ group, edits: some }) => some.map(({ detail }) => [detail, group])),
  );
  const others = changes.flatMap((change) => {
    const details = change.details.filter((detail) => !groupOf.has(detail));
    if (details.length === change.details.length) return [change];
    if (details.length === 0) return [];
    const sharedFields = change.details.flatMap((detail) => {
      const group = groupOf.get(detail);
      return group ? [{ path: detail.path, group: group.title }] : [];
    });
    return [{ ...change, details, sharedFields }];
  });
  const items = groupBy(groups, ({ group }) => group.details[0]?.path); // edits of one field together
  return bySections([...[...items.values()].flat().map(({ group }) => group), ...others], kinds);
}

/**
 * What can have the same edit as others: an edit makes each text longer or shorter by as much. Texts are
 * compared with their earlier versions only among these, since that takes long.
 */
function withEqualGrowth<Item>(
  items: readonly Item[],
  detailOf: (item: Item) => FieldChange,
): Item[] {
  const groups = groupBy(items, (item) => {
    const detail = detailOf(item);
    const text = asText(detail);
    return `${text ? text.after.length - text.before.length : ""} ${detail.path}`;
  });
  return [...groups.values()].flatMap((some) => (some.length < minShared ? [] : some));
}

/** The files that texts with the same changed lines include. */
type Origins = ReadonlyMap<FieldChange, readonly string[]>;

/** An edit of a file that many changes include is not mixed with the same edit of other files. */
function sharedFiles(edits: readonly Edit[]): Origins {
  const texts = edits.flatMap(({ detail }) => (detail.type === "text" ? [detail] : []));
  const likely = withEqualGrowth(texts, (text) => text);
  const byLines = groupBy(likely, (text) => changedLinesKey(comparedOf(text)));
  return new Map(
    [...byLines.values()].flatMap((some) =>
      some.length < minShared ? [] : some.map((text) => [text, commonFiles(some)]),
    ),
  );
}

/**
 * Equal for edits that can be shown as one: the same values, or the same words that a text replaces,
 * adds and removes, in the same field, of changes about which the same is to be said. Undefined for an
 * edit whose values are hidden.
 */
function editKey(
  { change, detail }: Edit,
  origins: Origins,
  version: string | undefined,
): string | undefined {
  const { kind, action, warning = "", held, overridden, isChangedOnService } = change;
  const edit = fieldKey(detail);
  const isSaidElsewhere = isChangedOnService && !held; // with another change of its definition
  if (edit === undefined || version === undefined || isSaidElsewhere) return undefined;
  const place = overridden[detail.path] ?? "";
  const origin = origins.get(detail) ?? [];
  return JSON.stringify([kind, action, warning, version, place, detail.path, edit, origin]);
}

/** Equal for edits that can be shown as one; undefined for hidden values. */
function fieldKey(detail: FieldChange): string | undefined {
  if (detail.type === "masked") return undefined;
  const text = asText(detail);
  return text
    ? wordEditsKey(comparedOf(text))
    : canonicalJson({ ...(detail as Exclude<FieldChange, TextChange>) });
}

/** Equal for changes of which the same is said about what the service holds; undefined for hidden values. */
function heldKey(held: HeldSummary | undefined): string | undefined {
  if (!held) return "";
  const { owner = "", differences } = held;
  const edits = differences.map((each) => fieldKey(each));
  if (edits.includes(undefined)) return undefined;
  const paths = differences.map(({ path }) => path);
  return JSON.stringify([wordsText(heldByWords(held)), owner, paths, edits]);
}

/** Edits that the same changes have, each with all of these changes, as one item. */
function groupSummary(edits: readonly (readonly Edit[])[], kinds: Kinds): ChangeSummary {
  const members = edits[0]!.map(({ change }) => change);
  const { action, held, warning, overridden, isChangedOnService } = members[0]!;
  const item = combinedItem(members, kinds);
  return {
    ...item,
    notes: action === "replace" ? [replacedNote(members, kinds)] : item.notes,
    details: edits.map(commonEdit),
    contentSummary: [],
    overridden,
    isChangedOnService,
    ...(held && { held: { ...held, areOfSeveral: areOfSeveral(members) } }),
    ...(warning !== undefined && { warning }),
  };
}

/** Whether the newest versions of definitions that were changed on the service are of several commits. */
function areOfSeveral(members: readonly ChangeSummary[]): boolean {
  const commits = members.map(({ held }) =>
    held?.held.type === "none" ? held.held.newest?.at.commit : undefined,
  );
  return new Set(commits).size > 1;
}

/** What an item for several changes of a kind says of all of them. */
export function combinedItem(
  changes: readonly ChangeSummary[],
  kinds: Kinds,
): Pick<ChangeSummary, "index" | "kind" | "action" | "addresses" | "title" | "members" | "notes"> {
  const { index, kind, action } = changes[0]!;
  const { deploys = false, plural } = kindNamed(kinds, kind);
  return {
    index,
    kind,
    action,
    addresses: changes.flatMap(({ addresses }) => addresses),
    title: `${changes.length} ${plural}`,
    members: changes.map(({ title }) => title.slice(kind.length + 1)),
    notes: action === "replace" ? ["replaced"] : deploys ? ["deploy"] : [],
  };
}

function replacedNote(members: readonly ChangeSummary[], kinds: Kinds): string {
  const children = countByKind(
    kinds,
    members.flatMap((member) => member.children ?? []),
  );
  return children === "" ? "replaced" : `replaced with their ${children}`;
}

/** The edit of a group: of texts that differ elsewhere, only the changed lines, or one as an example. */
function commonEdit(edits: readonly Edit[]): FieldChange {
  const [{ change, detail }] = edits as [Edit];
  const texts = edits.flatMap((edit) => asText(edit.detail) ?? []);
  const first = texts[0];
  const isSame = (key: (text: TextChange) => string | undefined): boolean =>
    new Set(texts.map(key)).size <= 1;
  if (!first || isSame(({ before, after }) => JSON.stringify([before, after]))) return detail;
  const [ofFirst, ...ofOthers] = texts.map((text) =>
    comparedOf(text)
      .edits()
      .phrases.map((phrase) => JSON.stringify(phrase)),
  );
  const common = ofFirst!.filter((each) => ofOthers.every((some) => some.includes(each)));
  const areSameLines = isSame((text) => changedLinesKey(comparedOf(text)));
  return {
    ...first,
    files: commonFiles(texts),
    phrases: common.map((each) => JSON.parse(each) as Phrase),
    ...(areSameLines ? { isExcerpt: true } : { example: change.title }),
  };
}

/** A text, also a short one if it has several words: a name is a value as a whole. */
function asText(detail: FieldChange): TextChange | undefined {
  if (detail.type === "text") return detail;
  if (detail.type !== "value") return undefined;
  const { path, before, after } = detail;
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  const areTexts = [before, after].every((text) => /\S\s+\S/.test(text));
  return areTexts ? { type: "text", path, pointer: "", before, after } : undefined;
}

function commonFiles(texts: readonly TextChange[]): readonly string[] {
  const [first] = texts;
  return (first?.files ?? []).filter((file) => texts.every(({ files }) => files?.includes(file)));
}
