// YAML that promptctl writes has the same value for every parser.
import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { load } from "js-yaml";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { parse as parseFile } from "../../../src/engine/parse/parse.ts";
import { flowText, scalarText } from "../../../src/engine/edit/scalar-text.ts";
import { yamlText } from "../../../src/engine/edit/yaml-writer.ts";
import { hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";

const text = fc.oneof(
  fc.constantFrom(
    ..."|a|a |a b|a: b|a #b|a,b|a\n|a\n\n|a\nb|a\nb\n|a\n\n\nb|\na| a\nb|a \nb|a\tb\nc|\ta\nb|yes|No|null|~|1|1e3|0x1|-|- a|[a]|{a}|&a|*a|!a|%a|@a|`a|'a'|\"a\"|a'b|a\"b|\\|---|...|<<|a:|?|=|.inf|é|👩‍💻|a\r\nb|a\u2028b|a\u0085b|\ufeffa|#".split(
      "|",
    ),
    ...hostileTexts("controlCharacters", "syntax", "longTexts"),
    "word ".repeat(40),
    `${"word ".repeat(40)}\nx`,
    "x".repeat(120),
    ...'1.5 items|30-day window|2026-01-01|1_000|1:30|12e03|0b1|_1|_a|/a/b|$.a[0].b|$ref|(a)|a, b|it\'s|say "x"|C:\\\\x|a? b!|a:b|http://a.b/c?d=e#f|a [b] {c}|“a”|… a|5 cafe|.5|./a|../a|.a|^a[0]|a\u00a0'.split(
      "|",
    ),
  ),
  fc.string({ unit: "binary", maxLength: 10 }),
  fc.string({ unit: fc.constantFrom(..."ab \n\t:#-'\"[]{},|>&*!?"), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."aeoxtzT01_.:+-/^$() é…“"), maxLength: 8 }),
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

it("yaml (1.2 and 1.1), js-yaml and the definition parser read the same value from a document", () => {
  fc.assert(
    fc.property(fc.dictionary(text, value, { minKeys: 1, maxKeys: 3 }), (whole) => {
      const written = yamlText(whole as JsonObject);
      const { documents, diagnostics } = parseFile({ path: "a.yaml", text: written });
      expect(diagnostics).toEqual([]);
      expect(documents[0]?.value).toEqual(whole);
      expect(parse(written)).toEqual(whole);
      expect(parse(written, { version: "1.1", merge: false })).toEqual(whole);
      expect(load(written)).toEqual(whole);
    }),
    propertySettings(2000),
  );
});

it("they read the same value from a flow collection", () => {
  fc.assert(
    fc.property(fc.dictionary(text, value, { minKeys: 1, maxKeys: 3 }), (whole) => {
      const written = `key: ${flowText(whole as JsonObject)}\n`;
      const { documents, diagnostics } = parseFile({ path: "a.yaml", text: written });
      expect(diagnostics).toEqual([]);
      expect(documents[0]?.value).toEqual({ key: whole });
      expect(parse(written, { version: "1.1", merge: false })).toEqual({ key: whole });
      expect(load(written)).toEqual({ key: whole });
    }),
    propertySettings(2000),
  );
});

const python = `import json, sys, yaml
def read(text):
  try: return yaml.safe_load(text)
  except Exception as problem: return str(problem)
print(json.dumps([read(text) for text in json.load(sys.stdin)], default=repr))`;

const runPython = (program: string, input: string): string =>
  execFileSync("python3", ["-c", program], { input, encoding: "utf8", maxBuffer: 2 ** 28 });

function hasPyYaml(): boolean {
  try {
    return runPython("import yaml", "") === "";
  } catch {
    return false;
  }
}

it.skipIf(!hasPyYaml())("PyYAML, if it is installed, reads the same value", () => {
  const key = text.filter((each) => each.length < 1000); // PyYAML reads no longer ones
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0); // no -0
  const items = fc.array(fc.oneof(text, number));
  const settings = propertySettings(1000);
  const all = fc.sample(fc.dictionary(key, items), settings) as JsonObject[];
  const written = all.flatMap((each) => [yamlText(each), flowText(each)]);
  const read = JSON.parse(runPython(python, JSON.stringify(written))) as unknown[];
  for (const [index, each] of read.entries())
    expect([written[index], each]).toEqual([written[index], all[Math.floor(index / 2)]]);
});

it("long texts are literal blocks, and no line ends with a space", () => {
  const body = {
    messages: [{ role: "user", content: "One line.\n\n  - and an item\n" }],
    tools: ["a", "b"],
    empty: [],
    none: {},
  };
  expect(yamlText(body).split("\n")).toEqual([
    "messages:",
    "  - role: user",
    "    content: |",
    "      One line.",
    "",
    "        - and an item",
    "tools: [a, b]",
    "empty: []",
    "none: {}",
    "",
  ]);
});

it.each([
  [
    "words and punctuation",
    "Look it up, then say: it's done!",
    '"Look it up, then say: it\'s done!"',
  ],
  ["a comma and quotes inside", 'Look it up, it\'s "quick"!', 'Look it up, it\'s "quick"!'],
  ["a path or a URL", "https://a.example/b?c=d#e", "https://a.example/b?c=d#e"],
  ["a number with words", "30-day window", "30-day window"],
  ["a number, a date, a time", "2026-11-21 10:30", '"2026-11-21 10:30"'],
  ["a word that YAML 1.1 reads as false", "off", '"off"'],
  ["a YAML indicator", "{{ticket}}", '"{{ticket}}"'],
  ["what looks like a comment", "a #b", '"a #b"'],
  ["double quotes, in single quotes", '{"a": 1}', `'{"a": 1}'`],
  ["both kinds of quotes", `"it's"`, `"\\"it's\\""`],
  ["a question mark", "Why?", "Why?"],
])("a text with %s", (_name, value, written) => expect(scalarText(value)).toBe(written));

it("a list has the texts and numbers in quotes that readers of YAML 1.1 take for something else", () => {
  const values = ["Why?", "?", "off", "12:30", 1e-7, -2e21, 0.5];
  expect(flowText(values)).toBe('["Why?", "?", "off", "12:30", 1.0e-7, -2.0e+21, 0.5]');
  expect(yamlText({ values: [1e-7] })).toBe("values: [1.0e-7]\n");
});
