// The tokens of YAML text: each character is in one of them.
import { CST, Lexer, type Node, Parser, visit } from "yaml";
import { composeDocuments, readerOptions } from "../parse/compose-documents.ts";

/** A document with its tokens. */
export interface TokenDocument {
  /** Undefined if the text has only comments. */
  readonly token: CST.Document | undefined;
  /** Comments and line endings before the document. */
  readonly before: readonly CST.Token[];
  nodeOf(token: CST.Token): Node | undefined;
}

/** The top-level tokens of a text; those of a document are nested in it. */
export function readTokens(text: string): readonly CST.Token[] {
  return [...new Parser().parse(text)];
}

/** A text that should be one document. `tokens`: its tokens, if they are known. */
export interface DocumentText {
  readonly text: string;
  readonly tokens?: readonly CST.Token[] | undefined;
}

/** The document of a text; undefined if there are several, or if it has errors. */
export function singleDocument({
  text,
  tokens = readTokens(text),
}: DocumentText): TokenDocument | undefined {
  const token = tokens.find((each) => each.type === "document");
  if (!tokens.every((each) => each === token || isBlankOrComment(each))) return undefined;
  const documents = composeDocuments(tokens, { ...readerOptions, keepSourceTokens: true });
  if (documents.some(({ errors }) => errors.length > 0)) return undefined;
  const nodes = new Map<CST.Token, Node>();
  for (const document of documents)
    visit(document, {
      Node: (_key, node) => {
        const { srcToken } = node as { srcToken?: CST.Token };
        if (srcToken) nodes.set(srcToken, node as Node);
      },
    });
  const before = token ? tokens.slice(0, tokens.indexOf(token)) : tokens;
  return { token, before, nodeOf: (other) => nodes.get(other) };
}

function isBlankOrComment({ type }: CST.Token): boolean {
  return type === "comment" || type === "newline" || type === "space";
}

/** Anchor and tag among tokens, separated by a space. */
export function propsOf(tokens: readonly CST.SourceToken[]): string {
  return tokens
    .filter(({ type }) => type === "anchor" || type === "tag")
    .map(({ source }) => source)
    .join(" ");
}

/** The comments of a text in their order, without trailing spaces. */
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
