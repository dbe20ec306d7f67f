// Documents taken apart: one draft per resource, whether it has a document of its own or stands
// in place in its parent. Names are not looked at yet.
import type { JsonObject, Path } from "./json.ts";
import { isObject } from "./json.ts";
import { childKinds, type Kind, type Kinds } from "./kind.ts";
import type { ParsedDocument } from "./parse.ts";

export interface Draft {
  readonly row: Kind;
  readonly document: ParsedDocument;
  /** Where it begins in the document; empty for the document itself. */
  readonly path: Path;
  readonly value: JsonObject;
  /** The draft it stands in, if it stands in place. */
  readonly within?: Draft;
}

/** Every resource of the documents, parents right before the children that stand in them. */
export function drafts(kinds: Kinds, documents: readonly ParsedDocument[]): Draft[] {
  return documents.flatMap((document) => {
    const row = kinds.find((each) => each.kind === document.value["kind"]);
    return row ? withChildren(kinds, { row, document, path: [], value: document.value }) : [];
  });
}

function withChildren(kinds: Kinds, draft: Draft): Draft[] {
  const children = childKinds(kinds, draft.row.kind).flatMap((row) => {
    const field = row.parent!.inPlace;
    const items = draft.value[field];
    if (!Array.isArray(items)) return [];
    return items.flatMap((value: unknown, index) =>
      isObject(value)
        ? withChildren(kinds, {
            row,
            document: draft.document,
            path: [...draft.path, field, index],
            value,
            within: draft,
          })
        : [],
    );
  });
  return [draft, ...children];
}
