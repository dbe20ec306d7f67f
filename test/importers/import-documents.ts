// Runs an importer on documents, without files and places.
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import { toPointer } from "../../src/engine/model/json.ts";
import { definitionsOf } from "../../src/importers/convert/definitions.ts";
import type { ImportContext, ReadReferred } from "../../src/importers/convert/imported.ts";
import { importers } from "../../src/importers/importers.ts";
import type { LeftField, SourceDocument } from "../../src/importers/convert/source-node.ts";

export interface ImportedDocuments {
  readonly definitions: readonly JsonObject[];
  /** `pointer` or `pointer: reason` of each field that is not carried. */
  readonly left: readonly string[];
  readonly refused: readonly string[];
  /** Of each field that is carried, but not as it is. */
  readonly changed: readonly string[];
  readonly refusedFields: readonly LeftField[];
  readonly unread: readonly string[];
  /** `place: message` of each file or line with wrong syntax. */
  readonly broken: readonly string[];
  /** The documents and the pointers of the fields that are not carried as they are. */
  readonly leftFields: readonly LeftField[];
}

function documentsOf(values: readonly Json[], file = "a.json"): SourceDocument[] {
  return values.map((value, index) => ({
    file,
    text: JSON.stringify(value),
    linesBefore: index,
    index: 0,
    value,
  }));
}

const noFiles: ReadReferred = (_from, path) => `There is no file ${path}.`;

/** Imports the documents of one file. */
export function importDocuments(
  format: string,
  values: readonly Json[],
  context: Partial<ImportContext> = {},
): ImportedDocuments {
  const {
    prompts,
    left,
    refused,
    changed,
    unread = [],
    broken = [],
  } = importers[format]!(documentsOf(values), {
    readReferred: noFiles,
    ...context,
  });
  const lineOf = ({ path, reason }: LeftField): string =>
    reason === undefined ? toPointer(path) : `${toPointer(path)}: ${reason}`;
  return {
    definitions: definitionsOf(prompts).map(({ document }) => document),
    left: left.map(lineOf),
    refused: refused.map(lineOf),
    changed: changed.map(lineOf),
    refusedFields: refused,
    unread: unread.map(lineOf),
    broken: broken.map(({ place, message }) => `${place}: ${message}`),
    leftFields: [...left, ...refused, ...unread, ...changed],
  };
}
