// Reads the values of plain YAML with js-yaml, several times as fast as `yaml`
// (docs/performance.md, row "validate 2,000"). All other texts, and those that js-yaml rejects, are
// left to `yaml` (parse.ts).
import { FAILSAFE_SCHEMA, loadAll, type LoadOptions, Type, YAMLException } from "js-yaml";
import { isNamed } from "../model/failure.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { findUnrepresentable, isLossyInteger } from "./representable.ts";
import type { SourceFile } from "../model/source-file.ts";
import type { ParsedFile } from "./parsed-document.ts";

/** Syntax that is left to `yaml`. */
const specialSyntax = [
  // Tabs, carriage returns and characters that are not printable.
  /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/,
  // Anchors, tags and indentation indicators. Starts with rare characters: this is 4 times as fast.
  /[!&|>](?<=(?:^|[\s[\]{},?:-]).)(?:(?<=!)|(?<=&)\S|(?<=[|>])[-+]?[1-9])/m,
];

/** Directives, and document markers with text. */
const directive = /^(?:%|---.|\.\.\.)/m;

/** Comments that `yaml` has to read, and those without a space before them, which it rejects. */
const specialComment = /["'[\]{},]#|promptctl-ignore/;

/** Reads a file of plain YAML; undefined if `yaml` has to read it. */
export function parsePlain({ path, text }: SourceFile): ParsedFile | undefined {
  // Only escapes can result in NUL or half of a surrogate pair. To search each value takes longer
  // (docs/performance.md, row "validate 2,000").
  const isRepresentable = !text.includes("\\");
  const rest = { file: path, isRepresentable, ignoredCodes: [], yaml11Booleans: [] };
  const plain = readPlain(text);
  if (!plain) return undefined;
  const documents = plain.values.map((value, index) => ({ ...rest, index, value }));
  return { documents, text: plain.text, diagnostics: [] };
}

interface PlainDocuments {
  /** All documents are mappings. */
  readonly values: readonly JsonObject[];
  /** The text as part of the copy that js-yaml reads, of which the values are parts too. */
  readonly text: string;
}

/** Undefined if `yaml` has to read the text. */
function readPlain(text: string): PlainDocuments | undefined {
  if (text.endsWith(" ") || !text.isWellFormed()) return;
  if (text.includes("<<<<<<<")) return; // perhaps a merge conflict
  // Few texts contain these characters, and to find them is faster than a pattern.
  if (text.includes("#") && specialComment.test(text)) return;
  if (["%", "---", "..."].some((each) => text.includes(each)) && directive.test(text)) return;
  if (specialSyntax.some((pattern) => pattern.test(text))) return;
  let collections = 0;
  let last: unknown; // the listener gets some collections twice in a row
  let copy = text;
  const listener: LoadOptions["listener"] = (event, { result, input }) => {
    copy = input;
    if (event !== "close" || result === last || typeof result !== "object") return;
    last = result;
    if (result !== null) collections += 1;
  };
  const documents = loadDocuments(text, { schema, listener });
  if (!documents?.every(isObject)) return undefined;
  let found = 0;
  const isPlain = documents.every((document) => hasStringKeys(document, () => (found += 1)));
  // js-yaml converts collections that are keys to strings: no document contains these.
  if (!isPlain || found !== collections) return undefined;
  return { values: documents, text: copy.slice(0, text.length) };
}

function loadDocuments(text: string, options: LoadOptions): Json[] | undefined {
  try {
    return loadAll(text, null, options) as Json[];
  } catch (problem) {
    if (isNamed<YAMLException>(problem, "YAMLException")) return undefined;
    throw problem;
  }
}

/** A key may have 1024 characters as it is written (YAML 1.2, section 7.4). */
const maxKeyLength = 1000;

/**
 * Whether all keys in a value were strings in the text, of a valid length. Calls `onCollection` for
 * each of its collections.
 */
function hasStringKeys(value: Json, onCollection: () => void): boolean {
  if (typeof value !== "object" || value === null) return true;
  onCollection();
  if (Array.isArray(value)) return value.every((item: Json) => hasStringKeys(item, onCollection));
  for (const key in value)
    if (
      words.has(key) ||
      number.test(key) ||
      key.length >= maxKeyLength ||
      !hasStringKeys((value as JsonObject)[key]!, onCollection)
    )
      return false;
  return true;
}

/**
 * The plain scalars that are no strings (core schema: YAML 1.2, section 10.3.2), but for infinity
 * and NaN.
 */
const words = new Map<string, Json>([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

const number = /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+)$/;

/** Whether YAML 1.1 reads a plain scalar as true or false, and YAML 1.2 as a string. */
export function isYaml11Boolean(text: string): boolean {
  return text.length <= 3 && /^(?:y|yes|n|no|on|off)$/i.test(text);
}

const scalar = new Type("core-schema-scalar", {
  kind: "scalar",
  resolve: (text: string) => {
    // What throws gets a diagnostic, whose location only `yaml` knows.
    if (number.test(text)) {
      if (isLossyInteger(text) || findUnrepresentable(Number(text)).length > 0)
        throw new YAMLException("not plain");
      return true;
    }
    if (text.length > 5) return false;
    if (/^(?:y|yes|n|no|on|off|[-+]?\.(?:inf|nan))$/i.test(text))
      throw new YAMLException("not plain");
    return words.has(text);
  },
  construct: (text: string) => (words.has(text) ? words.get(text) : Number(text)),
});

const schema = FAILSAFE_SCHEMA.extend({ implicit: [scalar] });
