// Parses YAML 1.2 (core schema) with `yaml`: every valid text, and the errors of all others.
import { type Document, isAlias, isCollection, isNode, isPair, isScalar } from "yaml";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { isObject, type Json } from "../model/json.ts";
import type { SourceFile } from "../model/source-file.ts";
import { ignoredCodesIn } from "./ignored-codes.ts";
import { lossyNumberProblems, findYaml11Booleans } from "./plain-scalars.ts";
import { conflictMarkerAt, findMergeConflict } from "./conflict-markers.ts";
import type { ParsedDocument, ParsedFile, ParsedList, ParsedValues } from "./parsed-document.ts";
import { conflictProblem } from "./syntax-problems.ts";
import { locationAt, readYaml, type YamlFile, type YamlProblem } from "./yaml-documents.ts";
import { yamlProblems } from "./yaml-problems.ts";

/** How many times aliases may repeat nodes, in a document. Limits alias bombs. */
const maxAliasCount = 1000;
/** How many characters a document may have with its aliases resolved. */
const maxResolvedLength = 10_000_000;

/** Reads every document of a file. Empty documents are skipped; invalid ones become diagnostics. */
export function parse(file: SourceFile): ParsedFile {
  const yamlFile = readYaml(file);
  const conflict = findMergeConflict(file.text);
  if (conflict) return conflictOnly(yamlFile, conflictProblem(conflict));
  const documents: ParsedDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, document] of yamlFile.documents.entries()) {
    const problems = yamlProblems(document, yamlFile);
    const marker = problems.find(({ code }) => code === "merge-conflict");
    if (marker) return conflictOnly(yamlFile, marker);
    const value = problems.length > 0 ? null : valueOf(document);
    if (isObject(value)) {
      const ignoredCodes = ignoredCodesIn(document, yamlFile);
      const yaml11Booleans = findYaml11Booleans(document, yamlFile);
      problems.push(...lossyNumberProblems(document));
      documents.push({ file: file.path, index, value, ignoredCodes, yaml11Booleans });
    } else if (value !== null) {
      const problem = contentProblem(document, value, file.text);
      if (problem.code === "merge-conflict") return conflictOnly(yamlFile, problem);
      problems.push(problem);
    }
    diagnostics.push(...problems.map((each) => errorOf(yamlFile, each)));
  }
  return { documents, diagnostics, yamlFile };
}

/** Reads a file whose only document is a list; empty if the file is empty or invalid. */
export function parseList(file: SourceFile): ParsedList {
  const yamlFile = readYaml(file);
  const [document, second] = yamlFile.documents.filter(({ contents }) => contents !== null);
  const problems = yamlFile.documents.flatMap((each) => yamlProblems(each, yamlFile));
  const value = problems.length > 0 || !document ? [] : valueOf(document);
  if (document && !Array.isArray(value)) problems.push(listProblem(document, value, file.text));
  if (second) problems.push(listProblem(second, null, file.text));
  const diagnostics = problems.map((each) => errorOf(yamlFile, each));
  return { list: diagnostics.length > 0 ? [] : (value as readonly Json[]), diagnostics };
}

/**
 * The values of all documents of a file that another tool has written, in any form and with merge
 * keys. Empty documents are null.
 */
export function parseValues(file: SourceFile): ParsedValues {
  const yamlFile = readYaml(file, true);
  const diagnostics: Diagnostic[] = [];
  const values = yamlFile.documents.map((document): Json => {
    const problems = yamlProblems(document, yamlFile).filter(({ code }) => code !== "unknown-key");
    const value = problems.length > 0 ? null : valueOf(document);
    if (value === undefined) problems.push(contentProblem(document, value, file.text));
    diagnostics.push(...problems.map((each) => errorOf(yamlFile, each)));
    return value ?? null;
  });
  return { values, diagnostics };
}

function listProblem(
  document: Document.Parsed,
  value: Json | undefined,
  text: string,
): YamlProblem {
  const problem = contentProblem(document, value, text);
  const isOfList = problem.code === "not-a-mapping";
  return isOfList ? { ...problem, message: "The file must contain one list." } : problem;
}

function conflictOnly(yamlFile: YamlFile, conflict: YamlProblem): ParsedFile {
  return { documents: [], diagnostics: [errorOf(yamlFile, conflict)], yamlFile };
}

function errorOf(file: YamlFile, { code, range, message, hint }: YamlProblem): Diagnostic {
  return error(code, locationAt(file, range), message, hint);
}

function contentProblem(
  { contents }: Document.Parsed,
  value: Json | undefined,
  text: string,
): YamlProblem {
  const range = contents?.range ?? [0, 0];
  const marker = conflictMarkerAt(text, range[0]); // one that was left over is a plain text
  if (marker) return conflictProblem(marker);
  return value === undefined
    ? {
        code: "yaml-alias",
        range,
        message: "The aliases of this document expand to too much data.",
      }
    : { code: "not-a-mapping", range, message: "A document must be a mapping of keys to values." };
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
