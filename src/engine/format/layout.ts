// The layout of a YAML document: its entries with their comments, in the order of the text.
// read-document.ts reads it, key-order.ts sorts it, print.ts prints it.

/** A comment on a line of its own, or an empty line (""). */
export type LayoutLine = string;

export interface DocumentLayout {
  /** Comments up to the last empty line before the first key, and comments for editors. */
  readonly header: readonly LayoutLine[];
  readonly body: BlockGroup | FlowCollection;
  readonly below: readonly LayoutLine[];
}

/** A key or a dash with its value. */
export interface LayoutEntry {
  readonly above: readonly LayoutLine[];
  /** The key; undefined for list items, and for keys that are not plain scalars. */
  readonly name?: string;
  /** Anchor and tag. */
  readonly props: string;
  /** Comments on its own line. */
  readonly beside: readonly string[];
  readonly value: LayoutValue;
}

export type LayoutValue =
  | ScalarLayout
  | FlowCollection
  /** Unchanged lines; those after the first relative to the column of their entry. */
  | { readonly form: "source"; readonly lines: readonly string[] }
  | BlockGroup;

/** One line, empty for no value; or a block scalar. */
export interface ScalarLayout {
  readonly form: "scalar";
  /** The line, or the header of the block (`|`, `>-` …). */
  readonly text: string;
  /** The lines of a block without indentation. */
  readonly block?: readonly string[];
}

/** A block mapping or list; without entries, the comments of an entry without a value. */
export interface BlockGroup {
  readonly form: "map" | "list";
  readonly entries: readonly LayoutEntry[];
  /** Comments after the last entry. */
  readonly below: readonly LayoutLine[];
}

/** A mapping or list in brackets. */
export interface FlowCollection {
  readonly form: "flow";
  readonly open: "[" | "{";
  /** True if it has several lines. */
  readonly isMultiLine: boolean;
  readonly entries: readonly FlowItem[];
}

export interface FlowItem extends Pick<LayoutEntry, "name" | "props"> {
  /** Undefined for a key without a colon. */
  readonly value?: ScalarLayout | FlowCollection;
}

/** Thrown for YAML that the layout cannot represent; the document stays unchanged. */
export class UnsupportedLayout extends Error {
  override readonly name = "UnsupportedLayout";
}
