// Configurations of promptfoo, and what of them definitions cannot hold.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import type { ReadReferred } from "../../src/importers/imported.ts";
import { importDocuments } from "./import-documents.ts";

const config = {
  description: "Translate",
  prompts: ["Translate to {{language}}: {{input}}"],
  providers: ["openai:gpt-4.1"],
  tests: [
    {
      description: "hello",
      vars: { language: "French", input: "Hello" },
      assert: [{ type: "contains", value: "Bonjour" }],
    },
  ],
};

/** The assertions of the only test. */
function assertionsOf(assert: readonly Json[], vars: JsonObject = {}) {
  const tests = [{ vars: { ...config.tests[0]!.vars, ...vars }, assert }];
  const { definitions, left } = importDocuments("promptfoo", [{ ...config, tests }]);
  const [evaluation] = definitions[0]!["evaluations"] as JsonObject[];
  return { assertions: evaluation!["assertions"], left };
}

describe("a configuration of promptfoo", () => {
  it("becomes a prompt with an evaluation for each test", () => {
    expect(importDocuments("promptfoo", [config])).toMatchObject({
      left: [],
      refused: [],
      definitions: [
        {
          kind: "prompt",
          name: "Translate",
          parameters: { provider: "OPENAI", name: "gpt-4.1" },
          messages: [{ role: "user", content: "Translate to {{language}}: {{input}}" }],
          evaluations: [
            {
              name: "hello",
              variables: { language: "French", input: "Hello" },
              assertions: [{ type: "CONTAINS_ALL", targetValues: ["Bonjour"] }],
            },
          ],
        },
      ],
    });
  });

  it("becomes a prompt for each text and each model", () => {
    const { definitions, left } = importDocuments("promptfoo", [
      {
        ...config,
        prompts: ["{{language}} {{input}}", { label: "Short", raw: "{{input}}" }],
        providers: [
          "openai:chat:gpt-4.1",
          { id: "anthropic:messages:claude-sonnet-4-6", config: { max_tokens: 50 } },
          { "openai:responses:gpt-4.1-mini": { config: { temperature: 0 } } },
          "ollama:llama4",
        ],
      },
    ]);
    expect(definitions.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["Translate (gpt-4.1)", { provider: "OPENAI", name: "gpt-4.1" }],
      [
        "Translate (claude-sonnet-4-6)",
        { provider: "ANTHROPIC", name: "claude-sonnet-4-6", maxTokens: 50 },
      ],
      ["Translate (gpt-4.1-mini)", { provider: "OPENAI", name: "gpt-4.1-mini", temperature: 0 }],
      ["Short (gpt-4.1)", { provider: "OPENAI", name: "gpt-4.1" }],
      [
        "Short (claude-sonnet-4-6)",
        { provider: "ANTHROPIC", name: "claude-sonnet-4-6", maxTokens: 50 },
      ],
      ["Short (gpt-4.1-mini)", { provider: "OPENAI", name: "gpt-4.1-mini", temperature: 0 }],
    ]);
    expect(definitions[3]).toMatchObject({ evaluations: [{ variables: { input: "Hello" } }] });
    expect(left).toEqual(["/providers/3: Definitions have models of OpenAI and Anthropic."]);
  });

  it("has conversations in JSON, and tools of a provider", () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "{{input}}", name: "ann" },
    ];
    const tools = [
      { type: "function", function: { name: "look" } },
      { type: "function", name: "send", parameters: {} },
      { name: "find", input_schema: { type: "object" } },
    ];
    const { definitions, left, leftFields } = importDocuments("promptfoo", [
      {
        ...config,
        prompts: [JSON.stringify(messages)],
        providers: [{ id: "openai:gpt-4.1", config: { tools, tool_choice: "required" } }],
        tests: [],
      },
    ]);
    expect(definitions).toMatchObject([
      { kind: "tool", name: "look" },
      { kind: "tool", name: "send" },
      { kind: "tool", name: "find", parameters: { type: "object" } },
      {
        tools: ["look", "send", "find"],
        parameters: { toolChoice: "required" },
        messages: [messages[0], { role: "user", content: "{{input}}" }],
      },
    ]);
    expect(left).toEqual(["/1/name"]);
    expect(leftFields[0]!.source.within?.path).toEqual(["prompts", 0]);
  });

  it("has the assertions and the values of defaultTest in all tests", () => {
    const { definitions, left } = importDocuments("promptfoo", [
      {
        ...config,
        defaultTest: {
          vars: { language: "Italian", input: "Hi" },
          assert: [{ $ref: "#/assertionTemplates/fast" }],
          threshold: 0.5,
        },
        assertionTemplates: { fast: { type: "latency", threshold: 3000 } },
        tests: [{ vars: { input: "Bye" } }, { threshold: 1 }],
      },
    ]);
    const assertions = [{ type: "LATENCY", targetThreshold: 3000 }];
    expect(definitions[0]!["evaluations"]).toEqual([
      {
        name: "case 1",
        variables: { language: "Italian", input: "Bye" },
        threshold: 0.5,
        assertions,
      },
      { name: "case 2", variables: { language: "Italian", input: "Hi" }, assertions },
    ]);
    expect(left).toEqual([]);
  });

  it("has a test for each combination of the values in lists", () => {
    const vars = { language: ["French", "Italian"], input: ["Hello", 1] };
    const { definitions, left } = importDocuments("promptfoo", [{ ...config, tests: [{ vars }] }]);
    const evaluations = definitions[0]!["evaluations"] as JsonObject[];
    expect(evaluations.map(({ name, variables }) => [name, variables])).toEqual([
      ["case 1", { language: "French", input: "Hello" }],
      ["case 2", { language: "French", input: "1" }],
      ["case 3", { language: "Italian", input: "Hello" }],
      ["case 4", { language: "Italian", input: "1" }],
    ]);
    expect(left).toEqual([]);
  });

  it.each<[assertion: JsonObject, expected: JsonObject]>([
    [
      { type: "equals", value: "{{input}}!" },
      { type: "EXACT_MATCH", targetValue: "Hello!" },
    ],
    [
      { type: "equals", value: 4 },
      { type: "EXACT_MATCH", targetValue: "4" },
    ],
    [
      { type: "starts-with", value: "a" },
      { type: "STARTS_WITH", targetValue: "a" },
    ],
    [
      { type: "icontains", value: "a", metric: "tone" },
      {
        type: "CONTAINS_ALL",
        metadata: { name: "tone" },
        targetValues: ["a"],
        ignoreCase: true,
      },
    ],
    [
      { type: "contains-all", value: "a, {{input}}" },
      { type: "CONTAINS_ALL", targetValues: ["a", "Hello"] },
    ],
    [
      { type: "not-icontains-any", value: ["a", "b"] },
      { type: "CONTAINS_ANY", targetValues: ["a", "b"], ignoreCase: true, negate: true },
    ],
    [
      { type: "cost", threshold: 0.01 },
      { type: "COST", targetThreshold: 0.01 },
    ],
  ])("has the assertion %j", (assertion, expected) => {
    expect(assertionsOf([assertion])).toEqual({ assertions: [expected], left: [] });
  });

  it("scales weights to at most 1", () => {
    const { assertions } = assertionsOf([
      { type: "contains", value: "a", weight: 4 },
      { type: "contains", value: "b" },
      { type: "contains", value: "c", weight: 0 },
    ]);
    expect(assertions).toMatchObject([{ targetValues: ["a"] }, { weight: 0.25 }, { weight: 0 }]);
    expect(assertionsOf([{ type: "contains", value: "b", weight: 0.5 }]).assertions).toMatchObject([
      { weight: 0.5 },
    ]);
  });

  it.each<[assertion: JsonObject, reason: string]>([
    [{ type: "llm-rubric", value: "polite" }, "Definitions have no assertion like llm-rubric."],
    [{ type: "not-cost", threshold: 1 }, "A limit has a threshold of 0 or more, without not-."],
    [{ type: "contains", value: "a", transform: "output.x" }, "The reply is transformed first."],
    [{ type: "equals", value: { a: 1 } }, "Assertions compare texts only."],
    [{ type: "equals", value: "file://a.txt" }, "The expected text is in another file."],
    [
      { type: "equals", value: "{{ input | upper }}" },
      '"{{ input | upper }}" is template logic, which definitions do not have.',
    ],
    [
      { type: "contains-any", value: ["{{nope}}", "a"] },
      "It is not in cases without a value for {{nope}}.",
    ],
  ])("lists the assertion %j", (assertion, reason) => {
    expect(assertionsOf([assertion])).toEqual({
      assertions: [],
      left: [`/tests/0/assert/0: ${reason}`],
    });
  });

  it("lists values with placeholders without a value, and values with logic", () => {
    const { definitions, left } = importDocuments("promptfoo", [
      { ...config, tests: [{ vars: { language: "{{env.USER}}", input: "{% if a %}" } }] },
    ]);
    expect(definitions[0]!["evaluations"]).toEqual([{ name: "case 1", assertions: [] }]);
    expect(left).toEqual([
      "/tests/0/vars/language: The test has no value for {{env.USER}} in it.",
      '/tests/0/vars/input: "{% if a %}" is template logic, which definitions do not have.',
    ]);
  });

  it.each<[test: Json, left: string[]]>([
    [null, []],
    [
      { $ref: "file://t.yaml" },
      ["/tests/0: Only references to parts of the configuration are imported."],
    ],
    [5, ["/tests/0: It has no vars and no assertions."]],
  ])("does not have an evaluation for the test %j", (test, expected) => {
    const tests = [test, ...config.tests];
    const { definitions, left } = importDocuments("promptfoo", [{ ...config, tests }]);
    expect(definitions).toMatchObject([{ evaluations: [{ name: "hello" }] }]);
    expect(left).toEqual(expected);
  });

  it("lists values that nothing uses, and what else definitions do not have", () => {
    const { left } = importDocuments("promptfoo", [
      {
        ...config,
        outputPath: "a.json",
        tests: [{ ...config.tests[0], vars: { language: "a", input: "b", note: "c" } }],
      },
    ]);
    expect(left).toEqual([
      "/tests/0/vars/note: No message and no assertion uses the value.",
      "/outputPath",
    ]);
  });

  it.each<[prompt: Json, reason: string]>([
    ["{% for x in y %}", '"{% for x in y %}" is template logic, which definitions do not have.'],
    ["Hi {{ x | upper }}", '"{{ x | upper }}" is template logic, which definitions do not have.'],
    ["file://prompt.py:build", "A program writes the prompt."],
    ["langfuse://greeting", "Another service has the prompt."],
    ["file://prompt.txt", "There is no file prompt.txt."],
    [1, "It has no prompts that are texts or files."],
    ['[{ "role": "user", "content": {{x}} }]', "The list of messages is not valid JSON."],
  ])("the prompt %j is refused", (prompt, reason) => {
    const { definitions, refused } = importDocuments("promptfoo", [
      { ...config, prompts: [prompt, "Other {{language}} {{input}}"] },
    ]);
    expect(definitions).toHaveLength(1);
    expect(refused).toEqual([`/prompts/0: ${reason}`]);
  });

  it("has its tests in one line of the list if no prompt is imported", () => {
    expect(importDocuments("promptfoo", [{ ...config, prompts: ["exec:./a"] }]).left).toEqual([
      "/description: None of the prompts is imported.",
      "/providers: None of the prompts is imported.",
      "/tests: None of the prompts is imported.",
    ]);
  });

  it("is refused without a model", () => {
    const { prompts } = config;
    expect(importDocuments("promptfoo", [{ prompts }]).refused).toEqual([
      ": It names no model. Name one with --model.",
    ]);
    const named = importDocuments("promptfoo", [{ prompts }], { model: "gpt-4.1" });
    expect(named.definitions).toMatchObject([{ parameters: { name: "gpt-4.1" } }]);
  });
});

describe("files of a configuration of promptfoo", () => {
  const source = (file: string, value: Json, linesBefore = 0) => ({
    file,
    text: JSON.stringify(value),
    linesBefore,
    index: 0,
    value,
  });
  const files: Readonly<Record<string, Exclude<ReturnType<ReadReferred>, string>>> = {
    "prompts.txt": { documents: [], text: "One {{input}}\n---\nTwo {{input}}\n" },
    "chat.json": {
      documents: [source("chat.json", [{ role: "system", content: "{{input}}" }])],
      text: "",
    },
    "tests.csv": {
      documents: [
        source(
          "tests.csv",
          { input: "a", __expected: "icontains-any: x, y", __expected2: "equal", note: "n" },
          1,
        ),
        source("tests.csv", { input: "b", __expected: "latency(2000)", __expected2: "" }, 2),
        source("tests.csv", { input: "c", __expected: "llm-rubric: nice", __description: "d" }, 3),
      ],
      text: "",
    },
    "tests.yaml": {
      documents: [source("tests.yaml", [{ vars: { input: "file://input.txt" } }])],
      text: "",
    },
    "checks.csv": {
      documents: [
        source(
          "checks.csv",
          {
            input: "a",
            __expected: "is-json",
            __expected2: "contains",
            __expected3: "cost",
            __expected4: "not-regex",
            __expected5: "note: x",
            __expected6: "{{ input | upper }}",
          },
          1,
        ),
      ],
      text: "",
    },
    "vars.yaml": { documents: [source("vars.yaml", { input: "from vars" })], text: "" },
    "input.txt": { documents: [], text: "from a file\n" },
  };
  const readReferred: ReadReferred = (_from, path) => files[path] ?? `There is no file ${path}.`;
  const importing = (value: JsonObject) =>
    importDocuments("promptfoo", [{ providers: "openai:gpt-4.1", ...value }], { readReferred });

  it("can have several prompts in a text file, and conversations in JSON", () => {
    const { definitions } = importing({ prompts: ["file://prompts.txt", "chat.json"] });
    expect(definitions.map(({ messages }) => messages)).toEqual([
      [{ role: "user", content: "One {{input}}" }],
      [{ role: "user", content: "Two {{input}}" }],
      [{ role: "system", content: "{{input}}" }],
    ]);
  });

  it("can be an object of paths and labels, which providers select", () => {
    const { definitions, left } = importing({
      prompts: { "chat.json": "chat", "prompts.txt": "plain" },
      providers: ["openai:gpt-4.1", { id: "openai:gpt-4o", prompts: ["chat"] }],
    });
    expect(definitions.map(({ name, parameters }) => [name, parameters])).toMatchObject([
      ["chat (gpt-4.1)", { name: "gpt-4.1" }],
      ["chat (gpt-4o)", { name: "gpt-4o" }],
      ["plain", { name: "gpt-4.1" }],
      ["plain 2", { name: "gpt-4.1" }],
    ]);
    expect(left).toEqual([]);
  });

  it("can have tests in a table", () => {
    const { definitions, left } = importing({ prompts: ["{{input}}"], tests: "tests.csv" });
    expect(definitions[0]!["evaluations"]).toEqual([
      {
        name: "case 1",
        variables: { input: "a" },
        assertions: [
          { type: "CONTAINS_ANY", targetValues: ["x", "y"], ignoreCase: true },
          { type: "EXACT_MATCH", targetValue: "equal" },
        ],
      },
      {
        name: "case 2",
        variables: { input: "b" },
        assertions: [{ type: "LATENCY", targetThreshold: 2000 }],
      },
      { name: "d", variables: { input: "c" }, assertions: [] },
    ]);
    expect(left).toEqual([
      "/note: No message and no assertion uses the value.",
      "/__expected: Definitions have no assertion like llm-rubric.",
    ]);
  });

  it("lists cells with checks that definitions cannot make", () => {
    const { definitions, left } = importing({ prompts: ["{{input}}"], tests: "checks.csv" });
    expect(definitions).toMatchObject([
      { evaluations: [{ assertions: [{ type: "EXACT_MATCH", targetValue: "note: x" }] }] },
    ]);
    expect(left).toEqual([
      "/__expected: Definitions have no assertion like is-json.",
      "/__expected2: It has no text.",
      "/__expected3: A limit has a threshold of 0 or more, without not-.",
      "/__expected4: Definitions have no assertion like regex.",
      '/__expected6: "{{ input | upper }}" is template logic, which definitions do not have.',
    ]);
  });

  it("has the values and the assertions of defaultTest in rows of a table", () => {
    const { definitions, left } = importing({
      prompts: ["{{input}} {{lang}}"],
      defaultTest: {
        vars: { lang: "en" },
        assert: [{ type: "cost", threshold: 0.5 }],
        threshold: 0.5,
      },
      tests: "tests.csv",
    });
    expect((definitions[0]!["evaluations"] as JsonObject[])[1]).toEqual({
      name: "case 2",
      variables: { lang: "en", input: "b" },
      threshold: 0.5,
      assertions: [
        { type: "COST", targetThreshold: 0.5 },
        { type: "LATENCY", targetThreshold: 2000 },
      ],
    });
    expect(left.filter((each) => each.startsWith("/defaultTest"))).toEqual([]);
  });

  it("can have all values of a test in a file", () => {
    const { definitions, left } = importing({
      prompts: ["{{input}}"],
      tests: [{ vars: "file://vars.yaml" }],
    });
    expect(definitions).toMatchObject([{ evaluations: [{ variables: { input: "from vars" } }] }]);
    expect(left).toEqual([]);
  });

  it("can have tests and values in files", () => {
    const { definitions, left } = importing({
      prompts: ["{{input}}"],
      tests: ["file://tests.yaml", "file://other.yaml"],
    });
    expect(definitions).toMatchObject([{ evaluations: [{ variables: { input: "from a file" } }] }]);
    expect(left).toEqual(["/tests/1: There is no file other.yaml."]);
  });
});
