// Generated projects as plain data. write-project.ts writes them as YAML files.
import * as fc from "fast-check";
import type { JsonObject } from "./oracle-normal-form.ts";
import { nonEmptyText, text } from "./generate-text.ts";

export interface ToolModel {
  readonly key?: string;
  /** Name, description, parameters. */
  readonly value: JsonObject;
}

export interface PromptModel {
  readonly key?: string;
  readonly name: string;
  /** Indexes into the tools of the project, modulo their number. */
  readonly tools: readonly number[];
  /** Parameters and messages as in the file. */
  readonly value: JsonObject;
  /** True if the prompt has the field `evaluations` even if the list is empty. */
  readonly writesEvaluations: boolean;
  readonly evaluations: readonly EvaluationModel[];
}

export interface EvaluationModel {
  readonly name: string;
  /** Variables, appendedMessages, weight and threshold, as far as the file has them. */
  readonly own: JsonObject;
  /** True if the evaluation is a document of its own. */
  readonly separate: boolean;
  readonly assertions: readonly AssertionModel[];
}

export interface AssertionModel {
  readonly value: JsonObject;
  readonly separate: boolean;
}

export interface ProjectModel {
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  /** The random seed for files, document order and YAML styles. */
  readonly layout: number;
}

const toolNames = ["a", "b", "look_up", "A-1"];
const key = fc.constantFrom("a", "b", "x/y", "__proto__", "é #", "1", "P");
const promptNames = ["P", "Q", "P/Q", "Support triage", "--- #", " P", "😀\u202e", "__proto__"];
const evaluationNames = ["e", "f", "g", "1", "__proto__", "# e"];
const oftenAbsent = { weight: 3, arbitrary: fc.constant(undefined) };

/** Parameter schemas of tools, with property names that are special in JavaScript or YAML. */
const toolParameters: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom(
    {},
    { type: "object" },
    { type: "object", properties: { a: { type: "string" } } },
  ),
  fc
    .dictionary(
      fc.oneof(fc.constantFrom("__proto__", "constructor", "<<", "n", "m"), text),
      fc.oneof(text, fc.constantFrom(0, 1, 0.5, -1.25, 1e-7, true, null), fc.constantFrom([], {})),
      { maxKeys: 3 },
    )
    .map((properties): JsonObject => ({ n: 1, properties, list: [1, [properties]] })),
);

const tool: fc.Arbitrary<ToolModel> = fc
  .record({
    key: fc.option(key, { nil: undefined }),
    name: fc.constantFrom(...toolNames),
    description: text,
    parameters: toolParameters,
  })
  .map(({ key, ...value }) => ({ ...(key !== undefined && { key }), value }));

const toolCall = fc
  .record({
    name: fc.constantFrom(...toolNames),
    arguments: fc.oneof(
      fc.constantFrom("{}", '{"n": 1, "m": 2}', '{"m":2,"n":1.0}', '{"n": ', "", '"1"', "1"),
      fc.constantFrom<JsonObject>({}, { n: 1, m: 2 }, { n: "1" }),
      text,
    ),
  })
  .map((called): JsonObject => ({ toolCallId: "c", type: "function", function: called }));

const block: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 3, arbitrary: text.map((each) => ({ type: "TEXT", text: each })) },
  { weight: 1, arbitrary: toolCall.map((each) => ({ type: "TOOL_CALL", toolCall: each })) },
  {
    weight: 1,
    arbitrary: text.map((result) => ({ type: "TOOL_RESULT", toolCallId: "c", result })),
  },
  fc.constant({ type: "IMAGE_BASE64", imageBase64: "iVBORw0KGgo=", mediaType: "image/png" }),
);

const message: fc.Arbitrary<JsonObject> = fc.record({
  role: fc.constantFrom("user", "system", "assistant", "tool"),
  content: fc.oneof(text, fc.array(block, { maxLength: 2 })),
});

const parameters: fc.Arbitrary<JsonObject> = fc.record(
  {
    provider: fc.constantFrom("OPENAI", "ANTHROPIC"),
    name: fc.constantFrom("m", "n"),
    responseFormat: fc.constantFrom("TEXT", "JSON"),
    temperature: fc.constantFrom(1, 0),
    topP: fc.constantFrom(1, 0.5),
    topK: fc.constantFrom(null, 1),
    frequencyPenalty: fc.constantFrom(0, -2),
    presencePenalty: fc.constantFrom(0, 0.1),
    maxTokens: fc.constantFrom(null, 64),
    seed: fc.constantFrom(null, 0),
    toolChoice: fc.constantFrom(null, "auto"),
    stream: fc.constantFrom(false, true),
    parallelToolCalls: fc.constantFrom(true, false),
  },
  { requiredKeys: ["provider", "name"] },
);

const weight = fc.constantFrom(1, 1, 0.5, 0);
const matchingFields = {
  weight,
  jsonPath: fc.constantFrom("$", null, "$.a"),
  ignoreCase: fc.boolean(),
  negate: fc.constantFrom(false, true),
};

function assertionOf(
  type: string,
  own: Record<string, fc.Arbitrary<JsonObject[string]>>,
  more = {},
) {
  const fields = { type: fc.constant(type), ...own, weight, ...more };
  return fc.record(fields, { requiredKeys: ["type", ...Object.keys(own)] as never[] });
}

const toolName = fc.constantFrom(...toolNames);
const threshold = fc.constantFrom(0, 0.5, 100);
const plain = fc
  .constantFrom("a", "b")
  .map((targetValue) => ({ type: "EXACT_MATCH", targetValue }));

/** All eight types. Half are one of two assertions, so that equal assertions are frequent. */
const assertionValue: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 8, arbitrary: plain },
  assertionOf("EXACT_MATCH", { targetValue: text }, matchingFields),
  assertionOf("STARTS_WITH", { targetValue: text }, matchingFields),
  assertionOf(
    "CONTAINS_ALL",
    { targetValues: fc.array(text, { minLength: 1, maxLength: 2 }) },
    matchingFields,
  ),
  assertionOf(
    "CONTAINS_ANY",
    { targetValues: fc.array(text, { minLength: 1, maxLength: 2 }) },
    matchingFields,
  ),
  assertionOf("COST", { targetThreshold: threshold }),
  assertionOf("LATENCY", { targetThreshold: threshold }),
  assertionOf("TOOL_CALLED", { toolName }),
  assertionOf(
    "TOOL_CALLED_WITH",
    { toolName, argKeyName: nonEmptyText },
    {
      ignoreCase: fc.boolean(),
      negate: fc.boolean(),
    },
  ),
);

const variables = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<JsonObject>({}, { x: "1" }, { x: "2" }) },
  fc.dictionary(fc.oneof(fc.constantFrom("x", "__proto__"), text), fc.option(text), { maxKeys: 2 }),
);

const own: fc.Arbitrary<JsonObject> = fc.record(
  {
    variables,
    appendedMessages: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<JsonObject[]>([], [{ role: "user", content: "a" }]) },
      fc.array(message, { maxLength: 2 }),
    ),
    weight,
    threshold: fc.constantFrom(1, 1, 0.5),
  },
  { requiredKeys: [] },
);

const evaluation: fc.Arbitrary<EvaluationModel> = fc.record({
  name: fc.constantFrom(...evaluationNames),
  own,
  separate: fc.constantFrom(false, false, true),
  assertions: fc.array(
    fc.record({ value: assertionValue, separate: fc.constantFrom(false, false, false, true) }),
    { maxLength: 3, size: "max" },
  ),
});

const prompt: fc.Arbitrary<PromptModel> = fc
  .record({
    key: fc.oneof(oftenAbsent, key),
    name: fc.constantFrom(...promptNames),
    tools: fc.uniqueArray(fc.nat(3), { maxLength: 2, size: "max" }),
    parameters,
    messages: fc.array(message, { maxLength: 2 }),
    writesEvaluations: fc.boolean(),
    evaluations: fc.uniqueArray(evaluation, {
      selector: (each) => each.name,
      maxLength: 3,
      size: "max",
    }),
  })
  .map(({ key, parameters, messages, ...rest }) => ({
    ...(key !== undefined && { key }),
    ...rest,
    value: { parameters, messages },
  }));

/** Removes items whose key an earlier item has. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const keys = items.map(keyOf);
  return items.filter((item, index) => keys.indexOf(keyOf(item)) === index);
}

/** Removes items whose key is the name of another item, which is an error. */
function withoutKeysOfOthers<Item extends { readonly key?: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => unknown,
): readonly Item[] {
  const names = new Set(items.map(nameOf));
  return items.filter((item) => item.key === nameOf(item) || !names.has(item.key));
}

/** The key of a tool: by default its name. */
export function toolKey({ key, value }: ToolModel): string {
  return key ?? String(value["name"]);
}

/** The key of a prompt: by default its name. */
export function promptKey({ key, name }: PromptModel): string {
  return key ?? name;
}

/** A project. One in six has no definitions of evaluations. */
export const project: fc.Arbitrary<ProjectModel> = fc
  .record({
    tools: fc.uniqueArray(tool, {
      selector: (each) => each.value["name"],
      maxLength: 3,
      size: "max",
    }),
    prompts: fc.uniqueArray(prompt, { selector: (each) => each.name, maxLength: 3, size: "max" }),
    layout: fc.nat(9999),
    withoutEvaluations: fc.constantFrom(false, false, false, false, false, true),
  })
  .map(({ tools, prompts, layout, withoutEvaluations }) => ({
    layout,
    tools: distinct(
      withoutKeysOfOthers(tools, ({ value }) => value["name"]),
      toolKey,
    ),
    prompts: distinct(
      withoutKeysOfOthers(prompts, ({ name }) => name),
      promptKey,
    ).map((prompt) =>
      withoutEvaluations ? { ...prompt, writesEvaluations: false, evaluations: [] } : prompt,
    ),
  }));

/** The tools of a prompt, each once. */
export function toolsOf(project: ProjectModel, prompt: PromptModel): readonly ToolModel[] {
  const { tools } = project;
  if (tools.length === 0) return [];
  return [...new Set(prompt.tools.map((index) => tools[index % tools.length]!))];
}

/** True if the project defines the evaluations of a prompt, even as an empty list. */
export function definesEvaluations({ writesEvaluations, evaluations }: PromptModel): boolean {
  return writesEvaluations || evaluations.length > 0;
}
