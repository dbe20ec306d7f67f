// The tokens of YAML text, as the parser that keeps places gives them: every character is in one.
import { Composer, type CST, type Document, type Node, Parser, visit } from "yaml";
import { readerOptions } from "../parse/parse.ts";

/** A document with its tokens. */
export interface TokenDocument {
  readonly token: CST.Document;
  /** What stands before the document: comments and line ends. */
  readonly before: readonly CST.SourceToken[];
  nodeOf(token: CST.Token): Node | undefined;
}

/** The tokens of a text, one after the other; those of a document stand in it. */
export function tokensOf(text: string): readonly CST.Token[] {
  return [...new Parser().parse(text)];
}

/** The only document of a text; undefined where it holds none or another number, or mistakes. */
export function onlyDocument(text: string): TokenDocument | undefined {
  const tokens = tokensOf(text);
  const index = tokens.findIndex(({ type }) => type === "document");
  const token = tokens[index];
  if (token?.type !== "document" || !tokens.slice(index + 1).every(isOutside)) return undefined;
  const before = tokens.slice(0, index);
  if (!before.every(isOutside)) return undefined;
  const options = { ...readerOptions, keepSourceTokens: true };
  const documents: Document.Parsed[] = [...new Composer(options).compose(tokens)];
  const [document] = documents;
  if (!document || documents.length > 1 || document.errors.length > 0) return undefined;
  const nodes = new Map<CST.Token, Node>();
  visit(document, {
    Node: (_key, node) => {
      const { srcToken } = node as { srcToken?: CST.Token };
      if (srcToken) nodes.set(srcToken, node as Node);
    },
  });
  return { token, before: before as CST.SourceToken[], nodeOf: (each) => nodes.get(each) };
}

function isOutside({ type }: CST.Token): boolean {
  return type === "comment" || type === "newline" || type === "space";
}

type Leaf = CST.SourceToken | CST.FlowScalar;

/** Every token in a token, in the order of the text. */
export function flat(token: CST.Token): readonly Leaf[] {
  const leaves: Leaf[] = [];
  gather(token, leaves);
  return leaves;
}

/** The same of an entry. */
export function flatItem(item: CST.CollectionItem): readonly Leaf[] {
  const leaves: Leaf[] = [];
  gatherItem(item, leaves);
  return leaves;
}

function gather(token: CST.Token, leaves: Leaf[]): void {
  switch (token.type) {
    case "document":
      leaves.push(...token.start);
      if (token.value) gather(token.value, leaves);
      break;
    case "block-map":
    case "block-seq":
      for (const item of token.items) gatherItem(item, leaves);
      return;
    case "flow-collection":
      leaves.push(token.start);
      for (const item of token.items) gatherItem(item, leaves);
      break;
    case "block-scalar": {
      const { offset, indent, source } = token;
      for (const each of token.props) gather(each, leaves);
      leaves.push({ type: "scalar", offset, indent, source });
      return;
    }
    default:
      leaves.push(token as Leaf);
  }
  if ("end" in token && token.end) leaves.push(...token.end);
}

function gatherItem({ start, key, sep, value }: CST.CollectionItem, leaves: Leaf[]): void {
  leaves.push(...start);
  if (key) gather(key, leaves);
  if (sep) leaves.push(...sep);
  if (value) gather(value, leaves);
}

/** Anchor and tag among tokens, as they stand. */
export function propsOf(tokens: readonly CST.SourceToken[]): string {
  return tokens
    .filter(({ type }) => type === "anchor" || type === "tag")
    .map(({ source }) => source)
    .join(" ");
}

/** The comments of a text in their order, without the blanks at their ends. */
export function commentsOf(text: string): readonly string[] {
  return tokensOf(text)
    .flatMap((token) => [...flat(token)])
    .filter(({ type }) => type === "comment")
    .map(({ source }) => source.trimEnd());
}
