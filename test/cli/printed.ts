// JSON that commands print.
import { Ajv } from "ajv";
import { expect } from "vitest";
import { printedSchemas } from "../../src/generated/printed-schemas.ts";

/** The value of a printed document. Fails the test if the schema of its command does not allow it. */
export function printedValue(command: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const ajv = new Ajv({ keywords: ["tsType"] });
  expect(ajv.validate(printedSchemas()[command]!, value)).toBe(true);
  return value;
}
