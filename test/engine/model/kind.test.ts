// The rows of kinds in definitions, observed resources and changes.
import { expect, it } from "vitest";
import { kindNamed, rowsOf } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";

const row = kindNamed(kinds, "tool");

it("the rows of resources are in their order, each as often as it occurs", () => {
  const prompt = kindNamed(kinds, "prompt");
  expect(rowsOf([{ row }, { row: prompt }, { row }]).map(({ kind }) => kind)).toEqual([
    "tool",
    "prompt",
    "tool",
  ]);
});

it("snapshots and the diffs of assertions have the name of the kind in place of its row", () => {
  expect({ address: "tool/lookup_order", row }).toMatchInlineSnapshot(`
    {
      "address": "tool/lookup_order",
      "row": "tool",
    }
  `);
});

it("JSON has the whole row, as outside of tests", () => {
  expect(JSON.stringify({ row })).toBe(JSON.stringify({ row: { ...row } }));
});
