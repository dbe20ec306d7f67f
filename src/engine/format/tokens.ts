// The tokens of YAML text: each character is in one of them.
import { Composer, CST, type Document, Lexer, type Node, Parser, visit } from "yaml";
import { readerOptions } from "../parse/yaml-documents.ts";

/** A document with its tokens. */
export interface TokenDocument {
  readonly token: CST.Document;
  /** Comments and line ends before the document. */
  readonly before: readonly CST.SourceToken[];
  nodeOf(token: CST.Token): Node | undefined;
}

/** The top-level tokens of a text; those of a document are nested in it. */
export function readTokens(text: string): readonly CST.Token[] {
  return [...new Parser().parse(text)];
}

/** The only document of a text; undefined if there is not exactly one, or if it has errors. */
export function singleDocument(text: string): TokenDocument | undefined {
  const tokens = readTokens(text);
  const index = tokens.findIndex(({ type }) => type === "document");
  const token = tokens[index];
  const before = tokens.slice(0, index);
  if (token?.type !== "document") return undefined;
  if (![...before, ...tokens.slice(index + 1)].every(isBlankOrComment)) return undefined;
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
  return { token, before: before as CST.SourceToken[], nodeOf: (other) => nodes.get(other) };
}

function isBlankOrComment({ type }: CST.Token): boolean {
  return type === "comment" || type === "newline" || type === "space";
}

/** Anchor and tag among tokens, separated by a blank. */
export function propsOf(tokens: readonly CST.SourceToken[]): string {
  return tokens
    .filter(({ type }) => type === "anchor" || type === "tag")
    .map(({ source }) => source)
    .join(" ");
}

/** The comments of a text in their order, without trailing blanks. */
export function commentsOf(text: string): readonly string[] {
  return lexemesOf(text)
    .filter((lexeme) => lexeme.startsWith("#"))
    .map((comment) => comment.trimEnd());
}

/** The smallest pieces of a text, without plain scalars and block scalars. */
export function lexemesOf(text: string): readonly string[] {
  const lexemes = [...new Lexer().lex(text)];
  return lexemes.filter((_lexeme, index) => lexemes[index - 1] !== CST.SCALAR);
}
