// fmt with random input: it keeps the values and the comments of a file, a second fmt changes nothing, and
// a file that it cannot parse stays unchanged. The oracle is test/engine/format/oracle.ts.
// `npm run test:fuzz` makes twenty times as many runs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { globbySync } from "globby";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { checkFormatted } from "../../engine/format/oracle.ts";
import { mutated } from "../../fixtures/mutated-yaml.ts";
import { cases } from "../../fixtures/yaml-test-suite.ts";
import { codeExamples } from "../../fixtures/code-examples.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";

const settings = propertySettings(1000);
const timeout = propertyTimeout(120_000);

const root = join(import.meta.dirname, "../../..");
const texts = [
  ...globbySync("examples/**/*.yaml", { cwd: root }).map((path) =>
    readFileSync(join(root, path), "utf8"),
  ),
  ...codeExamples.flatMap(([, { bad, good }]) =>
    [bad, good].flatMap((example) =>
      Object.entries(example).flatMap(([path, text]) =>
        path.endsWith(".yaml") && typeof text === "string" ? [text] : [],
      ),
    ),
  ),
  ...cases.map(({ text }) => text),
];

it("fmt keeps the values of files with changed bytes", { timeout }, () => {
  let parsedCount = 0;
  fc.assert(
    fc.property(mutated(texts), (text) => {
      if (checkFormatted(text)) parsedCount++;
    }),
    settings,
  );
  expect(parsedCount).toBeGreaterThan(settings.numRuns / 10);
});

it("fmt keeps the values that another YAML library wrote", { timeout }, () => {
  const options = fc.record({
    indent: fc.integer({ min: 1, max: 6 }),
    lineWidth: fc.constantFrom(0, 10, 40, 80),
    indentSeq: fc.boolean(),
    collectionStyle: fc.constantFrom("any", "flow", "block"),
    defaultStringType: fc.constantFrom(
      "PLAIN",
      "QUOTE_SINGLE",
      "QUOTE_DOUBLE",
      "BLOCK_LITERAL",
      "BLOCK_FOLDED",
    ),
    flowCollectionPadding: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), options, (value, style) => {
      const text = stringify({ kind: "tool", metadata: value }, style as object);
      const found = checkFormatted(text);
      fc.pre(found !== undefined); // some brackets end where YAML does not allow it
      expect(found.skipped).toBe(0);
    }),
    { ...settings, numRuns: Math.ceil(settings.numRuns / 4) },
  );
});
