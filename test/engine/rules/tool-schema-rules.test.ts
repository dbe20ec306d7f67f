import { describe, expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const opus = "{ provider: ANTHROPIC, name: claude-opus-4-8 }";
const sonnet = "{ provider: ANTHROPIC, name: claude-sonnet-4-6 }";
const gpt = "{ provider: OPENAI, name: gpt-5.4 }";

const toolWith = (schema: string): string => `kind: tool
name: find
description: Find orders.
parameters: ${schema}
---
`;

const promptWith = (parameters: string, name = "Greeter", tools = "[find]"): string => `kind: prompt
name: ${name}
parameters: ${parameters}
messages: [{ role: user, content: Hello }]
tools: ${tools}
---
`;

const property = (schema: string): string => `{ type: object, properties: { a: ${schema} } }`;
const longName = "a".repeat(65);

/** What is refused, in the words of the message. */
const top = (keyword: string): string => `"${keyword}" at the top of parameters`;
const array = `an array without "items"`;
const tuple = `a list of schemas as "items"`;
const type = (value: string): string => `parameters of the type ${value}`;
const escaped = (text: string): string => `the escape ${text} in a pattern`;
const argument = (name: string): string => `the argument name "${name}"`;

describe("each form of a schema: what OpenAI refuses, what Claude Sonnet 4.6 and Opus 4.8 refuse", () => {
  test.for<[schema: string, openai: string[], sonnet: string[], opus?: string[]]>([
    ["{ type: object, properties: {} }", [], []],
    ["{ type: object, anyOf: [{ required: [a] }] }", [top("anyOf")], [top("anyOf")]],
    ["{ type: object, oneOf: [{ required: [a] }] }", [top("oneOf")], [top("oneOf")]],
    ["{ type: object, allOf: [{ required: [a] }] }", [top("allOf")], [top("allOf")]],
    ["{ type: object, enum: [{ a: 1 }] }", [top("enum")], []],
    ["{ type: object, const: { a: 1 } }", [top("const")], []],
    ["{ type: object, not: { required: [a] } }", [top("not")], []],
    ["{ type: object, if: { required: [a] }, then: { required: [b] } }", [], []],
    ["{ type: array, items: { type: string } }", [type('"array"')], [type('"array"')]],
    [
      '{ type: [object, "null"], properties: {} }',
      [type('["object","null"]')],
      [type('["object","null"]')],
    ],
    [property("{ anyOf: [{ type: string }, { enum: [1] }] }"), [], []],
    [property("{ type: array, items: { type: string } }"), [], []],
    [property("{ type: array, items: {} }"), [], []],
    [property("{ type: array }"), [array], []],
    [property('{ type: [array, "null"] }'), [array], []],
    [property("{ type: array, minItems: 2, prefixItems: [{ type: number }] }"), [array], []],
    [property("{ type: array, items: { type: array } }"), [array], []],
    [property("{ anyOf: [{ type: array }, { type: string }] }"), [array], []],
    [property("{ type: object, properties: { b: { type: array } } }"), [array], []],
    [property("{ type: object, additionalProperties: { type: array } }"), [array], []],
    [property("{ not: { type: array } }"), [], []],
    [property("{ type: string, enum: [array], default: array }"), [], []],
    [property("{ default: { type: array }, examples: [{ type: array }] }"), [], []],
    ["{ type: object, properties: { type: { type: string } } }", [], []],
    ["{ type: object, $defs: { b: { type: array } } }", [array], []],
    ["{ type: object, definitions: { b: { type: array } } }", [array], []],
    [property("{ pattern: '^(?!a)(b)\\1\\b$' }"), [], []],
    [property("{ pattern: '(?<b>a)' }"), ["a named group in a pattern"], []],
    [property(String.raw`{ pattern: '^\p{Lu}\u{41}\z' }`), [escaped(String.raw`\p`)], []],
    [property("{ patternProperties: { '\\p{Lu}': {} } }"), [escaped(String.raw`\p`)], []],
    [property("{ type: array, items: [{ type: number }] }"), [], [], [tuple]],
    [property("{ anyOf: [{ type: array, items: [{ type: number }] }] }"), [], [], [tuple]],
    [property("{ not: { type: array, items: [{ type: number }] } }"), [], [], [tuple]],
    [property("{ type: array, items: { type: array, items: [{}] } }"), [], [], [tuple]],
    ["{ type: object, $defs: { b: { type: array, items: [{}] } } }", [], [], [tuple]],
    [property("{ type: object, properties: { Account Number: {} } }"), [], []],
    [
      "{ type: object, properties: { Account Number: { type: string } } }",
      [],
      [argument("Account Number")],
    ],
    ['{ type: object, properties: { "filter[id]": {} } }', [], [argument("filter[id]")]],
    ['{ type: object, properties: { größe: {}, "": {} } }', [], [argument("größe"), argument("")]],
    [`{ type: object, properties: { ${longName}: {} } }`, [], [argument(longName)]],
    [`{ type: object, properties: { ${longName.slice(1)}: {}, a.b-c_1: {} } }`, [], []],
    ["{ type: object, patternProperties: { '^a b$': { type: string } } }", [], []],
  ])("%s", async ([schema, openai, claude, newClaude = claude]) => {
    const rows = [
      [gpt, "OpenAI", openai],
      [sonnet, "Anthropic", claude],
      [opus, "Anthropic", newClaude],
    ] as const;
    for (const [parameters, provider, refused] of rows) {
      const found = await diagnosticsOf(toolWith(schema) + promptWith(parameters));
      expect(found.map((each) => each.replace(/(?<=fails\.).*/, ""))).toEqual(
        refused.map(
          (what) =>
            `refused-tool-schema a.yaml:4 ${provider} refuses ${what}: every run of prompt/Greeter fails.`,
        ),
      );
    }
  });
});

describe("an error only for a model that is known and called at its provider", () => {
  const bare = toolWith(property("{ type: array }"));
  const tupleTool = toolWith(property("{ type: array, items: [{ type: number }] }"));
  const custom = { customProviders: ["OPENAI"] };
  test.for<[name: string, tool: string, parameters: string, found: string, options?: object]>([
    ["a model", bare, gpt, "every run of prompt/Greeter fails."],
    ["a snapshot", bare, "{ provider: OPENAI, name: gpt-5.4-2026-03-05 }", "every run of prompt/"],
    ["a fine-tuned model", bare, "{ provider: OPENAI, name: 'ft:gpt-5.4:acme::1' }", "every run"],
    [
      "a base URL of the user's own",
      bare,
      gpt,
      "runs of prompt/Greeter fail unless the server of gpt-5.4 accepts it.",
      custom,
    ],
    [
      "a deployment",
      bare,
      "{ provider: OPENAI, name: my-deployment }",
      "runs of prompt/Greeter fail unless the server of my-deployment accepts it.",
    ],
    [
      "a model of a gateway",
      bare,
      "{ provider: OPENAI, name: openai/gpt-5.4 }",
      "runs of prompt/Greeter fail unless the server of openai/gpt-5.4 accepts it.",
    ],
    [
      "a new model of the gateway with a form that older ones take",
      tupleTool,
      "{ provider: ANTHROPIC, name: us.anthropic.claude-opus-4-8-20260528-v1:0 }",
      "runs of prompt/Greeter fail unless the server of us.anthropic.claude-opus-4-8-20260528-v1:0",
    ],
  ])("%s", async ([_name, tool, parameters, text, options]) => {
    const found = await diagnosticsOf(tool + promptWith(parameters), options);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^refused-tool-schema a\.yaml:4 (?:OpenAI|Anthropic) refuses an? /);
    expect(found[0]).toContain(text);
  });

  test.for<[name: string, text: string]>([
    ["no prompt with the tool", bare],
    ["a prompt without the tool", bare + promptWith(gpt, "Greeter", "[]")],
    ["an external prompt", `${bare}kind: prompt\nname: Greeter\nexternal: true\n`],
    ["an external tool", `kind: tool\nname: find\nexternal: true\n---\n${promptWith(gpt)}`],
    [
      "an older model of a gateway",
      tupleTool + promptWith("{ provider: ANTHROPIC, name: anthropic.claude-opus-4-7 }"),
    ],
    ["a comment", `# promptctl-ignore: refused-tool-schema\n${bare}${promptWith(gpt)}`],
  ])("no diagnostic: %s", async ([_name, text]) => {
    expect(await diagnosticsOf(text)).toEqual([]);
  });

  test("one error of all prompts at known models; those at other servers have no warning then", async () => {
    const prompts = [
      promptWith(gpt, "A"),
      promptWith("{ provider: OPENAI, name: my-deployment }", "B"),
      ..."CDEF".split("").map((name) => promptWith(gpt, name)),
      promptWith(sonnet, "G"),
    ];
    expect(await diagnosticsOf(bare + prompts.join(""))).toEqual([
      `refused-tool-schema a.yaml:4 OpenAI refuses an array without "items": every run of prompt/A, prompt/C, prompt/D and 2 more fails. Add the schema of its items, for example items: { type: string }.`,
    ]);
  });

  test("one error for each provider", async () => {
    const tool = toolWith("{ type: object, anyOf: [{ required: [a] }] }");
    const found = await diagnosticsOf(tool + promptWith(gpt, "A") + promptWith(opus, "B"));
    expect(found.map((each) => each.slice(0, each.indexOf("fails.")))).toEqual([
      'refused-tool-schema a.yaml:4 OpenAI refuses "anyOf" at the top of parameters: every run of prompt/A ',
      'refused-tool-schema a.yaml:4 Anthropic refuses "anyOf" at the top of parameters: every run of prompt/B ',
    ]);
  });
});

test.for([
  [128, gpt, []],
  [129, gpt, ["The prompt has 129 tools: OpenAI refuses more than 128."]],
  [129, sonnet, []],
] as const)("%i tools of a prompt with %s", async ([count, parameters, expected]) => {
  const names = Array.from({ length: count }, (_each, index) => `t${index}`);
  const tools = names.map((name) => toolWith("{ type: object }").replace("find", name)).join("");
  const found = await diagnosticsOf(tools + promptWith(parameters, "A", `[${names.join(", ")}]`));
  const line = count * 5 + 5;
  expect(found).toEqual(expected.map((each) => `refused-tools a.yaml:${line} ${each}`));
});
