// The version that the service holds, in the JSON document of a plan. It has no author and no subject
// of the commit: they are personal data.
import jsonPatch, { type Operation } from "fast-json-patch";
import type { HeldDocument } from "../../generated/types.ts";
import type { JsonObject } from "../model/json.ts";
import type { HeldVersion, NewestVersion, VersionCommit } from "../model/plan.ts";

export function heldDocument(held: HeldVersion): HeldDocument {
  const { type } = held;
  switch (type) {
    case "version":
      return {
        type,
        ...commitFields(held.at),
        behind: held.behind,
        ...(held.isPartial && { partial: true }),
      };
    case "other-ref":
      return {
        type,
        ...commitFields(held.at),
        ref: held.ref,
        ...(held.isMerged && { merged: true }),
      };
    case "none":
      return { type, ...(held.newest && newestFields(held.newest)) };
    case "unknown":
      return { type };
  }
}

function commitFields({ commit, date, orOlder }: VersionCommit): Partial<HeldDocument> {
  return { commit, date, ...(orOlder && { orOlder }) };
}

function newestFields({ at, content, observed }: NewestVersion): Partial<HeldDocument> {
  const changedOnService = jsonPatch.compare(content, observed);
  return { ...commitFields(at), newest: content, changedOnService } as Partial<HeldDocument>;
}

/** Reads the version from a document. Undefined if fields are missing or do not fit together. */
export function heldFrom(document: HeldDocument): HeldVersion | undefined {
  const { type, commit, date, orOlder = false, behind, partial, ref, merged = false } = document;
  const at = commit !== undefined &&
    date !== undefined && { commit, date, orOlder, author: "", subject: "" };
  switch (type) {
    case "version":
      if (!at || behind === undefined) return undefined;
      return { type, at, behind, ...(partial && { isPartial: true }) };
    case "other-ref":
      if (!at || ref === undefined) return undefined;
      return { type, at, ref, isChosen: false, isMerged: merged };
    case "none": {
      if (!at) return { type };
      const newest = newestFrom(document, at);
      return newest && { type, newest };
    }
    case "unknown":
      return { type };
  }
}

function newestFrom(
  { newest, changedOnService }: HeldDocument,
  at: VersionCommit,
): NewestVersion | undefined {
  if (!newest || !changedOnService) return undefined;
  const content = newest as JsonObject;
  try {
    const operations = changedOnService as Operation[];
    const { newDocument } = jsonPatch.applyPatch(structuredClone(content), operations, true);
    return { at, content, observed: newDocument };
  } catch {
    return undefined; // the operations do not fit the version
  }
}
