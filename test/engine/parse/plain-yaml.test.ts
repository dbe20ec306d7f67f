// js-yaml returns the same values as `yaml`, or the text is left to `yaml`. The YAML test suite
// contains the expected values of both as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { globbySync } from "globby";
import { dump } from "js-yaml";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { canonicalJson, type Json } from "../../../src/engine/model/json.ts";
import { findUnrepresentable } from "../../../src/engine/parse/representable.ts";
import { parse } from "../../../src/engine/parse/parse.ts";
import { parsePlain } from "../../../src/engine/parse/plain-yaml.ts";
import { mutated } from "../../fixtures/mutated-yaml.ts";
import { cases, indented } from "../../fixtures/yaml-test-suite.ts";
import { propertySettings } from "../../fixtures/property-settings.ts";

/** Errors of `yaml` in texts that js-yaml accepts: their values are clear, only the layout is invalid. */
const leniencies = new Set([
  // Lines of a flow collection or a quoted scalar that are not indented: `[a,\nb]`.
  "This bracket is never closed.",
  "This quote is never closed.",
  "The value ends before this.",
  // Empty lines before a block scalar that are indented further than its first line.
  "Invalid YAML syntax: Block scalars with more-indented leading empty lines must use an explicit indentation indicator.",
  // An empty item in a list that is indented less than its first item: `k:\n - # c\n-\n`.
  "This list item is not at the column of a list.",
]);

/** The values that js-yaml reads; undefined if the text is left to `yaml`. */
function plainDocuments(text: string): Json[] | undefined {
  return parsePlain({ path: "a.yaml", text })?.documents.map(({ value }) => value);
}

/** How the result differs from that of `yaml`; undefined if the text is left to `yaml`. */
function difference(text: string): string | undefined {
  const plain = plainDocuments(text);
  if (plain === undefined) return undefined;
  const { documents, diagnostics } = parse({ path: "a.yaml", text });
  if (diagnostics.some(({ message }) => leniencies.has(message))) return "";
  if (diagnostics.length > 0) return `accepted, but yaml rejects it: ${diagnostics[0]!.message}`;
  const expected = documents.map(({ value }) => value);
  const wronglyTrusted = parsePlain({ path: "a.yaml", text })?.documents.find(
    ({ isRepresentable, value }) => isRepresentable && findUnrepresentable(value).length > 0,
  );
  if (wronglyTrusted) return "isRepresentable, but it contains a value that is not";
  if (documents.some(({ index }, position) => index !== position)) return "other document indexes";
  if (documents.some((each) => each.yaml11Booleans.length > 0)) return "accepted with a truth word";
  return isSame(plain, expected)
    ? ""
    : `${JSON.stringify(plain)}, but yaml returns ${JSON.stringify(expected)}`;
}

/** Equal to the last bit: -0 is not 0, and NaN is NaN. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null) return Object.is(one, other);
  if (typeof other !== "object" || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.join("\n") === Object.keys(other).join("\n") &&
    keys.every((key) => isSame(one[key as never], other[key as never]))
  );
}

function agrees(text: string): void {
  const found = difference(text);
  if (found) expect.fail(`${found}\nin ${JSON.stringify(text)}`);
}

const root = join(import.meta.dirname, "../../..");
const examples = globbySync("examples/*/prompts/**/*.{yaml,yml}", { cwd: root }).map((path) =>
  readFileSync(join(root, path), "utf8"),
);
describe("the YAML test suite", () => {
  it("has more than 300 cases", () => expect(cases.length).toBeGreaterThan(300));

  it.each([
    ["as it is", (text: string) => text],
    ["below a key", (text: string) => `key:\n${indented(text, "  ")}`],
    ["as an item below a key", (text: string) => `key:\n- x\n-\n${indented(text, "    ")}`],
    ["as a text", (text: string) => `key: |\n${indented(text, "  ")}`],
    ["in quotes", (text: string) => `key: ${JSON.stringify(text)}\n`],
    ["twice", (text: string) => `a: 1\n---\n${text}\n---\n${text}`],
    ["without its last line ending", (text: string) => text.replace(/\n$/, "")],
    ["in a flow", (text: string) => `key: [a, {b: ${text.replaceAll("\n", " ")}}]\n`],
  ])("js-yaml and yaml return the same values: %s", (_how, change) => {
    for (const { text } of cases) agrees(change(text));
  });

  it("the values of plain texts are those of its JSON", () => {
    const read = cases.filter(({ text, json, fails }) => {
      const values = plainDocuments(text);
      if (values === undefined || json === undefined) return false;
      expect(fails).toBe(false);
      expect(jsonTexts(values.map((each) => JSON.stringify(each)))).toBe(
        jsonTexts(json.split(/\n(?=[{["\w-])/)),
      );
      return true;
    });
    expect(read.length).toBeGreaterThan(30);
  });

  it("only these invalid texts are accepted", () => {
    const accepted = cases.filter(({ text, fails }) => fails && plainDocuments(text));
    expect(accepted.map(({ name }) => name)).toEqual(["9C9N 0", "QB6E 0", "S98Z 0"]);
  });
});

function jsonTexts(texts: readonly string[]): string {
  return texts
    .filter((each) => each.trim() !== "")
    .map((each) => canonicalJson(JSON.parse(each) as Json))
    .join("\n");
}

it("a no-break space is part of the value, not of the indentation", () => {
  const text = "key: [\n \u00a0 a,\n ]\n";
  const values = [{ key: ["\u00a0 a"] }];
  expect(plainDocuments(text)).toEqual(values);
  expect(parse({ path: "a.yaml", text }).documents.map(({ value }) => value)).toEqual(values);
});

it("the definitions of every example are plain", () => {
  expect(examples.length).toBeGreaterThan(10);
  for (const text of examples) expect(difference(text)).toBe("");
});

const scalars = fc.oneof(
  fc.constantFrom(
    ..."~ null Null NULL nULL true True TRUE tRUE false yes no on off y n 0 -0 +1 01 0o17 0O17 0x1F 0X1F 0b1 1_000 1e3 1E-3 1. .5 +.5 -1.5e+3 .inf -.INF +.Inf .nan .NaN .NAN .Nan . - + e 1e 2020-01-01 1:30 12:30:45 << = ! & * % @ ` # | > ? :a a:b a#b a,b".split(
      " ",
    ),
  ),
  fc.string({ unit: fc.constantFrom(..."ab 01.-+eE_x:#,'\"\\{}[]|>&*!?%@`~\n\t"), maxLength: 8 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.double(),
    fc.constantFrom(
      null,
      true,
      false,
      "a long text\nof two lines\n",
      "  led by blanks\n\n\nx",
      " ",
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(scalars, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const { numRuns, ...seed } = propertySettings(1000);
fc.configureGlobal(seed);

function indentedJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n    ");
}

const schema = indentedJson({
  type: "object",
  properties: {
    order: { type: "string", description: ": a number" },
    "": { type: "integer", minimum: -0.5, enum: [1, 2e3, null, true] },
    reason: { type: "string", description: "It's [so], {so} # so" },
  },
  required: ["order"],
});

it("JSON below a key with some of its bytes changed has the same values", () => {
  const texts = [`k: ${schema}\nl: 1\n`, `k:\n  - ${schema}\n  - ${schema}\n`];
  fc.assert(fc.property(mutated(texts), agrees), { numRuns: numRuns * 4 });
});

it("JSON with a duplicate key is left to yaml", () => {
  const twice = schema.replace('"required"', '"type"');
  expect(difference(`k: ${schema}\n`)).toBe("");
  expect(plainDocuments(`k: ${twice}\n`)).toBe(undefined);
  for (const text of [
    'k: {"a": 1, "a" :2}',
    'k: {"a" :1, "a": {"b": 2}}',
    'k: {"a" :1, "a" :2, "b": 3, "c":":"}',
    'k: {"a":1,"a"\n :2}',
    'k: {"a":1, "b": ":", "a"\n :2}',
  ])
    expect([text, plainDocuments(text)]).toEqual([text, undefined]);
});

describe("the output of other libraries has the same values", () => {
  it.each<[string, (value: unknown) => string]>([
    ["yaml", (value) => stringify(value)],
    ["yaml, folded narrowly", (value) => stringify(value, { lineWidth: 20, indent: 3 })],
    ["yaml, in quotes", (value) => stringify(value, { defaultStringType: "QUOTE_SINGLE" })],
    ["yaml, in blocks", (value) => stringify(value, { defaultStringType: "BLOCK_FOLDED" })],
    ["js-yaml", (value) => dump(value)],
    ["js-yaml, in one line", (value) => dump(value, { flowLevel: 0, lineWidth: 20 })],
    ["JSON", (value) => JSON.stringify(value, null, 1)],
    ["JSON below a key", (value) => `k: ${indentedJson(value)}\nl: 1\n`],
    ["JSON in a list", (value) => `k:\n  - ${indentedJson(value)}\n  # so\n  - x\n`],
  ])("%s", (_name, write) => {
    fc.assert(
      fc.property(fc.dictionary(scalars, values, { minKeys: 1, maxKeys: 3 }), (value) =>
        agrees(write(value)),
      ),
      { numRuns },
    );
  });

  it("unquoted texts have the same values in every position", () => {
    fc.assert(
      fc.property(scalars, scalars, scalars, (a, b, c) => {
        agrees(`${a}: ${b}\n`);
        agrees(`k: ${a}\n${b}:\n- ${c}\n`);
        agrees(`k: {${a}: ${b}, ${c}}\n`);
        agrees(`k: [${a}, ${b}, ${c}]\n`);
        agrees(`k: ${a}\n  ${b}\n\n  ${c}\nl: 1\n`);
        agrees(`k: |${a}\n  ${b}\n   ${c}\n`);
        agrees(`k: >${a}\n  ${b}\n   ${c}\n\n  d\n`);
        agrees(`k: "${a}\n  ${b}"\nl: '${c}\n ${a}'\n`);
        agrees(`k: {\n  ${a}: ${b},\n   ${c} }\nl: [${a},\n ${b}\n]\n`);
        agrees(`k: [\n  ${a}, {${b}: "${c}\n  x"},\n  [${c},\n ${a}]\n  ]\nl: 1\n`);
        agrees(`k:\n  - {a: ${a},\n    b: [\n ${b}, '${c}\n   ']}\n  - {\n${a}}\n`);
        agrees(`---${a}\nk: 1\n---\n${b}: ${c}\n...\n`);
        agrees(`# ${a}\nk: 1 #${b}\nl: 1#${c}\n`);
        agrees(`k:\n  - - ${a}\n    - ${b}\n  - x: ${c}\n    y:\n`);
      }),
      { numRuns: numRuns * 4 },
    );
  });
});

it("the examples with some of their bytes changed have the same values", () => {
  fc.assert(fc.property(mutated(examples), agrees), { numRuns: numRuns * 4 });
});

const fragments = [
  ..."|a:|b: 1|c: x # y|d: # y|e :|f: g: h|- x|- a: 1|-   b: c|-|- - y|- # z|# c|text|more text|k: [0]|k: >-|k: 'it''s'|- [a,|b]|[|]|{|}|c: 1,|\"q|e\"|'s|t'|---|x: \"y\"|y: [|z: {a: b,|\"k\": v|'k' : v|k: \"\\u0041\\n|w: a  b |v: -1|u: ~".split(
    "|",
  ),
  ..."k: |,k: |+,k: |-,k: >,k: >+,k: |2,k: >1-,- |,- >-,- |1,k: |2 # c".split(","),
];

it("random lines with random indentation have the same values", () => {
  const indent = fc.oneof(fc.constantFrom(0, 0, 0, 2, 2, 4), fc.nat(5));
  const line = fc.tuple(indent, fc.constantFrom(...fragments), fc.constantFrom("", "", "", " "));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, ends) => {
      const text = lines.map(([blanks, fragment, after]) => " ".repeat(blanks) + fragment + after);
      agrees(["a:", ...text].join("\n") + (ends ? "\n" : ""));
    }),
    { numRuns: numRuns * 20 },
  );
});

it.each([
  ["in quotes", (blanks: string) => `k: "a\n  ${blanks}b\n  ${blanks}\n  c${blanks}\n  d"\n`],
  ["in single quotes", (blanks: string) => `k: 'a${blanks}b\n  c${blanks}d'\n`],
  ["in a plain text", (blanks: string) => `k: a${blanks}b${blanks}\n  c${blanks}d\n`],
  ["in a block", (blanks: string) => `k: |\n  a${blanks}b${blanks}\n  ${blanks}\n  c\n`],
  ["in brackets", (blanks: string) => `k: [a${blanks}b,${blanks}{c:${blanks}d${blanks}}]\n`],
  ["after a key", (blanks: string) => `k:${blanks}a\n${blanks}\nl:${blanks}\n`],
])("half a million blanks %s are read in linear time", (_where, text) =>
  expect(difference(text(" ".repeat(500_000)))).toBe(""),
);

it("half a million blanks before a colon are accepted, though yaml rejects them", () => {
  const text = `"k"${" ".repeat(500_000)}: a\n`;
  expect(plainDocuments(text)).toEqual([{ k: "a" }]);
  expect(parse({ path: "a.yaml", text }).diagnostics).toHaveLength(1);
});

describe("values that no service can represent are left to yaml, or searched for", () => {
  it.each(["1e400", "9007199254740993.0", "1e23", "-9007199254740993"])("number %s", (number) => {
    expect(plainDocuments(`a: ${number}\n`)).toBeUndefined();
  });

  it.each([
    ["a: b\n", true],
    ["a: 9007199254740991\nb: 1e22\nc: 1.5\n", true],
    ['a: "\\0"\n', false],
    ['a: "\\ud800"\n', false],
  ])("%j: %s", (text, isRepresentable) => {
    const [document] = parsePlain({ path: "a.yaml", text })!.documents;
    expect(document!.isRepresentable).toBe(isRepresentable);
  });
});
