// JSON values as lines for reading.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "../../../src/engine/model/json.ts";
import { canonicalJson } from "../../../src/engine/model/json.ts";
import { valueLines } from "../../../src/views/text/value-lines.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";

it("fields and items, texts of several lines as blocks, short lists on one line", () => {
  const value = {
    role: "user",
    content: [
      { type: "TEXT", text: "a\n\nb\n" },
      { type: "TEXT", text: "a\nb" },
    ],
    tools: ["look", "find"],
    "no identifier": {},
    none: [],
    nested: { deep: null, list: [["x".repeat(70)], 1] },
  };
  expect(valueLines(value).join("\n")).toBe(`\
role: "user"
content:
  - type: "TEXT"
    text: |
      a

      b
  - type: "TEXT"
    text: |-
      a
      b
tools: ["look","find"]
"no identifier": {}
none: []
nested:
  deep: null
  list:
    - - "${"x".repeat(70)}"
    - 1`);
});

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(
      null,
      true,
      0,
      1,
      "",
      "a",
      "a\n",
      "a\n\n",
      "\na",
      "a\nb",
      "- a",
      "|",
      "[]",
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "a b", "- a"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

it("different values have different lines", () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      const isEqual = canonicalJson(one) === canonicalJson(other);
      const ordered = (value: Json): Json => JSON.parse(canonicalJson(value)) as Json;
      expect(valueLines(ordered(one)).join("\n") === valueLines(ordered(other)).join("\n")).toBe(
        isEqual,
      );
    }),
    propertySettings(2000),
  );
});
