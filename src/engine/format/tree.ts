// A YAML document as fmt sees it: entries with the comments that belong to them, in the order of the
// text. reader.ts makes it, order.ts sorts it, print.ts writes it.

/** A comment, or an empty line (""), on a line of its own. */
export type LayoutLine = string;

export interface DocumentLayout {
  /** What stays on top: comments up to the last empty line before the first key, and those for editors. */
  readonly header: readonly LayoutLine[];
  readonly body: BlockGroup | FlowCollection;
  readonly below: readonly LayoutLine[];
}

/** A key or a dash with its value. */
export interface LayoutEntry {
  readonly above: readonly LayoutLine[];
  /** The key; undefined for a dash, and for a key that is no plain one. */
  readonly name?: string;
  /** Anchor and tag. */
  readonly props: string;
  /** Comments on its own line. */
  readonly beside: readonly string[];
  readonly value: LayoutValue;
}

export type LayoutValue =
  /** One line; empty for no value. */
  | { readonly form: "line"; readonly text: string }
  /** A block scalar: `|` or `>` with what follows it, and its lines without indentation. */
  | { readonly form: "block"; readonly head: string; readonly lines: readonly string[] }
  | FlowCollection
  /** Lines as they stand, those after the first relative to the column of their entry. */
  | { readonly form: "asIs"; readonly lines: readonly string[] }
  | BlockGroup;

/** A mapping or a list over several lines. */
export interface BlockGroup {
  readonly form: "map" | "list";
  readonly entries: readonly LayoutEntry[];
  /** Comments after the last entry. */
  readonly below: readonly LayoutLine[];
}

/** A mapping or a list in brackets. */
export interface FlowCollection {
  readonly form: "flow";
  readonly open: "[" | "{";
  /** Whether it stands on several lines. */
  readonly isBroken: boolean;
  readonly items: readonly FlowItem[];
}

export interface FlowItem {
  readonly name?: string;
  /** Anchor and tag of the value. */
  readonly props: string;
  /** Without one, only the key stands there. */
  readonly value?: LayoutValue & { readonly form: "line" | "flow" };
}

/** A document that nothing here is sure of: it stays as it stands. */
export class UnsupportedLayout extends Error {}
