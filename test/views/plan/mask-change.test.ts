// Values are masked as a whole, and a change that a mask hides is still a change.
import { expect, it } from "vitest";
import type { FieldChange } from "../../../src/views/plan/field-changes.ts";
import { maskSecrets } from "../../../src/engine/text/secrets.ts";
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

const extra = "parameters.options.extra";

it.each<[string, FieldChange, FieldChange]>([
  [
    "a value",
    { type: "value", path: `${extra}.api_key`, after: "hunter2" },
    { type: "value", path: `${extra}.api_key`, after: "*******" },
  ],
  [
    "a value under a key in quotes, in a list",
    { type: "value", path: `${extra}["x.token"][0]`, before: "hunter2", after: "swordfish" },
    { type: "value", path: `${extra}["x.token"][0]`, before: "*******", after: "*********" },
  ],
  [
    "a list",
    { type: "value", path: `${extra}.secret`, after: ["hunter2"] },
    { type: "value", path: `${extra}.secret`, after: ["*******"] },
  ],
  [
    "a text",
    { type: "text", path: `${extra}.token`, pointer: "/d", before: "hunter2", after: "swordfish" },
    { type: "text", path: `${extra}.token`, pointer: "/d", before: "*******", after: "*********" },
  ],
  [
    "an item",
    { type: "added", path: `${extra}.credentials[0]`, item: "hunter2" },
    { type: "added", path: `${extra}.credentials[0]`, item: "*******" },
  ],
  [
    "values that are equal then",
    { type: "value", path: `${extra}.api_key`, before: "hunter2", after: "hunter3" },
    { type: "masked", path: `${extra}.api_key` },
  ],
])("by the last key of the path: %s", (_title, change, expected) => {
  expect(maskFieldChange(change, maskSecrets)).toEqual(expected);
});
