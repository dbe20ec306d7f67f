// The version that the service holds, in the JSON document of a plan. It has no author and no subject
// of the commit: they are personal data.
import type { HeldDocument } from "../../generated/types.ts";
import type { HeldVersion, VersionCommit } from "../model/held-version.ts";
import { valueEdits } from "../json/value-edits.ts";

export function heldDocument(held: HeldVersion): HeldDocument {
  if ("at" in held) return { ...held, at: anonymousCommit(held.at) };
  if (held.type === "unknown" || !held.newest) return held as HeldDocument;
  const { newest, ...others } = held;
  const { at, content, observed } = newest;
  return {
    ...others,
    newest: { at: anonymousCommit(at), content, observed },
    changedOnService: valueEdits(content, observed),
  } as HeldDocument;
}

type AnonymousCommit = Omit<VersionCommit, "author" | "subject">;

function anonymousCommit({ commit, date, orOlder }: VersionCommit): AnonymousCommit {
  return { commit, date, orOlder };
}

/** Reads the version from a document. */
export function heldFrom(document: HeldDocument): HeldVersion {
  const withAuthor = (at: AnonymousCommit): VersionCommit => ({ ...at, author: "", subject: "" });
  if ("at" in document) return { ...document, at: withAuthor(document.at) };
  if (document.type === "unknown" || !document.newest) return document as HeldVersion;
  const { newest, changedOnService: _changed, ...others } = document;
  const { at, ...contents } = newest;
  return { ...others, newest: { at: withAuthor(at), ...contents } } as HeldVersion;
}
