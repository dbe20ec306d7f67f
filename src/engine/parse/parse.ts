// Parses YAML 1.2 (core schema) with `yaml`: every valid text, and the errors of all others.
import { type Document, isAlias, isCollection, isNode, isPair, isScalar } from "yaml";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { isObject, type Json } from "../model/json.ts";
import type { SourceFile } from "../model/source-file.ts";
import { ignoredCodesIn } from "./ignored-codes.ts";
import type { ParsedDocument, ParsedFile } from "./parsed-document.ts";
import { truthWordsIn } from "./truth-words.ts";
import { locationAt, readYaml, type YamlFile } from "./yaml-documents.ts";
import { yamlProblems } from "./yaml-problems.ts";

/** How many times aliases may repeat nodes, in a document. Limits alias bombs. */
const maxAliasCount = 1000;
/** How many characters a document may have with its aliases resolved. */
const maxResolvedLength = 10_000_000;

/** Reads every document of a file. Empty documents are skipped; invalid ones become diagnostics. */
export function parse(file: SourceFile): ParsedFile {
  const yamlFile = readYaml(file);
  const parsed = yamlFile.documents.map((document, index) =>
    parseDocument(yamlFile, document, index),
  );
  return {
    yamlFile,
    documents: parsed.flatMap(({ document }) => document ?? []),
    diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics),
  };
}

function parseDocument(
  file: YamlFile,
  document: Document.Parsed,
  index: number,
): { readonly document?: ParsedDocument; readonly diagnostics: readonly Diagnostic[] } {
  const errorAt = (code: string, start: number, end: number, message: string, hint?: string) =>
    error(code, locationAt(file, [start, end]), message, hint);
  const problems = yamlProblems(document, file.text);
  if (problems.length > 0)
    return {
      diagnostics: problems.map(({ code, start, end, message, hint }) =>
        errorAt(code, start, end, message, hint),
      ),
    };
  const [start, end] = document.contents?.range ?? [0, 0];
  const value = valueOf(document);
  if (value === null) return { diagnostics: [] };
  if (value === undefined) {
    const message = "The aliases of this document expand to too much data.";
    return { diagnostics: [errorAt("yaml-alias", start, end, message)] };
  }
  if (!isObject(value)) {
    const message = "A document must be a mapping of keys to values.";
    return { diagnostics: [errorAt("not-a-mapping", start, end, message)] };
  }
  const ignoredCodes = ignoredCodesIn(document, file.text).map(({ code, range }) => ({
    code,
    location: locationAt(file, range),
  }));
  const truthWords = truthWordsIn(document).map(({ word, range }) => ({
    word,
    location: locationAt(file, range),
  }));
  return {
    document: { file: file.path, index, value, ignoredCodes, truthWords },
    diagnostics: [],
  };
}

/** The value; undefined if its aliases expand to too much data. */
function valueOf(document: Document.Parsed): Json | undefined {
  if (resolvedLength(document.contents, new Map()) > maxResolvedLength) return undefined;
  try {
    return document.toJS({ maxAliasCount }) as Json;
  } catch (problem) {
    if (problem instanceof ReferenceError) return undefined; // more than maxAliasCount
    throw problem;
  }
}

/** A node with an anchor. */
interface Anchored {
  readonly length: number;
  readonly isScalar: boolean;
  aliases: number;
}

/**
 * The characters of a node with its aliases resolved; infinite if a scalar has too many aliases, for
 * which toJS() takes quadratic time. `anchored`: the anchors before it.
 */
function resolvedLength(node: unknown, anchored: Map<string, Anchored>): number {
  if (isAlias(node)) {
    const target = anchored.get(node.source);
    if (!target) return 0;
    target.aliases++;
    return target.isScalar && target.aliases >= maxAliasCount ? Infinity : target.length;
  }
  if (isPair(node))
    return resolvedLength(node.key, anchored) + resolvedLength(node.value, anchored);
  if (!isNode(node)) return 0;
  const [start, end] = node.range ?? [0, 0];
  const length = isCollection(node)
    ? node.items.reduce<number>((sum, item) => sum + resolvedLength(item, anchored), 1)
    : end - start;
  if (node.anchor !== undefined) {
    anchored.set(node.anchor, { length, isScalar: isScalar(node), aliases: 0 });
  }
  return length;
}
