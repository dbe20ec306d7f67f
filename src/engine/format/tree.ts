// A YAML document as fmt sees it: entries with the comments that belong to them, in the order of the
// text. reader.ts makes it, order.ts sorts it, print.ts writes it.

/** A comment, or an empty line (""), on a line of its own. */
export type Line = string;

export interface Root {
  /** What stays on top: comments up to the last empty line before the first key, and those for editors. */
  readonly header: readonly Line[];
  readonly body: Group | Flow;
  readonly below: readonly Line[];
}

/** A key or a dash with its value. */
export interface Entry {
  readonly above: readonly Line[];
  /** The key; undefined for a dash, and for a key that is no plain one. */
  readonly name?: string;
  /** Anchor and tag. */
  readonly props: string;
  /** Comments on its own line. */
  readonly beside: readonly string[];
  readonly value: Value;
}

export type Value =
  /** One line; empty for no value. */
  | { readonly form: "line"; readonly text: string }
  /** A block scalar: `|` or `>` with what follows it, and its lines without indentation. */
  | { readonly form: "block"; readonly head: string; readonly lines: readonly string[] }
  | Flow
  /** Lines as they stand, those after the first relative to the column of their entry. */
  | { readonly form: "asIs"; readonly lines: readonly string[] }
  | Group;

/** A mapping or a list over several lines. */
export interface Group {
  readonly form: "map" | "list";
  readonly entries: readonly Entry[];
  /** Comments after the last entry. */
  readonly below: readonly Line[];
}

/** A mapping or a list in brackets. */
export interface Flow {
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
  readonly value?: Value & { readonly form: "line" | "flow" };
}

/** A document that nothing here is sure of: it stays as it stands. */
export class Unsure extends Error {}
