// Configurations of promptfoo, and what of them definitions cannot hold.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import type { ReadReferred, ReferredFile } from "../../../src/importers/convert/imported.ts";
import { importDocuments } from "../import-documents.ts";

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
    const options = { api: "responses" };
    const responses = { provider: "OPENAI", name: "gpt-4.1-mini", temperature: 0, options };
    expect(definitions.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["Translate (gpt-4.1)", { provider: "OPENAI", name: "gpt-4.1" }],
      [
        "Translate (claude-sonnet-4-6)",
        { provider: "ANTHROPIC", name: "claude-sonnet-4-6", maxTokens: 50 },
      ],
      ["Translate (gpt-4.1-mini)", responses],
      ["Short (gpt-4.1)", { provider: "OPENAI", name: "gpt-4.1" }],
      [
        "Short (claude-sonnet-4-6)",
        { provider: "ANTHROPIC", name: "claude-sonnet-4-6", maxTokens: 50 },
      ],
      ["Short (gpt-4.1-mini)", responses],
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
      { type: "contains-any", value: "refund, money," },
      { type: "CONTAINS_ANY", targetValues: ["refund", "money"] },
    ],
    [
      { type: "icontains-all", value: ' "one, two" ,three,, "a ""b"" \\"c\\" \\\\ \\d"' },
      {
        type: "CONTAINS_ALL",
        targetValues: ["one, two", "three", 'a "b" "c" \\ \\d'],
        ignoreCase: true,
      },
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

  it.each<[assertion: JsonObject, expected: JsonObject, note?: string]>([
    [
      { type: "regex", value: "{{input}} [0-9]+", metric: "number" },
      { type: "MATCHES", pattern: "Hello [0-9]+", name: "number" },
    ],
    [
      { type: "not-regex", value: "sorry" },
      { type: "MATCHES", pattern: "sorry", negate: true },
    ],
    [
      { type: "regex", value: "a\\\\1\\(?=" },
      { type: "MATCHES", pattern: "a\\\\1\\(?=" },
    ],
    [{ type: "is-json" }, { type: "JSON_SCHEMA", schema: {} }],
    [
      { type: "contains-json", value: { type: "array" } },
      { type: "JSON_SCHEMA", schema: { type: "array" } },
      "The whole reply must be JSON.",
    ],
    [
      { type: "llm-rubric", value: "polite to {{input}}", weight: 0.5 },
      { type: "JUDGE", prompt: "Judge of rubrics", question: "polite to Hello", weight: 0.5 },
      'The prompt "Judge of rubrics" answers yes or no, without a score.',
    ],
    [
      { type: "not-is-refusal" },
      { type: "STOP_REASON", is: "refused", negate: true },
      "The provider says whether the model refused, not the text.",
    ],
    [
      { type: "finish-reason", value: "length" },
      { type: "STOP_REASON", is: "truncated" },
    ],
    [
      { type: "not-trajectory:tool-used", value: "refund" },
      { type: "TOOL_CALLED", toolName: "refund", negate: true },
      "It looks at the tool calls of one reply.",
    ],
    [
      {
        type: "trajectory:tool-args-match",
        value: { name: "update_seat", args: { greeting: "{{input}}", seat: { row: 14 } } },
      },
      {
        type: "TOOL_CALLED",
        toolName: "update_seat",
        arguments: { greeting: "Hello", seat: { row: 14 } },
      },
      "It looks at the tool calls of one reply.",
    ],
    [
      {
        type: "trajectory:tool-args-match",
        value: { name: "update_seat", arguments: { row: 14 }, mode: "exact" },
      },
      { type: "TOOL_CALLED", toolName: "update_seat", argumentsSchema: { const: { row: 14 } } },
      "It looks at the tool calls of one reply.",
    ],
  ])("has the check %j", (assertion, expected, note = "") => {
    const tests = [{ vars: { input: "Hello" }, assert: [assertion] }];
    const { definitions, left, changed } = importDocuments("promptfoo", [{ ...config, tests }]);
    expect(definitions[0]).toMatchObject({ evaluations: [{ assertions: [], checks: [expected] }] });
    expect(definitions.length).toBe(assertion["type"] === "llm-rubric" ? 2 : 1);
    expect([left, changed]).toEqual([[], note === "" ? [] : [`/tests/0/assert/0: ${note}`]]);
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
    [{ type: "javascript", value: "true" }, "Definitions have no assertion like javascript."],
    [{ type: "regex", value: "(?=a)" }, "RE2 has no look-ahead and no look-behind."],
    [
      { type: "regex", value: "a++" },
      "It is not a pattern of RE2: invalid nested repetition operator: `++`.",
    ],
    [{ type: "regex", value: "(?<n>a)\\k<n>" }, "RE2 has no back-references."],
    [{ type: "regex", value: "(a)\\\\\\1" }, "RE2 has no back-references."],
    [{ type: "is-json", value: "file://a.json" }, "The schema is in another file."],
    [{ type: "not-is-json" }, "With negate, a reply that is not JSON fails."],
    [
      { type: "finish-reason", value: "tool_calls" },
      "Checks know these reasons only: stop, length, content_filter.",
    ],
    [{ type: "trajectory:tool-used", value: { name: "a", min: 2 } }, "Checks count no calls."],
    [
      { type: "trajectory:tool-args-match", value: { name: "a" } },
      "Its value has no name of a tool with args.",
    ],
    [{ type: "not-cost", threshold: 1 }, "A limit has a threshold of 0 or more, without not-."],
    [{ type: "contains", value: "a", transform: "output.x" }, "The reply is transformed first."],
    [{ type: "equals", value: { a: 1 } }, "Assertions compare texts only."],
    [{ value: "a" }, "The assertion has no type."],
    [{ type: "contains-any", value: " , " }, "It has no text."],
    [
      { type: "contains-all", value: 'a, "b' },
      "A quoted item has no closing quote, or a text after it.",
    ],
    [
      { type: "contains-all", value: '"a" b, c' },
      "A quoted item has no closing quote, or a text after it.",
    ],
    [{ type: "equals", value: "file://a.txt" }, "The expected text is in another file."],
    [
      { type: "equals", value: "{{ input | upper }}" },
      '"{{ input | upper }}" is template logic, which definitions do not have.',
    ],
    [{ type: "contains-any", value: ["{{nope}}", "a"] }, "There is no value for {{nope}}."],
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

  it.each<[value: Json, reason: string]>([
    [[1, 2 ** 60], "Integers above 2^53 lose digits in JSON. Write it in quotes."],
  ])("lists the number %j, which loses digits", (input, reason) => {
    const tests = [{ vars: { language: "French", input } }];
    const { left } = importDocuments("promptfoo", [{ ...config, tests }]);
    expect(left).toEqual([`/tests/0/vars/input${Array.isArray(input) ? "/1" : ""}: ${reason}`]);
  });

  it("lists environment variables in messages once, and keeps them as variables", () => {
    const { definitions, left } = importDocuments("promptfoo", [
      {
        prompts: ["Hi {{env.USER}}"],
        providers: ["openai:gpt-4.1", "openai:gpt-5.4"],
      },
    ]);
    expect(definitions).toMatchObject([
      { messages: [{ content: "Hi {{env.USER}}" }] },
      { messages: [{ content: "Hi {{env.USER}}" }] },
    ]);
    expect(left).toEqual([
      "/prompts/0/{{env.USER}}: Definitions cannot read environment variables, so it is a variable without a value.",
    ]);
  });

  it.each(["openai:agents:foo", "openai:text-embedding-3-small", "anthropic:claude-agent-sdk"])(
    "does not have the provider %s",
    (provider) => {
      const providers = [provider, "openai:codex-mini-latest"];
      const { definitions, left } = importDocuments("promptfoo", [{ ...config, providers }]);
      expect(definitions).toMatchObject([{ parameters: { name: "codex-mini-latest" } }]);
      expect(left).toEqual(["/providers/0: It is no chat model of OpenAI or Anthropic."]);
    },
  );

  it.each([
    ["days / nights", "days nights", true],
    ["id:7", "7", true],
    ["the id:7", "the id:7", false],
  ])("notes whether the description %j is changed to a name", (description, name, isNoted) => {
    const tests = [{ ...config.tests[0], description }];
    const { definitions, left, changed } = importDocuments("promptfoo", [{ ...config, tests }]);
    expect(definitions).toMatchObject([{ evaluations: [{ name }] }]);
    const note =
      '/tests/0/description: Names of evaluations have no "/", and do not begin with "id:".';
    expect([left, changed]).toEqual([[], isNoted ? [note] : []]);
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

  it("has a refused list of messages once, and takes none for a file pattern", () => {
    const list = (role: string): string => JSON.stringify([{ role, content: "{input}*/" }]);
    const prompts = [list("nobody"), list("user"), "Other {{language}} {{input}}"];
    const { definitions, refused, left } = importDocuments("promptfoo", [{ ...config, prompts }]);
    expect(definitions).toHaveLength(2);
    expect(refused).toEqual(['/0/role: The message has the role "nobody".']);
    expect(left).toEqual([]);
  });

  it("has its tests in one line of the list if no prompt is imported", () => {
    expect(importDocuments("promptfoo", [{ ...config, prompts: ["exec:./a"] }]).left).toEqual([
      "/description: None of the prompts is imported.",
      "/providers: None of the prompts is imported.",
      "/tests: None of the prompts is imported.",
    ]);
  });
});

describe("files of a configuration of promptfoo", () => {
  const texts: Readonly<Record<string, string>> = {
    "prompts.txt": "One {{input}}\n---\nTwo {{input}}\n",
    "input.txt": "from a file\n",
    "p/a.txt": "A {{input}}",
    "p/b.py": "print()",
    "p/d.md": "{% if d %}",
    "no-ending/a": "E {{input}}",
    "s p/a.txt": "S {{input}}",
    "parts.txt": "One {{input}}\n---\n\n{% if x %}\n ---\nThree\n---\n",
    "empty.txt": " \n",
    "wrong.json": '[{ "role"',
    "v/a.txt": "first",
    "v/b.txt": "second",
  };
  /** The documents or rows of files. */
  const data: Readonly<Record<string, readonly Json[]>> = {
    "chat.json": [[{ role: "system", content: "{{input}}" }]],
    "tests.csv": [
      { input: "a", __expected: 'icontains-any: x, "y, z",', __expected2: "equal", note: "n" },
      { input: "b", __expected: "latency(2000)", __expected2: "" },
      { input: "c", __expected: "similar: nice", __description: "d" },
    ],
    "notes.csv": [
      {
        input: "a",
        __expected: "b",
        __expected2: "latency(2)",
        __metric: "tone",
        __threshold: "0.5",
        "__metadata:team": "search",
        "__metadata:tags[]": "x, y\\,z\\, , \\n",
      },
      { input: "c", __threshold: "2" },
    ],
    "checks.csv": [
      {
        input: "a",
        __expected: "is-xml",
        __expected2: "contains",
        __expected3: "cost",
        __expected4: "not-regex",
        __expected5: "note: x",
        __expected6: "{{ input | upper }}",
      },
    ],
    "vars.yaml": [{ input: "from vars" }],
    "p/c.json": [[{ role: "user", content: "C {{input}}" }]],
    "t/a.yaml": [[{ vars: { input: "a" } }]],
    "w/a.yaml": [[{ vars: { input: "lost" } }]],
    "w/b.yaml": [[{ vars: { input: "b" } }]],
    "broken.jsonl": [{ vars: { input: "a" } }],
    "chats.jsonl": [[{ role: "user", content: "x" }], 1],
    "models.yaml": [[{ id: "openai:gpt-4o", n: 1 }]],
    "later.yaml": [{ input: "from later" }],
    "default.yaml": [{ vars: { input: "from default" } }],
  };
  const message = "Unexpected end.";
  const broken: Readonly<Record<string, ReferredFile["broken"]>> = {
    "w/a.yaml": [{ part: "file", place: "w/a.yaml:2:1", message }],
    "wrong.json": [{ part: "file", place: "wrong.json:1:5", message }],
    "broken.jsonl": [{ part: "line", place: "broken.jsonl:2:3", message }],
  };
  const fileOf = (path: string): ReferredFile => ({
    path,
    file: path,
    text: texts[path] ?? "",
    documents: (data[path] ?? []).map((value, index) => ({
      file: path,
      text: JSON.stringify(value),
      linesBefore: path.endsWith(".csv") ? index + 1 : 0,
      index: 0,
      value,
    })),
    broken: broken[path] ?? [],
  });
  const readReferred: ReadReferred = (_from, path) => {
    const escaped = path.replace(/[.()+^$|\\]/g, "\\$&");
    const pattern = new RegExp(`^${escaped.replace(/\*+/g, ".*").replaceAll("?", ".")}$`);
    const paths = Object.keys({ ...texts, ...data }).sort();
    const found = paths.filter((each) => each === path || pattern.test(each));
    return found.length === 0 ? `There is no file ${path}.` : found.map(fileOf);
  };
  const importing = (value: JsonObject) => {
    const config = { providers: "openai:gpt-4.1", ...value };
    const result = importDocuments("promptfoo", [config], { readReferred });
    const places = result.refusedFields.map(
      ({ source: { file, linesBefore }, reason }) => `${file}:${linesBefore + 1}: ${reason}`,
    );
    return { ...result, places };
  };

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
          { type: "CONTAINS_ANY", targetValues: ["x", "y, z"], ignoreCase: true },
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
      "/__expected: Definitions have no assertion like similar.",
    ]);
  });

  it("lists cells with checks that definitions cannot make", () => {
    const { definitions, left } = importing({ prompts: ["{{input}}"], tests: "checks.csv" });
    expect(definitions).toMatchObject([
      { evaluations: [{ assertions: [{ type: "EXACT_MATCH", targetValue: "note: x" }] }] },
    ]);
    expect(left).toEqual([
      "/__expected: Definitions have no assertion like is-xml.",
      "/__expected2: It has no text.",
      "/__expected3: A limit has a threshold of 0 or more, without not-.",
      "/__expected4: It has no text.",
      '/__expected6: "{{ input | upper }}" is template logic, which definitions do not have.',
    ]);
  });

  it("can have metadata in a table", () => {
    const { definitions, left } = importing({ prompts: ["{{input}}"], tests: "notes.csv" });
    expect(definitions[0]!["evaluations"]).toEqual([
      {
        name: "case 1",
        metadata: { team: "search", tags: ["x", "y,z,", "\\n"] },
        variables: { input: "a" },
        threshold: 0.5,
        assertions: [
          { type: "EXACT_MATCH", targetValue: "b", metadata: { name: "tone" } },
          { type: "LATENCY", targetThreshold: 2, metadata: { name: "tone" } },
        ],
      },
      { name: "case 2", variables: { input: "c" }, assertions: [] },
    ]);
    expect(left).toEqual(["/__threshold: It must be a number from 0 to 1."]);
  });

  it("imports each file that a pattern matches, and refuses the others with their path", () => {
    const { definitions, places } = importing({ description: "Greet", prompts: ["file://p/*"] });
    expect(definitions.map(({ name, messages }) => [name, messages])).toEqual([
      ["a", [{ role: "user", content: "A {{input}}" }]],
      ["c", [{ role: "user", content: "C {{input}}" }]],
    ]);
    expect(places).toEqual([
      "p/b.py:1: A program writes the prompt.",
      'p/d.md:1: "{% if d %}" is template logic, which definitions do not have.',
    ]);
  });

  it.each<[prompts: Json, names: readonly string[]]>([
    [["p/*"], ["a", "c"]],
    [{ "p/*": "short" }, ["short: a", "short: c"]],
    [[{ label: "short", raw: "file://p/*" }], ["short: a", "short: c"]],
    ["file://p/*", ["a", "c"]],
  ])("a pattern can be %j", (prompts, names) => {
    expect(importing({ prompts }).definitions.map(({ name }) => name)).toEqual(names);
  });

  it.each<[vars: Json, values: readonly string[]]>([
    [{ input: "file://v/*.txt" }, ["first", "second"]],
    [{ input: ["file://v/a.txt", "x"] }, ["first", "x"]],
    [["vars.yaml", "file://later.yaml"], ["from later"]],
  ])("has the values of %j", (vars, values) => {
    const { definitions } = importing({ prompts: ["{{input}}"], tests: [{ vars }] });
    const evaluations = definitions[0]!["evaluations"] as { variables?: { input?: string } }[];
    expect(evaluations.flatMap(({ variables }) => variables?.input ?? [])).toEqual(values);
  });

  it("lists values of a file that a later file replaces", () => {
    const tests = [{ vars: ["vars.yaml", "later.yaml"] }];
    expect(importing({ prompts: ["{{input}}"], tests }).left).toContain(
      "/input: A later file has another value for it.",
    );
  });

  it("lists an empty list of values", () => {
    const tests = [{ vars: { input: [] } }];
    expect(importing({ prompts: ["{{input}}"], tests }).left).toEqual([
      "/tests/0/vars/input: The list is empty.",
    ]);
  });

  it.each<[tests: Json, broken: readonly string[], unread: readonly string[], count: number]>([
    ["broken.jsonl", ["broken.jsonl:2:3: Unexpected end."], [], 1],
    ["input.txt", ["input.txt: It has no JSON, YAML or table."], [], 0],
    [["broken.jsonl", "broken.jsonl"], ["broken.jsonl:2:3: Unexpected end."], [], 2],
    ["w/*", ["w/a.yaml:2:1: Unexpected end."], [], 1],
    ["file://none/*.yaml", [], ["/tests: There is no file none/*.yaml."], 0],
    [["none.csv", "t/a.yaml"], [], ["/tests/0: There is no file none.csv."], 1],
    [
      [{ path: "file://t/a.yaml" }, { path: "none.csv" }],
      [],
      ["/tests/1/path: There is no file none.csv."],
      1,
    ],
  ])("an error names what of the tests %j cannot be read", (tests, broken, unread, count) => {
    const found = importing({ prompts: ["{{input}}"], tests });
    const evaluations = (found.definitions[0]!["evaluations"] ?? []) as Json[];
    expect(found).toMatchObject({ broken, unread, left: [] });
    expect(evaluations).toHaveLength(count);
  });

  it.each<[tests: Json, pointer: string]>([
    [[{ path: "file://gen.py:make", config: { n: 3 } }], "/tests/0/path"],
    ["huggingface://datasets/a", "/tests"],
  ])("the tests %j that a program writes are listed", (tests, pointer) => {
    const { definitions, left } = importing({ prompts: ["{{input}}"], tests });
    expect(definitions[0]).not.toHaveProperty("evaluations");
    expect(left).toContain(
      `${pointer}: Only files with data are read, no programs and no services.`,
    );
  });

  it.each<[prompt: string, messages: readonly string[]]>([
    ["p/[ab].*", ["A {{input}}"]],
    ["p/a.t*", ["A {{input}}"]],
    ["no-ending/a", ["E {{input}}"]],
    ["s p/a.txt", ["S {{input}}"]],
    ["Answer yes/no", ["Answer yes/no"]],
    ["Be **brief** about a/b.", ["Be **brief** about a/b."]],
    ["Rate {{input}} from 1/10 to 10/10", ["Rate {{input}} from 1/10 to 10/10"]],
  ])("the prompt %j is its files, or a text", (prompt, messages) => {
    const { definitions } = importing({ prompts: [prompt] });
    expect(definitions.map((each) => (each["messages"] as JsonObject[])[0]!["content"])).toEqual(
      messages,
    );
  });

  it("has texts with labels, as keys of an object", () => {
    const { definitions, refused } = importing({
      prompts: { "A {{input}}": "a", b: { raw: "x" } },
    });
    expect(definitions).toMatchObject([{ name: "a", messages: [{ content: "A {{input}}" }] }]);
    expect(refused).toEqual(["/prompts/b: The label of the prompt is no text."]);
  });

  it("refuses a part of a file, at its place", () => {
    const { definitions, places } = importing({ prompts: ["parts.txt", "chats.jsonl"] });
    expect(definitions.map(({ messages }) => messages)).toEqual([
      [{ role: "user", content: "One {{input}}" }],
      [{ role: "user", content: "Three" }],
      [{ role: "user", content: "x" }],
    ]);
    expect(places).toEqual([
      'parts.txt:4: "{% if x %}" is template logic, which definitions do not have.',
      "chats.jsonl:1: It is no list of messages.",
    ]);
  });

  it.each([
    ["wrong.json", { broken: ["wrong.json:1:5: Unexpected end."], places: [] }],
    ["empty.txt", { broken: [], places: ["empty.txt:1: The file is empty."] }],
    ["tests.csv", { broken: [], places: ["tests.csv:1: Prompts in tables are not imported."] }],
  ])("the file %s is no prompt", (prompt, expected) => {
    expect(importing({ prompts: [prompt, "Hi"] })).toMatchObject({
      definitions: [{ messages: [{ content: "Hi" }] }],
      ...expected,
    });
  });

  it("lists prompts, providers and tests that run with none of the others", () => {
    const { definitions, left } = importing({
      prompts: [{ raw: "A {{input}}", label: "a" }, { raw: "B {{input}}", label: "b" }, "C"],
      providers: [
        { id: "openai:gpt-4.1", prompts: ["a"] },
        { id: "openai:gpt-5.4", label: "five", prompts: ["b*"], config: { temperature: 0 } },
        { id: "openai:gpt-5.5", prompts: ["none"], config: { temperature: 1 } },
      ],
      tests: [
        { vars: { input: "both" } },
        { vars: { input: "only a" }, prompts: ["a"] },
        { vars: { input: "only five" }, providers: ["five"] },
        { vars: { input: "never" }, prompts: ["a"], providers: "five" },
      ],
    });
    const inputs = definitions.map(({ evaluations }) =>
      (evaluations as { variables: JsonObject }[]).map(({ variables }) => variables["input"]),
    );
    expect(inputs).toEqual([
      ["both", "only a"],
      ["both", "only five"],
    ]);
    expect(left).toEqual([
      "/providers/2: It runs none of the imported prompts.",
      "/prompts/2: None of the imported models runs the prompt.",
      "/tests/3: It runs with none of the imported prompts and models.",
    ]);
  });

  it("can have providers and defaultTest in files", () => {
    const { definitions, left } = importing({
      prompts: ["{{input}}"],
      providers: "file://models.yaml",
      defaultTest: "file://default.yaml",
    });
    expect(definitions).toMatchObject([
      { parameters: { name: "gpt-4o" }, evaluations: [{ variables: { input: "from default" } }] },
    ]);
    expect(left).toEqual(["/0/n"]);
  });

  it("names what every test replaces of defaultTest", () => {
    const { left } = importing({
      prompts: ["{{input}}"],
      defaultTest: { vars: { input: "a" }, threshold: 0.5 },
      tests: [
        { vars: { input: "b" }, threshold: 1 },
        { vars: { input: "c" }, threshold: 1 },
      ],
    });
    expect(left).toEqual([
      "/defaultTest/vars/input: Every test has another value for it.",
      "/defaultTest/threshold: Every test has another value for it.",
    ]);
  });

  it("lists a description that labels replace", () => {
    const prompts = [{ label: "Short", raw: "Hi" }];
    expect(importing({ description: "Greet", prompts }).left).toEqual([
      "/description: The prompts have the names of their labels and files.",
    ]);
  });

  it("refuses the models of a configuration once, at their place", () => {
    const { refused } = importing({ prompts: ["a", "b"], providers: ["google:gemini-2.5-flash"] });
    expect(refused).toEqual([
      "/providers: Definitions have models of OpenAI and Anthropic. Name one with --model.",
    ]);
  });
});
