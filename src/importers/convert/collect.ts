// Runs an importer on every part of the documents that is a prompt. A part that cannot be imported
// is listed with its place; the others are imported.
import { isNamed } from "../../engine/model/failure.ts";
import { isObject, jsonEquals } from "../../engine/model/json.ts";
import { factsOf } from "../../engine/providers/provider-facts.ts";
import { movedSystemMessages } from "../../engine/render/system-order.ts";
import { type ImportedPrompt, type ImportResult, RefusedPart } from "./imported.ts";
import { changedFields, leftFields } from "./left-fields.ts";
import {
  carry,
  itemsOf,
  type LeftField,
  rootOf,
  type SourceDocument,
  type SourceNode,
} from "./source-node.ts";

/**
 * Imports every document, and every item of a document that is a list. `select` returns the parts
 * of them that are imported.
 */
export function importEach(
  documents: readonly SourceDocument[],
  read: (node: SourceNode) => readonly ImportedPrompt[],
  select: (parts: readonly SourceNode[]) => readonly SourceNode[] = (parts) => parts,
): ImportResult {
  const roots = documents.map(rootOf);
  return collect(roots, select(roots.flatMap(partsOf)), (part) => {
    if (!isObject(part.value)) throw new RefusedPart(part, "It is not a JSON object.");
    return read(part);
  });
}

function isSame(one: LeftField, other: LeftField): boolean {
  const isSamePlace = one.source === other.source && jsonEquals([...one.path], [...other.path]);
  return isSamePlace && one.reason === other.reason;
}

/** Of prompts with a message of the system after others that moves to the front, where they are. */
function reorderedPrompts(prompts: readonly ImportedPrompt[]): LeftField[] {
  const reasons = new Map<SourceNode, string>();
  for (const { parameters, messages, source } of prompts) {
    const facts = factsOf(parameters["provider"]);
    if (facts?.systemFirst === true && movedSystemMessages(messages).length > 0)
      reasons.set(source, `${facts.name} gets the messages of the system before all others.`);
  }
  return [...reasons].map(
    ([
      {
        path,
        record: { source },
      },
      reason,
    ]) => ({ source, path, reason }),
  );
}

/** The items of a list; a document that is no list is one part. */
export function partsOf(root: SourceNode): SourceNode[] {
  return Array.isArray(root.value) ? itemsOf(root) : [root];
}

/**
 * Imports the parts, and lists what no definition has of the documents with these roots, those that
 * `read` adds included. `finish` runs when all parts are read.
 */
export function collect(
  roots: readonly SourceNode[],
  parts: readonly SourceNode[],
  read: (node: SourceNode) => readonly ImportedPrompt[],
  finish: () => void = () => {},
): ImportResult {
  const refused: LeftField[] = [];
  const prompts = parts.flatMap((part): readonly ImportedPrompt[] => {
    try {
      return read(part);
    } catch (problem) {
      if (!isNamed<RefusedPart>(problem, "RefusedPart")) throw problem;
      const { path, record, offset } = problem.node;
      const field: LeftField = {
        source: record.source,
        path,
        reason: problem.message,
        ...(offset !== undefined && { offset: offset + problem.index }),
      };
      // What several parts lack is one error: the model of a configuration.
      if (problem.node === part || !refused.some((each) => isSame(each, field)))
        refused.push(field);
      carry(part); // it is listed as a whole
      return [];
    }
  });
  finish();
  return {
    prompts,
    refused,
    left: roots.flatMap(leftFields),
    changed: roots.flatMap(changedFields),
    reordered: reorderedPrompts(prompts),
  };
}
