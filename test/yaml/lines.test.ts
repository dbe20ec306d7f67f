// What is written as YAML is read back as the same value, by every reader at hand.
import * as fc from "fast-check";
import { load } from "js-yaml";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/engine/json.ts";
import { parseClosely } from "../../src/engine/parse.ts";
import { mappingLines } from "../../src/engine/yaml-lines.ts";
import { textsOf } from "../hostile/texts.ts";

const { PROMPTCTL_PROPERTY_RUNS: times = "1", PROMPTCTL_PROPERTY_SEED: seed = "20261121" } =
  process.env;

const text = fc.oneof(
  fc.constantFrom(
    ..."|a|a |a b|a: b|a #b|a,b|a\n|a\n\n|a\nb|a\nb\n|a\n\n\nb|\na| a\nb|a \nb|a\tb\nc|\ta\nb|yes|No|null|~|1|1e3|0x1|-|- a|[a]|{a}|&a|*a|!a|%a|@a|`a|'a'|\"a\"|a'b|a\"b|\\|---|...|<<|a:|?|=|.inf|é|👩‍💻|a\r\nb|a\u2028b|a\u0085b|\ufeffa|#".split(
      "|",
    ),
    ...textsOf("characters", "words", "masses"),
    "word ".repeat(40),
    `${"word ".repeat(40)}\nx`,
    "x".repeat(120),
  ),
  fc.string({ unit: "binary", maxLength: 10 }),
  fc.string({ unit: fc.constantFrom(..."ab \n\t:#-'\"[]{},|>&*!?"), maxLength: 12 }),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false, 0, 1.5, 1e21, 1e-7, -12),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0), // no -0
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3 }),
  ),
})).value;

it("by yaml as 1.2 and as 1.1, by js-yaml, and by what reads definitions", () => {
  fc.assert(
    fc.property(fc.dictionary(text, value, { minKeys: 1, maxKeys: 3 }), (whole) => {
      const written = `${mappingLines(whole as JsonObject).join("\n")}\n`;
      const { documents, diagnostics } = parseClosely({ path: "a.yaml", text: written });
      expect(diagnostics).toEqual([]);
      expect(documents[0]?.value).toEqual(whole);
      expect(parse(written)).toEqual(whole);
      expect(parse(written, { version: "1.1", merge: false })).toEqual(whole);
      expect(load(written)).toEqual(whole);
    }),
    { numRuns: 2000 * Number(times), ...(seed !== "random" && { seed: Number(seed) }) },
  );
});

it("no line ends in a blank, and long text stands as it reads", () => {
  const body = {
    messages: [{ role: "user", content: "One line.\n\n  - and an item\n" }],
    tools: ["a", "b"],
    empty: [],
    none: {},
  };
  expect(mappingLines(body)).toEqual([
    "messages:",
    "  - role: user",
    "    content: |",
    "      One line.",
    "",
    "        - and an item",
    "tools: [a, b]",
    "empty: []",
    "none: {}",
  ]);
});
