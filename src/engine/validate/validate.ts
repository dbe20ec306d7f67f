// Validates a document against a schema. schema-messages.ts contains the messages.
import { errorAt, type UnlocatedDiagnostic } from "../model/diagnostic.ts";
import { fromPointer, type Json, valueAt } from "../model/json.ts";
import { type ParsedDocument, refTo } from "../parse/parsed-document.ts";
import type { Grammar, SchemaError } from "./grammar.ts";
import type { Mistake } from "../model/mistake.ts";
import { findUnrepresentable } from "../model/representable.ts";
import { mistakeOf } from "./schema-messages.ts";

/** All errors of a document against a schema, and the values that no service can represent. */
export function validate(grammar: Grammar, document: ParsedDocument): UnlocatedDiagnostic[] {
  const { value } = document;
  const found = [...mistakes(grammar, value), ...findUnrepresentable(value)];
  return found.map(({ code, path, part, message, hint, quotes }) => {
    const located = errorAt(code, { ...refTo(document, path), part }, message, hint);
    return { ...located, ...(quotes && { quotes }) };
  });
}

function mistakes(grammar: Grammar, value: Json): Mistake[] {
  if (grammar.validate(value)) return [];
  return narrowed(grammar.validate.errors ?? [], value).map((each) =>
    mistakeOf(grammar, value, each),
  );
}

/**
 * Drops what only says that an alternative was not meant. Where one of several types is allowed,
 * ajv reports every alternative; the value's own type tells which one the author had in mind.
 */
function narrowed(errors: readonly SchemaError[], value: Json): SchemaError[] {
  let kept = errors.filter(
    (each) => each.keyword !== "if" && !isToldElsewhere(each, errors, value),
  );
  for (const any of errors.filter((each) => each.keyword === "anyOf")) {
    const at = any.instancePath;
    const typesHere = kept.filter((each) => each.instancePath === at && each.keyword === "type");
    const others = kept.filter(
      (each) =>
        (each.instancePath === at || each.instancePath.startsWith(`${at}/`)) &&
        each !== any &&
        !typesHere.includes(each),
    );
    kept = kept.filter((each) => each !== any && !typesHere.includes(each));
    if (others.length > 0) continue;
    const types = [...new Set(typesHere.map((each) => String(each.params["type"])))];
    kept.push({ ...any, keyword: "type", params: { type: types } });
  }
  const seen = new Set<string>();
  return kept.filter((each) => {
    const same = `${each.instancePath} ${each.keyword} ${JSON.stringify(each.params)}`;
    return valueAt(value, fromPointer(each.instancePath)) !== undefined && !seen.has(same)
      ? seen.add(same)
      : false;
  });
}

/** Whether another error reports it: a missing tag is listed with the valid tags, an infinite number as such. */
function isToldElsewhere(
  { keyword, instancePath, params }: SchemaError,
  all: readonly SchemaError[],
  value: Json,
): boolean {
  if (keyword === "required")
    return all.some(
      (each) =>
        each.keyword === "discriminator" &&
        each.instancePath === instancePath &&
        each.params["tag"] === params["missingProperty"],
    );
  const found = keyword === "type" ? valueAt(value, fromPointer(instancePath)) : undefined;
  return typeof found === "number" && !Number.isFinite(found);
}
