// Warnings about the parameters of tools, which must be a JSON Schema of an object.
import type { Finding } from "../model/diagnostic.ts";
import { jsonSchema } from "../../generated/json-schema-validator.js";
import { fromPointer, isObject } from "../model/json.ts";
import type { Subject } from "./rule.ts";

/** Parameters that are not a valid JSON Schema (draft-07, as providers read it), or not of an object. */
export function toolParameters({ mapping: { parameters } }: Subject): Finding[] {
  if (!isObject(parameters)) return [];
  if (!jsonSchema(parameters)) {
    const errors = (jsonSchema.errors ?? []).toReversed();
    const byPath = new Map(errors.map((each) => [each.instancePath, each])); // the first of each
    return [...byPath.values()].toReversed().map(({ instancePath, message, params }) => ({
      code: "invalid-json-schema",
      path: ["parameters", ...fromPointer(instancePath)],
      message: `"parameters" is not a valid JSON Schema: ${message?.replaceAll(",", " or ") ?? "invalid value"}${valuesOf(params)}.`,
      hint: "It is sent to the model unchanged, and providers refuse invalid schemas.",
    }));
  }
  if (parameters["type"] === "object") return [];
  const hasType = parameters["type"] !== undefined;
  return [
    {
      code: "parameters-not-object",
      path: hasType ? ["parameters", "type"] : ["parameters"],
      message: hasType
        ? `"parameters" describes ${JSON.stringify(parameters["type"])}, but a tool takes an object.`
        : '"parameters" has no type: object, which providers require.',
      hint: "Add type: object, with the arguments under properties.",
    },
  ];
}

function valuesOf(params: Readonly<Record<string, unknown>>): string {
  const { allowedValues } = params;
  return Array.isArray(allowedValues) ? ` (${allowedValues.join(", ")})` : "";
}
