// JSON that commands print.
import { Ajv } from "ajv";
import { expect } from "vitest";
import { bundled } from "../../src/engine/validate/schema-bundle.ts";
import { printedSchemas } from "../../src/generated/printed-schemas.ts";
import { schemas } from "../../src/generated/schemas.ts";

/** The value of a printed document. Fails the test if the schema of its command does not allow it. */
export function printedValue(command: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const ajv = new Ajv({ keywords: ["tsType"] });
  const schema = bundled({ ...schemas(), ...printedSchemas() }, command);
  expect(ajv.validate(schema, value)).toBe(true);
  return value;
}
