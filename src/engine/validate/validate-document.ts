// Validates a document as a definition: its kind, and the schema of the kind.
import { oneOf, withArticle } from "../text/word-lists.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { errorAt, type UnlocatedDiagnostic } from "../model/diagnostic.ts";
import { documentKind, documentKinds, type Kinds } from "../model/kind.ts";
import { type ParsedDocument, placeIn } from "../parse/parsed-document.ts";
import type { CompiledSchema } from "./compiled-schema.ts";
import { validate } from "./validate.ts";

/** The schema of each kind. */
export type CompiledSchemas = { readonly [kind: string]: CompiledSchema };

/** All errors of a document against the schema of its kind. */
export function validateDocument(
  kinds: Kinds,
  schemas: CompiledSchemas,
  document: ParsedDocument,
): UnlocatedDiagnostic[] {
  const { kind } = document.value;
  if (kind === undefined || kind === null) return [missingKind(kinds, document)];
  const row = documentKind(kinds, kind);
  if (!row) return [unknownKind(kinds, document)];
  const errors = validate(schemas[row.kind]!, document);
  const { field, kind: parentKind } = row.parent ?? {};
  if (field === undefined || document.value[field] !== undefined) return errors;
  const isMisspelled = errors.some(
    ({ code, place, hint }) =>
      code === "unknown-key" && place.path.length === 1 && hint === `Did you mean "${field}"?`,
  );
  if (isMisspelled) return errors;
  const message = `"${field}" is missing: ${withArticle(row.kind)} in a document of its own names its ${parentKind}.`;
  return [...errors, errorAt("missing-key", placeIn(document, []), message)];
}

function missingKind(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic {
  const similar = Object.keys(document.value).find((key) => key.toLowerCase() === "kind");
  const isMisspelled = similar !== undefined && similar !== "kind";
  return errorAt(
    "missing-key",
    placeIn(document, []),
    `"kind" is missing: ${oneOf(documentKinds(kinds).map((row) => row.kind))}.`,
    isMisspelled ? `"${similar}" must be lower case.` : undefined,
  );
}

function unknownKind(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic {
  const { kind } = document.value;
  const names = documentKinds(kinds).map((row) => row.kind);
  return errorAt(
    "unknown-kind",
    placeIn(document, ["kind"]),
    `Unknown kind ${JSON.stringify(kind)}.`,
    didYouMean(String(kind), names) ?? `The kinds are ${names.join(", ")}.`,
  );
}
