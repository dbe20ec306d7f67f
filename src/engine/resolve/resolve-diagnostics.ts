// The errors of resolving: duplicate, invalid and unknown names.
import { withArticle } from "../text/word-lists.ts";
import { errorAt, type SourcePlace, type UnlocatedDiagnostic } from "../model/diagnostic.ts";
import { similarWord } from "../text/did-you-mean.ts";
import type { Draft } from "./draft.ts";
import type { Path } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import { placeIn } from "../parse/parsed-document.ts";
import { type Address, nameOf } from "../model/resource.ts";
import type { Source } from "./source.ts";

/** A name in the form of the addresses of unmanaged resources. */
export function remoteForm(draft: Draft): UnlocatedDiagnostic {
  return errorAt(
    "wrong-value",
    placeInDraft(draft, ["name"]),
    "A name that starts with id: needs a key: addresses with id: are for unmanaged resources.",
    "Add a key, for example key: my-prompt.",
  );
}

/** A key or name that results in the address of `first`. */
export function duplicate(draft: Draft, first: Draft, own: string): UnlocatedDiagnostic {
  const [field, other] = [ownField(draft), ownField(first)];
  const found = errorAt(
    `duplicate-${field}`,
    placeInDraft(draft, [field]),
    `Another ${draft.row.kind} already has the ${other} "${own}".`,
    draft.row.identifiedBy.by === "name"
      ? "Rename one, or give each its own key if the service has both."
      : "Rename one.",
  );
  return { ...found, also: { in: "message", place: placeInDraft(first, [other]) } };
}

/** The field that its address contains. */
function ownField(draft: Draft): "key" | "name" {
  return draft.value["key"] === undefined ? "name" : "key";
}

/** A name that another definition has too, although one of them has no key. */
export function repeatedName(draft: Draft, other: Draft): UnlocatedDiagnostic {
  const found = errorAt(
    "duplicate-name",
    placeInDraft(draft, ["name"]),
    `Another ${draft.row.kind} has the name "${String(draft.value["name"])}".`,
    "Rename one, or give each its own key if the service has both.",
  );
  return { ...found, also: { in: "message", place: placeInDraft(other, ["name"]) } };
}

/** A key that is the name of another definition. */
export function keyOfOtherName(draft: Draft, other: Draft): UnlocatedDiagnostic {
  const found = errorAt(
    "key-of-other-name",
    placeInDraft(draft, ["key"]),
    `The key "${String(draft.value["key"])}" is the name of another ${draft.row.kind}.`,
    "Use another key.",
  );
  return { ...found, also: { in: "message", place: placeInDraft(other, ["name"]) } };
}

/** An unknown name of a kind at a path, with a suggestion. */
export function unknownName(
  draft: Draft,
  path: Path,
  kind: string,
  key: string,
  byAddress: ReadonlyMap<Address, Source>,
): UnlocatedDiagnostic {
  const known = [...byAddress]
    .filter(([, source]) => source.draft.row.kind === kind)
    .map(([address, source]) => ({ name: nameOf(address), draft: source.draft }));
  const unknown = (hint?: string, also?: SourcePlace): UnlocatedDiagnostic => ({
    ...errorAt(`unknown-${kind}`, placeInDraft(draft, path), `Unknown ${kind} "${key}".`, hint),
    ...(also && { also: { in: "hint", place: also } }),
  });
  if (known.length === 0) return unknown(`No file defines ${withArticle(kind)}.`);
  const withKey = known.find(
    ({ draft: { value } }) => value["key"] !== undefined && value["name"] === key,
  );
  if (withKey)
    return unknown(`Use its key: "${withKey.name}".`, placeInDraft(withKey.draft, ["key"]));
  const names = known.map(({ name }) => name);
  const lastPart = names.find((name) => name.endsWith(`/${key}`)); // only its last part was written
  const similar = lastPart ?? similarWord(key, names);
  const meant = known.find(({ name }) => name === similar);
  return meant
    ? unknown(`Did you mean "${similar}"?`, placeInDraft(meant.draft, ["name"]))
    : unknown();
}

function placeInDraft(draft: Draft, path: Path): SourcePlace {
  return placeIn(draft.document, [...draft.path, ...path]);
}

/** Whether an error is that a name is unknown. */
export function isUnknownName(kinds: Kinds, code: string): boolean {
  return kinds.some(({ kind }) => code === `unknown-${kind}`);
}

/** Whether a changed or deleted file can cause an error in any other file. */
export function isBrokenReference(kinds: Kinds, code: string): boolean {
  return (
    ["unknown-kind", "duplicate-name", "duplicate-key", "include"].includes(code) ||
    isUnknownName(kinds, code)
  );
}

/** The codes of errors that may hide a definition. */
const codesThatHideDefinitions = new Set([
  "unreadable-file",
  "yaml-syntax",
  "merge-conflict",
  "yaml-alias",
  "not-a-mapping",
  "unknown-kind",
]);

/** The errors without unknown references, if what they refer to may be hidden. */
export function withoutFollowUpErrors(
  resolving: readonly UnlocatedDiagnostic[],
  mayLackDefinitions: boolean,
): readonly UnlocatedDiagnostic[] {
  return mayLackDefinitions
    ? resolving.filter(({ code }) => !code.startsWith("unknown-"))
    : resolving;
}

/** Whether one of these errors may hide a definition. */
export function mayHideDefinitions(errors: readonly { readonly code: string }[]): boolean {
  return errors.some(({ code }) => codesThatHideDefinitions.has(code));
}
