// The law of imports: what definitions have and what is listed is everything that the source has.
// Sources of each format get unknown fields and unusual values; every value of the source must then
// be in a definition, or in a field that is listed. The check knows nothing of the importers.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, toPointer } from "../../../src/engine/model/json.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { importDocuments } from "../../importers/import-documents.ts";

const tool = { name: "look", description: "tool text", parameters: { type: "object" } };

/** A line of a batch file for Responses. */
const responsesLine: JsonObject = {
  custom_id: "batch name",
  method: "POST",
  url: "/v1/responses",
  body: {
    model: "gpt-4.1-mini",
    instructions: "instruction text",
    input: [
      { role: "user", content: [{ type: "input_text", text: "user text" }] },
      { type: "function_call", call_id: "call-2", name: "look", arguments: '{"x":2}' },
      { type: "function_call_output", call_id: "call-2", output: "result text" },
    ],
    tools: [{ type: "function", ...tool }],
    tool_choice: { type: "function", name: "look" },
    text: { format: { type: "json_object" } },
    max_output_tokens: 812,
    temperature: 0.25,
    parallel_tool_calls: false,
  },
};

/** Sources with as many fields as possible. */
const sources: Readonly<Record<string, readonly JsonObject[]>> = {
  openai: [
    {
      object: "prompt",
      id: "pmpt_1",
      name: "prompt name",
      version: "3",
      model: "gpt-4.1",
      instructions: "instruction {{a}}",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "user text" }] },
        { type: "function_call", call_id: "call-1", name: "look", arguments: '{"x":"call-arg"}' },
        { type: "function_call_output", call_id: "call-1", output: "result text" },
      ],
      tools: [{ type: "function", ...tool }],
      tool_choice: { type: "function", name: "look" },
      temperature: 0.125,
      top_p: 0.25,
      max_output_tokens: 811,
      text: { format: { type: "json_object" } },
      prompt: { variables: { a: "value of a" } },
      metadata: { team: "team name" },
    },
    responsesLine,
    {
      object: "eval",
      id: "eval_1",
      name: "eval name",
      testing_criteria: [
        {
          type: "string_check",
          name: "grader name",
          input: "{{sample.output_text}}",
          reference: "expect {{item.city}}",
          operation: "eq",
        },
      ],
    },
    {
      object: "eval.run",
      id: "run_1",
      eval_id: "eval_1",
      data_source: {
        type: "completions",
        model: "gpt-4o",
        input_messages: {
          type: "template",
          template: [{ role: "user", content: "capital of {{item.country}}" }],
        },
        sampling_params: { temperature: 0.375, seed: 4711 },
        source: {
          type: "file_content",
          content: [{ item: { country: "country name", city: "city name" } }],
        },
      },
    },
  ],
  "openai-chat": [
    {
      model: "gpt-4.1",
      messages: [
        { role: "system", content: "system text" },
        { role: "user", content: [{ type: "text", text: "user text" }] },
        {
          role: "assistant",
          content: "assistant text",
          tool_calls: [
            { id: "call-1", type: "function", function: { name: "look", arguments: '{"x":1}' } },
          ],
        },
        { role: "tool", tool_call_id: "call-1", content: "result text" },
      ],
      tools: [{ type: "function", function: tool }],
      tool_choice: "required",
      max_completion_tokens: 811,
      frequency_penalty: 0.125,
      seed: 4711,
    },
    responsesLine,
  ],
  anthropic: [
    {
      custom_id: "custom name",
      params: {
        model: "claude-sonnet-4-0",
        max_tokens: 811,
        system: [{ type: "text", text: "system text" }],
        messages: [
          { role: "user", content: "user text" },
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "call-1", name: "look", input: { x: "call-arg" } }],
          },
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                tool_use_id: "call-1",
                content: [{ type: "text", text: "result text" }],
              },
            ],
          },
        ],
        tools: [{ name: "look", description: "tool text", input_schema: { type: "object" } }],
        tool_choice: { type: "tool", name: "look" },
        top_k: 40,
      },
    },
  ],
  promptfoo: [
    {
      description: "config name",
      prompts: ["first {{a}}", { label: "label text", raw: "second {{b}}" }],
      providers: [
        {
          id: "openai:gpt-4.1",
          label: "provider label",
          config: { temperature: 0.125, tools: [{ type: "function", function: tool }] },
        },
        "anthropic:messages:claude-sonnet-4-0",
      ],
      defaultTest: {
        vars: { b: "default b" },
        assert: [{ type: "latency", threshold: 811 }],
        threshold: 0.375,
      },
      tests: [
        {
          description: "test name",
          vars: { a: ["first a", "second a"], expected: "expected value" },
          assert: [
            { type: "contains", value: "contains {{expected}}", metric: "metric name" },
            { type: "not-icontains-any", value: ["any one", "any two"] },
          ],
        },
      ],
    },
  ],
  github: [
    {
      name: "prompt name",
      description: "description text",
      model: "openai/gpt-4.1",
      modelParameters: { temperature: 0.125, maxTokens: 811 },
      messages: [{ role: "user", content: "user {{input}}" }],
      testData: [{ input: "input value", expected: "expected value" }],
      evaluators: [{ name: "evaluator name", string: { contains: "contains {{expected}}" } }],
    },
  ],
  langfuse: [
    {
      id: "cm1",
      name: "prompt name",
      version: 4,
      type: "chat",
      prompt: [{ type: "chatmessage", role: "user", content: "user text" }],
      config: {
        model: "gpt-4.1",
        temperature: 0.125,
        tools: [{ type: "function", function: tool }],
      },
      labels: ["label text"],
      tags: ["tag text"],
      commitMessage: "commit text",
    },
  ],
};

/**
 * Values that say what another value is, and are in definitions under another name: roles, types,
 * modes, the fields of graders that select an assertion, and the ids that connect documents.
 */
const selectors = new Set(
  ["type", "object", "role", "tool_choice", "eval_id", "operation", "method", "url"], //
);

function isSelector({ path }: Leaf): boolean {
  const isGraderInput = path.includes("testing_criteria") && path.at(-1) === "input";
  return isGraderInput || path.some((key) => selectors.has(String(key)));
}

const unknownField = "unknown_field";

interface Leaf {
  readonly path: (string | number)[];
  readonly value: Json;
}

/** Unknown fields count if they are empty: an empty object can switch something on. */
function leavesOf(value: Json, path: (string | number)[] = []): Leaf[] {
  if (value === null || value === "") return [];
  const isEmpty = typeof value === "object" && Object.keys(value).length === 0;
  if (typeof value !== "object" || (isEmpty && path.at(-1) === unknownField))
    return [{ path, value }];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The objects in lists. Each is a message, a tool, a test or the like, which must not be lost. */
function itemsIn(value: Json, path: (string | number)[] = []): Leaf[] {
  if (typeof value !== "object" || value === null) return [];
  const isItem = typeof path.at(-1) === "number" && !Array.isArray(value);
  return [
    ...(isItem ? [{ path, value }] : []),
    ...Object.entries(value).flatMap(([key, each]) =>
      itemsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value as definitions have it: models without provider, expected texts with values filled in. */
function isIn(value: Json, texts: ReadonlySet<string>, all: string): boolean {
  const text = textOf(value);
  if (texts.has(text) || texts.has(text.replace(/^(?:openai|anthropic)(?:\/|:)(?:\w+:)?/, "")))
    return true;
  const parts = text.split(/\{\{.*?\}\}/).filter((part) => part.trim() !== "");
  return text.length > 1 && parts.length > 0 && parts.every((part) => all.includes(part));
}

/** Pointers of the leaves that are in no definition and not listed. */
function lost(format: string, documents: readonly JsonObject[]): string[] {
  const { definitions, leftFields } = importDocuments(format, documents);
  const texts = new Set(leavesOf(definitions).map(({ value }) => textOf(value)));
  const all = [...texts].join("\n");
  const listed = leftFields.map(({ source, path }) => `${source.linesBefore}${toPointer(path)}`);
  const isListed = (pointer: string): boolean =>
    listed.some((each) => pointer === each || pointer.startsWith(`${each}/`));
  return documents.flatMap((document, index) => {
    const isLeafListed = ({ path }: Leaf): boolean => isListed(`${index}${toPointer(path)}`);
    const lostLeaves = leavesOf(document).filter(
      (leaf) => !isLeafListed(leaf) && !isSelector(leaf) && !isIn(leaf.value, texts, all),
    );
    // An item of which only its type is left says nothing in a definition.
    const lostItems = itemsIn(document).filter((item) => {
      const leaves = leavesOf(item.value, item.path);
      const pointer = `${index}${toPointer(item.path)}/`;
      const isSilent = leaves.length > 0 && leaves.every(isSelector) && !isSelector(item);
      return isSilent && !isLeafListed(item) && !listed.some((each) => each.startsWith(pointer));
    });
    return [...lostLeaves, ...lostItems].map(
      ({ path, value }) => `${index}${toPointer(path)} = ${JSON.stringify(value)}`,
    );
  });
}

type Edit = readonly [at: number, kind: "add" | "replace" | "remove", value: Json];

/** Paths of all values in a document, leaves included. */
function pathsOf(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** Adds an unknown field, replaces a value or removes it, at a path by its number. */
function edited(documents: readonly JsonObject[], [at, kind, value]: Edit): JsonObject[] {
  const copy = structuredClone(documents) as JsonObject[];
  const paths = pathsOf(copy as unknown as Json).filter((path) => path.length > 1);
  const path = paths[at % paths.length];
  if (!path) return copy;
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, Json>>((each, key) => each[key] as Record<string, Json>, copy as never);
  const key = path.at(-1)!;
  const target = parent[key];
  if (kind === "remove" && !Array.isArray(parent)) delete parent[key];
  if (kind === "replace") parent[key] = value;
  if (kind === "add" && typeof target === "object" && target !== null && !Array.isArray(target))
    (target as Record<string, Json>)[unknownField] = value;
  return copy;
}

const marker = fc.constantFrom<Json>(
  "marker text",
  "marker {{a}} text",
  "marker/text",
  987_654,
  { marker_key: "marker text" },
  ["marker text", 987_654],
  {},
  [],
  true,
);
const edit = fc.tuple(
  fc.nat({ max: 500 }),
  fc.constantFrom("add" as const, "replace" as const, "remove" as const),
  marker,
);

describe("what an import carries and what it lists is everything", () => {
  describe.each(Object.entries(sources))("%s", (format, documents) => {
    it("without unknown fields, nothing is listed", () => {
      const { left, refused } = importDocuments(format, documents);
      expect([left, refused]).toEqual([[], []]);
      expect(lost(format, documents)).toEqual([]);
    });

    it(
      "with unknown fields and unusual values",
      () => {
        fc.assert(
          fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
            const changed = edits.reduce<readonly JsonObject[]>(edited, documents);
            const { refused } = importDocuments(format, changed);
            if (refused.length === 0) expect(lost(format, changed)).toEqual([]);
          }),
          propertySettings(400),
        );
      },
      propertyTimeout(60_000),
    );
  });
});
