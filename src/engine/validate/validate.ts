// Validates a document as a definition, and against a schema. schema-messages.ts contains the messages.
import { groupBy, memo, once } from "../model/collections.ts";
import { errorAt, type Finding, type UnlocatedDiagnostic } from "../model/diagnostic.ts";
import { similarWord, didYouMean } from "../text/did-you-mean.ts";
import { fromPointer, type Json, type JsonObject, valueAt } from "../model/json.ts";
import { findUnrepresentable } from "../parse/representable.ts";
import { type ParsedDocument, placeIn } from "../parse/parsed-document.ts";
import type { CompiledSchema, SchemaError } from "./compiled-schema.ts";
import { keysAt } from "./schema-lookup.ts";
import { findingOf } from "./schema-messages.ts";
import { misplacedKeys } from "./misplaced-keys.ts";
import { oneOf, withArticle } from "../text/word-lists.ts";
import { documentKind, documentKinds, type Kinds } from "../model/kind.ts";

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
  const known = once(() => keysAt(schemas[row.kind]!.schema(), document.value, []));
  const isWrittenWrongly = errors.some(({ code, place: { path } }) => {
    const key = String(path.at(-1));
    const isMeant = (): boolean => path.length === 1 && similarWord(key, known()) === field;
    return code === "unknown-key" && (key === field || isMeant());
  });
  if (isWrittenWrongly) return errors;
  const message = `"${field}" is missing: ${withArticle(row.kind)} in a document of its own names its ${parentKind}.`;
  return [...errors, errorAt("missing-key", placeIn(document, []), message)];
}

function missingKind(kinds: Kinds, document: ParsedDocument): UnlocatedDiagnostic {
  const similar = Object.keys(document.value).find(
    (key) => key !== "kind" && similarWord(key, ["kind"]) !== undefined,
  );
  const isCapital = similar?.toLowerCase() === "kind";
  return errorAt(
    "missing-key",
    placeIn(document, []),
    `"kind" is missing: ${oneOf(documentKinds(kinds).map((row) => row.kind))}.`,
    similar &&
      (isCapital ? `"${similar}" must be lower case.` : `Write "kind" in place of "${similar}".`),
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

/** All errors of a document against a schema, and the values that no service can represent. */
export function validate(schema: CompiledSchema, document: ParsedDocument): UnlocatedDiagnostic[] {
  const { value, isRepresentable = false } = document;
  const found = [
    ...schemaErrors(schema, value),
    ...(isRepresentable ? [] : findUnrepresentable(value)),
  ];
  return found.map(({ code, path, part, message, hint, quotes }) => ({
    ...errorAt(code, { ...placeIn(document, path), ...(part && { part }) }, message, hint),
    ...(quotes && { quotes }),
  }));
}

function schemaErrors({ validate: isValid, schema }: CompiledSchema, value: Json): Finding[] {
  if (isValid(value)) return [];
  const all = isValid.errors ?? [];
  const isRedundant = createRedundancyCheck(all, schema(), value);
  const misplaced = misplacedKeys(all, schema(), value);
  const errors = all.filter((error) => !isRedundant(error) && !misplaced.caused.has(error));
  const unique = new Map(
    mergeAlternatives(errors).map((error) => [
      JSON.stringify([error.instancePath, error.keyword, error.params]),
      error,
    ]),
  );
  return [...unique.values()].map((error) => {
    const hint = misplaced.hints.get(error);
    return { ...findingOf(schema(), value, error), ...(hint !== undefined && { hint }) };
  });
}

/**
 * Returns a function: whether another error reports the same mistake. A missing tag is listed with
 * the valid tags, a missing key that is misspelled as an unknown key, an infinite number as such.
 */
function createRedundancyCheck(
  all: readonly SchemaError[],
  schema: JsonObject,
  value: Json,
): (error: SchemaError) => boolean {
  const byPath = groupBy(all, ({ instancePath }) => instancePath);
  const keysOf = memo((path: string) => keysAt(schema, value, fromPointer(path)));
  return ({ keyword, instancePath, params }) => {
    if (keyword === "if") return true; // the errors of its branch are reported
    if (keyword === "type") {
      const found = valueAt(value, fromPointer(instancePath));
      return typeof found === "number" && !Number.isFinite(found);
    }
    if (keyword !== "required") return false;
    const missing = params["missingProperty"];
    return byPath.get(instancePath)!.some((each) => {
      if (each.keyword === "discriminator") return each.params["tag"] === missing;
      if (each.keyword !== "additionalProperties") return false;
      const key = String(each.params["additionalProperty"]);
      return similarWord(key, keysOf(instancePath)) === missing;
    });
  };
}

/**
 * Where one of several types is allowed, ajv reports the errors of every alternative. If the value
 * has one of the types, the errors about the others are removed, else they become one error.
 */
function mergeAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf");
  if (choices.length === 0) return errors;
  const choicePaths = new Set(choices.map(({ instancePath }) => instancePath));
  const isAlternative = ({ keyword, instancePath }: SchemaError): boolean =>
    choicePaths.has(instancePath) && (keyword === "anyOf" || keyword === "type");
  const alternatives = errors.filter(isAlternative);
  const others = errors.filter((each) => !isAlternative(each));
  const typesByPath = groupBy(alternatives, ({ instancePath }) => instancePath);
  const withErrors = new Set([
    ...others.flatMap(({ instancePath }) => [instancePath, ...ancestorsOf(instancePath)]),
    ...alternatives.flatMap(({ instancePath }) => ancestorsOf(instancePath)),
  ]);
  const merged = choices.flatMap((choice) => {
    if (withErrors.has(choice.instancePath)) return []; // the value has one of the types
    const types = typesByPath
      .get(choice.instancePath)!
      .flatMap(({ keyword, params }) => (keyword === "type" ? [String(params["type"])] : []));
    return [{ ...choice, keyword: "type", params: { type: [...new Set(types)] } }];
  });
  return [...others, ...merged];
}

/** The pointers of all values that contain the value at a pointer. */
function ancestorsOf(pointer: string): string[] {
  const end = pointer.lastIndexOf("/");
  return end < 0 ? [] : [pointer.slice(0, end), ...ancestorsOf(pointer.slice(0, end))];
}
