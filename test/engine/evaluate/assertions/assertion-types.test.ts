// A new type of assertion is documented, and its meaning is specified.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { assertionTypes } from "../../../../src/engine/evaluate/assertions/assertion-types.ts";

const root = join(import.meta.dirname, "../../../..");
const types = Object.entries(assertionTypes);

test.each(["docs/definitions.md", "docs/checks.md"])("%s has a row for each type", (path) => {
  const rows = readFileSync(join(root, path), "utf8").match(/^\| `[A-Z_]+`.*$/gm)!;
  expect(types.filter(([type]) => !rows.some((row) => row.includes(`\`${type}\``)))).toEqual([]);
});

test("docs/import-cases.md has a row for each column in tables of cases", () => {
  const page = readFileSync(join(root, "docs/import-cases.md"), "utf8");
  const columns = types.flatMap(([type, row]) =>
    Object.keys(row.columns).map((name) => `| \`${name}\` | \`${type}\``),
  );
  expect(columns.filter((start) => !page.includes(`\n${start}`))).toEqual([]);
});

test("test/conformance/assertions.yaml has cases of each type", () => {
  const table = readFileSync(join(root, "test/conformance/assertions.yaml"), "utf8");
  const tested = JSON.stringify(parse(table));
  expect(types.filter(([type]) => !tested.includes(`"type":"${type}"`))).toEqual([]);
});
