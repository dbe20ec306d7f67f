// How `yaml` makes documents of the tokens of a text: its options, and the limit on nested collections.
// Everything that `yaml` reads goes through here: its composer is recursive.
import { maxLevels } from "../model/json.ts";
import { Composer, type CST, type Document } from "yaml";

export const readerOptions = {
  prettyErrors: false,
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false, // compares all keys of a mapping; yaml-problems.ts finds them in linear time
  version: "1.2",
} as const;

/** The error of a document with too many levels. */
export const depthMessage: string = `The document is nested too deeply: at most ${maxLevels} levels are allowed.`;

/** The documents of tokens. A collection that is nested too deeply is an error in its document. */
export function composeDocuments(
  tokens: Iterable<CST.Token>,
  options: ComposerOptions,
): Document.Parsed[] {
  return [...new Composer(options).compose(limitedTokens(tokens))] as Document.Parsed[];
}

type ComposerOptions = ConstructorParameters<typeof Composer>[0];

function* limitedTokens(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === "document" && token.value) limitDepth(token.value);
    yield token;
  }
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

function isTokenOfCollection(token: CST.Token | null | undefined): token is Collection {
  return token !== null && token !== undefined && "items" in token;
}

/** Replaces collections that are nested too deeply by errors, without recursion. */
function limitDepth(token: CST.Token): void {
  let level = [token].filter(isTokenOfCollection);
  for (let depth = 1; level.length > 0; depth++) {
    const below: Collection[] = [];
    for (const { items } of level)
      for (const item of items as CST.CollectionItem[])
        for (const part of ["key", "value"] as const) {
          const nested = item[part];
          if (!isTokenOfCollection(nested)) continue;
          if (depth < maxLevels) below.push(nested);
          else item[part] = errorAt(nested.offset);
        }
    level = below;
  }
}

function errorAt(offset: number): CST.ErrorToken {
  return { type: "error", offset, source: "", message: depthMessage };
}
