// Looser changes of random schemas, judged by a validator of JSON Schema and a list of values.
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { looserChanges } from "../../../src/engine/alerts/looser-schema.ts";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";

const scalars: readonly Json[] = [
  -9,
  -1,
  -0.5,
  0,
  0.5,
  1,
  1.5,
  2,
  2.5,
  3,
  99,
  "",
  "a",
  "aa",
  "aaa",
  null,
];
const maybe: readonly (Json | undefined)[] = [undefined, ...scalars];
const values: readonly JsonObject[] = maybe.flatMap((a) =>
  maybe.flatMap((b) =>
    [undefined, 1].map((c): JsonObject => ({
      ...(a !== undefined && { a }),
      ...(b !== undefined && { b }),
      ...(c !== undefined && { c }),
    })),
  ),
);

const limited = fc.oneof(
  fc.constant({}),
  fc.record({ type: fc.constantFrom("integer", "number"), maximum: fc.constantFrom(0, 1, 2, 3) }),
  fc.record({ type: fc.constant("number"), minimum: fc.constantFrom(-1, 0, 1, 2) }),
  fc.record({ type: fc.constant("string"), maxLength: fc.constantFrom(0, 1, 2) }),
);
const listed = fc.record({
  enum: fc.uniqueArray(fc.constantFrom<Json>(0, 1, "a", null), { minLength: 1 }),
});

function objectsWith(leaf: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc.record(
    {
      type: fc.constant("object"),
      properties: fc.record({ a: leaf, b: leaf }, { requiredKeys: [] }),
      required: fc.subarray(["a", "b"]),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ["type", "properties"] },
  ) as fc.Arbitrary<JsonObject>;
}

const ajv = new Ajv({ strict: false });

/** The values that a schema accepts. */
function accepted(schema: JsonObject): ReadonlySet<JsonObject> {
  const isValid = ajv.compile(schema);
  return new Set(values.filter((value) => isValid(value)));
}

test.each<[name: string, fc.Arbitrary<JsonObject>]>([
  ["limits", objectsWith(limited)],
  ["lists of values", objectsWith(listed)],
])("a change of %s is looser if and only if a value is accepted that was not", (_name, schema) => {
  fc.assert(
    fc.property(schema, schema, (before, after) => {
      const [known, now] = [accepted(before), accepted(after)];
      fc.pre(now.size > 0); // a schema that contradicts itself accepts nothing
      const isMore = [...now].some((value) => !known.has(value));
      const changes = looserChanges(before, after, []);
      expect({ before, after, isLooser: changes.length > 0 }).toEqual({
        before,
        after,
        isLooser: isMore,
      });
    }),
    { numRuns: 300 },
  );
});
