// Values are masked as a whole, and a change that a mask hides is still a change.
import { expect, it } from "vitest";
import type { FieldChange } from "../../../src/views/plan/field-changes.ts";
import { maskFieldChange } from "../../../src/views/plan/mask-change.ts";

const mask = (text: string): string => text.replaceAll(/s3cret\d/g, "***");
const path = "description";

it.each<[string, FieldChange, FieldChange]>([
  [
    "a text",
    { type: "text", path, pointer: "/d", before: "is s3cret1.", after: "is s3cret1!" },
    { type: "text", path, pointer: "/d", before: "is ***.", after: "is ***!" },
  ],
  [
    "a value with its keys",
    { type: "value", path, before: 1, after: { s3cret1: ["s3cret2", true] } },
    { type: "value", path, before: 1, after: { "***": ["***", true] } },
  ],
  [
    "an item and its path",
    { type: "added", path: 'properties["s3cret1"]', item: "s3cret2" },
    { type: "added", path: 'properties["***"]', item: "***" },
  ],
  [
    "a value without a counterpart",
    { type: "value", path, after: "s3cret1" },
    { type: "value", path, after: "***" },
  ],
  [
    "texts that are equal then",
    { type: "text", path, pointer: "/d", before: "s3cret1", after: "s3cret2" },
    { type: "masked", path },
  ],
  [
    "values that are equal then",
    { type: "value", path, before: "s3cret1", after: "s3cret2" },
    { type: "masked", path },
  ],
])("%s", (_title, change, expected) => {
  expect(maskFieldChange(change, mask)).toEqual(expected);
});
