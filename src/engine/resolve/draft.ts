// Splits documents into drafts: one per resource, in its own document or nested in its parent.
// Names are resolved later.
import { memo } from "../model/collections.ts";
import type { JsonObject, Path } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import { childKinds, documentKind, type Kind, type Kinds } from "../model/kind.ts";
import type { ParsedDocument } from "../parse/parsed-document.ts";

export interface Draft {
  readonly row: Kind;
  readonly document: ParsedDocument;
  /** Its path in the document; empty for the document itself. */
  readonly path: Path;
  readonly value: JsonObject;
  /** The parent, if it is nested in it. */
  readonly within: Draft | undefined;
}

/** The drafts of all documents, each parent directly before its nested children. */
export function drafts(kinds: Kinds, documents: readonly ParsedDocument[]): Draft[] {
  const all: Draft[] = [];
  const childrenOf = memo((row: Kind) => childKinds(kinds, row.kind));
  for (const document of documents) {
    const { value } = document;
    const row = documentKind(kinds, value["kind"]);
    if (row) add({ row, document, path: [], value, within: undefined });
  }
  return all;

  function add(draft: Draft): void {
    all.push(draft);
    const { document, path } = draft;
    for (const row of childrenOf(draft.row)) {
      const field = row.parent!.nestedField;
      const items = draft.value[field];
      if (!Array.isArray(items)) continue;
      items.forEach((value: unknown, index) => {
        if (isObject(value))
          add({ row, document, path: path.concat(field, index), value, within: draft });
      });
    }
  }
}
