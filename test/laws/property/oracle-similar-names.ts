// The rule on similar names, for the oracle: a definition without a resource is refused if a resource
// without a definition could be its copy on a service that changes case, blanks, Unicode forms or length.
import type { Json } from "./oracle-normal-form.ts";

export interface NamedText {
  readonly name: string;
  /** The canonical text: a JSON list that ends with the references, if the kind has any. */
  readonly text: string;
  /** Whether other resources refer to it. */
  readonly isUsed: boolean;
}

/** Whether one of the unmatched resources could be the copy of this definition. */
export function hasSimilarName(
  definition: Omit<NamedText, "isUsed">,
  unmatched: readonly NamedText[],
  allNames: readonly string[],
): boolean {
  const name = fold(definition.name);
  const longest = Math.max(0, ...allNames.map((each) => fold(each).length));
  return unmatched.some((resource) => {
    const other = fold(resource.name);
    if (other === name) return true;
    const isCut = name.startsWith(other) && other === name.slice(0, longest).trimEnd();
    return isCut && !resource.isUsed && isCopy(definition.text, resource.text);
  });
}

/** Canonical texts are lists: name, two fields, references. References are equal or not. */
function isCopy(definition: string, resource: string): boolean {
  const [sent, stored] = [definition, resource].map((text) => JSON.parse(text) as Json[]);
  const [references, storedReferences] = [sent, stored].map((list) => JSON.stringify(list![3]));
  return references === storedReferences && isStoredAs(sent!.slice(0, 3), stored!.slice(0, 3));
}

function isStoredAs(sent: Json, stored: Json | undefined): boolean {
  if (typeof sent === "string")
    return typeof stored === "string" && fold(sent).startsWith(fold(stored));
  if (typeof sent !== "object" || sent === null) return sent === stored;
  if (typeof stored !== "object" || stored === null) return false;
  const [keys, storedKeys] = [Object.keys(sent), Object.keys(stored)];
  return (
    keys.length === storedKeys.length &&
    keys.every((key) => isStoredAs((sent as never)[key], (stored as never)[key]))
  );
}

function fold(name: string): string {
  return name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
