// Reply schemas that are not in the subset of JSON Schema that a provider takes.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const openai = "{ provider: OPENAI, name: gpt-5.4";
const anthropic = "{ provider: ANTHROPIC, name: claude-opus-4-8";

/** A schema in line 4. */
const promptWith = (model: string, schema: JsonObject | string): string => `kind: prompt
name: Greeter
parameters: ${model}, options: { responseSchema:
  ${typeof schema === "string" ? schema : JSON.stringify(schema)} } }
messages: [{ role: user, content: Hello }]
`;

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const text = { type: "string" };
const pattern = (source: string): JsonObject => object({ a: { type: "string", pattern: source } });

/** What a provider refuses in a schema. */
async function refusedIn(model: string, schema: JsonObject): Promise<string[]> {
  const found = await diagnosticsOf(promptWith(model, schema));
  return found.map((each) => {
    const match =
      /^refused-reply-schema a\.yaml:4 \w+ refuses reply schemas with (.*): every run fails\. \S/.exec(
        each,
      );
    return match?.[1] ?? each;
  });
}

const notRequired = (name: string): string => `the optional property "${name}"`;
const open = "an object without additionalProperties: false";

describe("each form of a schema: what OpenAI refuses, and what Anthropic refuses", () => {
  test.for<[string, JsonObject, string[], string[]]>([
    ["a strict schema", object({ a: text }), [], []],
    ["no properties", object({}), [], []],
    [
      "a value that can be null",
      object({ a: { type: ["string", "null"] }, b: { anyOf: [text, { type: "null" }] } }),
      [],
      [],
    ],
    ["an optional property", object({ a: text }, { required: [] }), [notRequired("a")], []],
    [
      "no list of required properties",
      { type: "object", properties: { a: text }, additionalProperties: false },
      [notRequired("a")],
      [],
    ],
    ["an open object within", object({ a: { type: "object", properties: {} } }), [open], [open]],
    [
      "an object with other properties",
      object({ a: object({}, { additionalProperties: text }) }),
      ["other additionalProperties than false"],
      ["other additionalProperties than false"],
    ],
    [
      "another type at the top",
      { type: "array", items: text },
      ['the type "array" at the top'],
      [],
    ],
    [
      "no type at the top",
      { properties: {}, additionalProperties: false },
      ["no type: object at the top"],
      [],
    ],
    [
      "anyOf at the top",
      { anyOf: [object({ a: text }), object({ b: text })] },
      ["anyOf at the top"],
      [],
    ],
    ["oneOf", object({ a: { oneOf: [text] } }), ["oneOf"], ["oneOf"]],
    ["allOf", object({ a: { allOf: [text] } }), ["allOf"], []],
    ["not", object({ a: { type: "string", not: { const: "b" } } }), ["not"], ["not"]],
    [
      "patterns of names",
      object({}, { patternProperties: {} }),
      ["patternProperties"],
      ["patternProperties"],
    ],
    [
      "bounds",
      object({ a: { type: "number", minimum: 0, maximum: 1 } }),
      [],
      ["minimum", "maximum"],
    ],
    ["lengths", object({ a: { type: "string", maxLength: 5 } }), [], ["maxLength"]],
    ["a pattern", object({ a: { type: "string", pattern: "^a" } }), [], []],
    ["simple groups, classes and bounds", pattern(String.raw`^[\w.]+@(a|b){2,3}\d\.\-\/$`), [], []],
    [
      "a look-ahead",
      pattern("^(?!a)b$"),
      ["the look-around (?! in a pattern"],
      ["the look-around (?! in a pattern"],
    ],
    [
      "a look-behind",
      pattern("(?<=a)b"),
      ["the look-around (?<= in a pattern"],
      ["the look-around (?<= in a pattern"],
    ],
    [
      "a look-ahead in a list within",
      object({ a: { type: "array", items: { type: "string", pattern: "(?=a)" } } }),
      ["the look-around (?= in a pattern"],
      ["the look-around (?= in a pattern"],
    ],
    [
      "a back-reference",
      pattern(String.raw`(a)\1`),
      [],
      [String.raw`the back-reference \1 in a pattern`],
    ],
    [
      "a word boundary",
      pattern(String.raw`\ba`),
      [],
      [String.raw`the word boundary \b in a pattern`],
    ],
    ["characters in a class and escaped", pattern(String.raw`[(?=a)\b]\(\?=\\1`), [], []],
    ["a named group", pattern("(?<year>a)"), ["a named group in a pattern"], []],
    [
      "properties of characters",
      pattern(String.raw`[^\p{L}]\P{L}`),
      [String.raw`the escape \p in a pattern`],
      [],
    ],
    ["properties named pattern", object({ pattern: text, patternProperties: text }), [], []],
    ["a format", object({ a: { type: "string", format: "date" } }), [], []],
    [
      "a format of one provider",
      object({ a: { type: "string", format: "uri" } }),
      ['the format "uri"'],
      [],
    ],
    [
      "a format that is not known",
      object({ a: { type: "string", format: "phone" } }),
      ['the format "phone"'],
      ['the format "phone"'],
    ],
    ["one item at least", object({ a: { type: "array", items: text, minItems: 1 } }), [], []],
    [
      "two items at least",
      object({ a: { type: "array", items: text, minItems: 2 } }),
      [],
      ["minItems: 2"],
    ],
    ["items at most", object({ a: { type: "array", items: text, maxItems: 2 } }), [], ["maxItems"]],
    ["a list without items", object({ a: { type: "array" } }), ["an array without items"], []],
    [
      "a tuple",
      object({ a: { type: "array", items: [text] } }),
      ["a list of schemas as items"],
      ["a list of schemas as items"],
    ],
    ["a schema without a type", object({ a: { description: "b" } }), ["a part without a type"], []],
    [
      "a required property that is none",
      object({ a: text }, { required: ["a", "b"] }),
      ['the required property "b", which is not under properties'],
      [],
    ],
    [
      "true and false in place of schemas",
      object(
        { a: true, b: { anyOf: [true, text] }, c: { type: "array", items: true } },
        { $defs: { d: false } },
      ),
      Array.from({ length: 4 }, () => "a part without a type"),
      [],
    ],
    ["enum and const", object({ a: { enum: ["b", 1, null] }, c: { const: true } }), [], []],
    [
      "an object as a value of enum",
      object({ a: { enum: [{ b: 1 }] } }),
      [],
      ["a list or an object as a value of enum"],
    ],
    ["a reference", object({ a: { $ref: "#/$defs/b" } }, { $defs: { b: text } }), [], []],
    [
      "a reference to another document",
      object({ a: { $ref: "https://example.com/a.json" } }),
      ['the reference "https://example.com/a.json" to another document'],
      ['the reference "https://example.com/a.json" to another document'],
    ],
    [
      "a reference to a file",
      object({ a: { $ref: "b.json#/c" } }),
      ['the reference "b.json#/c" to another document'],
      ['the reference "b.json#/c" to another document'],
    ],
    [
      "a reference to nothing",
      object({ a: { $ref: "#/$defs/c" } }, { $defs: { b: text } }),
      ['the reference "#/$defs/c", which names nothing'],
      ['the reference "#/$defs/c", which names nothing'],
    ],
    [
      "a schema that refers to itself",
      object({ a: { anyOf: [{ $ref: "#" }, { type: "null" }] } }),
      [],
      ["a reference of a schema to itself"],
    ],
    [
      "two schemas that refer to each other",
      object(
        { a: { $ref: "#/$defs/b" } },
        {
          $defs: {
            b: object({ c: { $ref: "#/$defs/c" } }),
            c: object({ b: { type: "array", items: { $ref: "#/$defs/b" } } }),
          },
        },
      ),
      [],
      ["a reference of a schema to itself"],
    ],
    [
      "two references to one schema",
      object(
        { a: { $ref: "#/$defs/b" }, c: { $ref: "#/$defs/b" } },
        { $defs: { b: object({ d: { $ref: "#/$defs/e" } }), e: text } },
      ),
      [],
      [],
    ],
    ["properties named as keywords", object({ oneOf: text, not: text, properties: text }), [], []],
    ["values named as keywords", object({ a: { enum: ["oneOf"], default: { not: 1 } } }), [], []],
  ])("%s", async ([, schema, byOpenai, byAnthropic]) => {
    expect(await refusedIn(openai, schema)).toEqual(byOpenai);
    expect(await refusedIn(anthropic, schema)).toEqual(byAnthropic);
  });
});

test("a schema that is none", async () => {
  expect(await diagnosticsOf(promptWith(openai, object({ a: { type: "text" } })))).toEqual([
    "refused-reply-schema a.yaml:4 The reply schema is not a valid JSON Schema: must be equal to one of the allowed values (array, boolean, integer, null, number, object, string). Providers refuse invalid schemas.",
  ]);
});

describe("schemas that are no schemas", () => {
  const [endless, named] = [
    "a reference leads back to itself without a value between",
    (name: string) => `${JSON.stringify(name)} is not a regular expression`,
  ];
  test.for<[string, JsonObject, string[]]>([
    ["a pattern that is none", pattern("a("), [named("a(")]],
    ["a pattern of Unicode", pattern(String.raw`^\p{L}{2}$`), []],
    ["a pattern of Python", pattern("(?i)(?P<a>b)"), []],
    ["a reference to itself", object({}, { $defs: { a: { $ref: "#/$defs/a" } } }), [endless]],
    [
      "two references to each other, within anyOf and allOf",
      object(
        {},
        {
          $defs: {
            a: { anyOf: [{ type: "null" }, { $ref: "#/$defs/b" }] },
            b: { allOf: [{ $ref: "#/$defs/a" }] },
          },
        },
      ),
      [endless],
    ],
    ["the top as one of its own forms", { anyOf: [{ $ref: "#" }] }, [endless]],
    ["a reference to itself in a property", object({ a: { $ref: "#" } }), []],
    ["a reference to itself in a property named not", object({ not: { $ref: "#" } }), []],
    [
      "a reference to itself in a list",
      object({}, { $defs: { a: { type: "array", items: { $ref: "#/$defs/a" } } } }),
      [],
    ],
    [
      "a reference to a schema beside it",
      object({ a: { anyOf: [{ $ref: "#/$defs/a" }] } }, { $defs: { a: text } }),
      [],
    ],
  ])("%s", async ([, schema, mistakes]) => {
    const found = await diagnosticsOf(promptWith("{ provider: OPENAI, name: mine", schema));
    const said = found.map((each) => /a valid JSON Schema: (.*?)\. /.exec(each)?.[1] ?? each);
    expect(said).toEqual(mistakes);
  });
});

test("a key beside that of an included file", async () => {
  const prompt = promptWith(openai, "{ file: ./reply.json, x: 1 }");
  expect(await diagnosticsOf(prompt, { included: { "reply.json": "{}" } })).toEqual([
    'refused-reply-schema a.yaml:4 The reply schema is not a valid JSON Schema: "x" is not allowed beside "file". Write { file: PATH } alone: it includes the whole schema.',
  ]);
});

describe("large schemas", () => {
  test("one of 1 MB is checked, and the first places of each form are listed", async () => {
    const names = Array.from({ length: 30_000 }, (_, index) => `property_number_${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const found = await refusedIn(openai, object(properties, { required: [] }));
    expect(found).toHaveLength(21);
    expect(found[0]).toBe("more than 5000 properties");
    expect(found[1]).toBe(notRequired("property_number_0"));
  });

  test("one with 200 levels is too deep for OpenAI", async () => {
    const deep = Array.from({ length: 199 }).reduce<JsonObject>(
      (inner) => object({ a: inner }),
      object({}),
    );
    expect(await refusedIn(openai, deep)).toEqual(["more than 10 levels of objects"]);
    expect(await refusedIn(anthropic, deep)).toEqual([]);
    const ten = Array.from({ length: 9 }).reduce<JsonObject>(
      (inner) => object({ a: inner }),
      object({}),
    );
    expect(await refusedIn(openai, ten)).toEqual([]);
  });
});

test("the place in the file of the schema, and what to write", async () => {
  const schema = `type: object
properties:
  topic: { type: string }
  note: { type: string }
required: [topic]
additionalProperties: false
`;
  const prompt = promptWith(openai, "{ file: ./reply.schema.yaml }");
  const included = { "reply.schema.yaml": schema };
  expect(await diagnosticsOf(prompt, { included })).toEqual([
    'refused-reply-schema reply.schema.yaml:4 OpenAI refuses reply schemas with the optional property "note": every run fails. Add it to required. If the value can be missing, permit null: type: [string, "null"].',
  ]);
});

test.for([
  ["a model behind a gateway", "{ provider: OPENAI, name: openai/gpt-5.4", []],
  ["an address of the user's own", openai, ["OPENAI"]],
])("a warning for %s", async ([, model, customProviders]) => {
  const found = await diagnosticsOf(promptWith(model as string, object({ a: { oneOf: [text] } })), {
    customProviders: customProviders as string[],
  });
  expect(found).toEqual([
    "refused-reply-schema a.yaml:4 OpenAI refuses reply schemas with oneOf unless its server accepts it.",
  ]);
});

test("no opinion about a model that is not known", async () => {
  const model = "{ provider: OPENAI, name: Qwen/Qwen3-8B";
  expect(await diagnosticsOf(promptWith(model, { type: "array" }))).toEqual([]);
});

describe("names of properties that are whole numbers", () => {
  const place = (text: string): string => `property-order a.yaml:4 ${text}`;
  const warned = (names: string): string =>
    place(
      `Properties named by whole numbers are sent before all others, in ascending order: ${names}.`,
    );
  test.for<[string, string, string[]]>([
    ["after another", "{ b: {}, 1: {} }", [warned("1, b")]],
    ["in descending order", '{ "42": {}, "7": {} }', [warned("7, 42")]],
    ["alone", "{ 1: {} }", []],
    ["that only begin with a number", '{ b: {}, 1a: {}, "01": {}, "-1": {}, "1.5": {} }', []],
    [
      "within a list",
      "{ a: { type: array, items: { properties: { b: {}, 0: {} } } } }",
      [warned("0, b")],
    ],
  ])("%s", async ([, properties, found]) => {
    const schema = `{ type: object, properties: ${properties} }`;
    expect(await diagnosticsOf(promptWith("{ provider: OPENAI, name: mine", schema))).toEqual(
      found,
    );
  });

  test("at their place in an included file", async () => {
    const reply = "type: object\nproperties:\n  b: {}\n  1: {}\n";
    const prompt = promptWith("{ provider: OPENAI, name: mine", "{ file: ./reply.yaml }");
    const found = await diagnosticsOf(prompt, { included: { "reply.yaml": reply } });
    expect(found.map((each) => each.split(" Prop")[0])).toEqual(["property-order reply.yaml:4"]);
  });
});

describe("strict tools", () => {
  const tool = (parameters: string): string => `---
kind: tool
name: find
description: Find.
parameters: ${parameters}
`;
  const prompt = (strict: boolean): string => `kind: prompt
name: Greeter
parameters: { provider: OPENAI, name: gpt-5.4, options: { strictTools: ${strict} } }
tools: [find]
messages: [{ role: user, content: Hello }]
`;
  test.for<[string, string[]]>([
    ["{ type: object, properties: {}, additionalProperties: false }", []],
    [
      "{ type: object, properties: { a: { type: string } }, additionalProperties: false }",
      [
        'refused-tool-schema a.yaml:10 OpenAI refuses strict tools with the optional property "a": every run of prompt/Greeter fails. Add it to required. If the value can be missing, permit null: type: [string, "null"].',
      ],
    ],
    [
      "{ type: object, properties: {} }",
      [
        "refused-tool-schema a.yaml:10 OpenAI refuses strict tools with an object without additionalProperties: false: every run of prompt/Greeter fails. Add additionalProperties: false.",
      ],
    ],
  ])("%s", async ([parameters, found]) => {
    expect(await diagnosticsOf(prompt(true) + tool(parameters))).toEqual(found);
    expect(await diagnosticsOf(prompt(false) + tool(parameters))).toEqual([]);
  });

  test.for<[string, string[]]>([
    ["a: { type: array }", ['an array without "items": every']],
    [
      "a: { type: string, pattern: '^\\p{L}(?<b>a)(?=b)$' }",
      [
        "the escape \\p in a pattern: every",
        "a named group in a pattern: every",
        "strict tools with the look-around (?= in a pattern: every",
      ],
    ],
    [
      "a: { type: array, items: [{ type: string }] }",
      ["strict tools with a list of schemas as items: every"],
    ],
  ])("say once what OpenAI refuses of all tools: %s", async ([properties, found]) => {
    const schema = `{ type: object, properties: { ${properties} }, required: [a], additionalProperties: false }`;
    expect(await diagnosticsOf(prompt(true) + tool(schema))).toEqual(
      found.map((each) => expect.stringContaining(`a.yaml:10 OpenAI refuses ${each} run of`)),
    );
  });

  test.for([
    ["anyOf: [], type: object", '"anyOf" at the top of parameters'],
    ['type: [object, "null"]', 'parameters of the type ["object","null"]'],
  ])("say it once at the top: %s", async ([top, what]) => {
    const schema = `{ ${top}, properties: {}, additionalProperties: false }`;
    const found = await diagnosticsOf(prompt(true) + tool(schema));
    expect(found.filter((each) => each.includes(" OpenAI refuses "))).toEqual([
      expect.stringContaining(`OpenAI refuses ${what}: every run`),
    ]);
  });

  test("say it for their provider if only another one refuses it of all tools", async () => {
    const schema = `{ type: object, properties: { a: { type: array, items: [{ type: string }] } }, required: [a], additionalProperties: false }`;
    const other = prompt(false)
      .replace("name: Greeter", "name: Other")
      .replace(
        /provider.*strictTools: false \}/,
        "provider: ANTHROPIC, name: claude-opus-4-8, maxTokens: 9",
      );
    const found = await diagnosticsOf(`${prompt(true)}---\n${other}${tool(schema)}`);
    expect(found.map((each) => each.split(" of prompt/")[0])).toEqual([
      expect.stringContaining("Anthropic refuses a list of schemas"),
      expect.stringContaining("OpenAI refuses strict tools with a list of schemas"),
    ]);
  });

  test("a warning where another server may take the schema", async () => {
    const text = prompt(true) + tool("{ type: object, properties: {} }");
    expect(await diagnosticsOf(text, { customProviders: ["OPENAI"] })).toEqual([
      "refused-tool-schema a.yaml:10 OpenAI refuses strict tools with an object without additionalProperties: false: runs of prompt/Greeter fail unless the server of gpt-5.4 accepts it.",
    ]);
  });
});
