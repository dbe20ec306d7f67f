// Validates a document against a schema. schema-messages.ts contains the messages.
import {
  errorAt,
  type Finding,
  similarWord,
  type UnlocatedDiagnostic,
} from "../model/diagnostic.ts";
import { fromPointer, type Json, type JsonObject, valueAt } from "../model/json.ts";
import { findUnrepresentable } from "../model/representable.ts";
import { type ParsedDocument, refTo } from "../parse/parsed-document.ts";
import type { CompiledSchema, SchemaError } from "./compiled-schema.ts";
import { keysAt } from "./schema-lookup.ts";
import { findingOf } from "./schema-messages.ts";

/** All errors of a document against a schema, and the values that no service can represent. */
export function validate(schema: CompiledSchema, document: ParsedDocument): UnlocatedDiagnostic[] {
  const found = [...schemaErrors(schema, document.value), ...findUnrepresentable(document.value)];
  return found.map(({ code, path, part, message, hint, quotes }) => ({
    ...errorAt(code, { ...refTo(document, path), ...(part && { part }) }, message, hint),
    ...(quotes && { quotes }),
  }));
}

function schemaErrors({ validate: isValid, schema }: CompiledSchema, value: Json): Finding[] {
  if (isValid(value)) return [];
  const all = isValid.errors ?? [];
  const errors = all.filter((error) => !isRedundant(error, all, schema(), value));
  const unique = new Map(
    mergeAlternatives(errors).map((error) => [
      JSON.stringify([error.instancePath, error.keyword, error.params]),
      error,
    ]),
  );
  return [...unique.values()].map((error) => findingOf(schema(), value, error));
}

/**
 * Whether another error reports the same mistake: a missing tag is listed with the valid tags, a
 * missing key that is misspelled as an unknown key, an infinite number as such.
 */
function isRedundant(
  { keyword, instancePath, params }: SchemaError,
  all: readonly SchemaError[],
  schema: JsonObject,
  value: Json,
): boolean {
  if (keyword === "if") return true; // the errors of its branch are reported
  if (keyword === "type") {
    const found = valueAt(value, fromPointer(instancePath));
    return typeof found === "number" && !Number.isFinite(found);
  }
  if (keyword !== "required") return false;
  const missing = params["missingProperty"];
  const others = all.filter((each) => each.instancePath === instancePath);
  return others.some((each) => {
    if (each.keyword === "discriminator") return each.params["tag"] === missing;
    if (each.keyword !== "additionalProperties") return false;
    const known = keysAt(schema, value, fromPointer(instancePath));
    return similarWord(String(each.params["additionalProperty"]), known) === missing;
  });
}

/**
 * Where one of several types is allowed, ajv reports the errors of every alternative. If the value
 * has one of the types, the errors about the others are removed, else they become one error.
 */
function mergeAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf");
  return choices.reduce((remaining, choice) => {
    const { instancePath } = choice;
    const isType = (each: SchemaError): boolean =>
      each.instancePath === instancePath && each.keyword === "type";
    const others = remaining.filter((each) => each !== choice && !isType(each));
    const isTypeAllowed = others.some((each) =>
      `${each.instancePath}/`.startsWith(`${instancePath}/`),
    );
    if (isTypeAllowed) return others;
    const types = new Set(remaining.filter(isType).map(({ params }) => String(params["type"])));
    return [...others, { ...choice, keyword: "type", params: { type: [...types] } }];
  }, errors);
}
