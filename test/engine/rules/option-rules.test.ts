// Model options that a provider, a model or an API refuses, or does not get.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

interface Given {
  readonly provider?: "OPENAI" | "ANTHROPIC";
  readonly name: string;
  readonly options: string;
  /** More parameters. */
  readonly more?: string;
}

/** The parameters are in line 3. */
const promptWith = ({
  provider = "OPENAI",
  name,
  options,
  more = "",
}: Given): string => `kind: prompt
name: Greeter
parameters: { provider: ${provider}, name: ${name}, ${more}options: ${options} }
messages: [{ role: user, content: Hello }]
`;

const refused = (text: string): string => `refused-option a.yaml:3 ${text}`;

describe("the efforts that models take", () => {
  test.for([
    ["OPENAI", "gpt-5", "minimal low medium high"],
    ["OPENAI", "gpt-5-mini-2025-08-07", "minimal low medium high"],
    ["OPENAI", "gpt-5-pro", "high"],
    ["OPENAI", "gpt-5.1", "none low medium high"],
    ["OPENAI", "gpt-5.2", "none low medium high xhigh"],
    ["OPENAI", "gpt-5.4-mini", "none low medium high xhigh"],
    ["OPENAI", "gpt-5.6-terra", "none low medium high xhigh max"],
    ["OPENAI", "gpt-6-luna", "none low medium high xhigh max"],
    ["OPENAI", "gpt-6.1-terra", "none low medium high xhigh max"],
    ["OPENAI", "gpt-6-astra", "low medium high xhigh max"],
    ["OPENAI", "gpt-6.1-sol", "low medium high xhigh max"],
    ["OPENAI", "o3", "low medium high"],
    ["OPENAI", "gpt-4.1", ""],
    ["ANTHROPIC", "claude-sonnet-4-5", "none"],
    ["ANTHROPIC", "claude-haiku-4-5-20251001", "none"],
    ["ANTHROPIC", "claude-opus-4-5", "none low medium high"],
    ["ANTHROPIC", "claude-sonnet-4-6", "none low medium high max"],
    ["ANTHROPIC", "claude-opus-4-7", "none low medium high xhigh max"],
    ["ANTHROPIC", "claude-sonnet-5", "none low medium high xhigh max"],
    ["ANTHROPIC", "claude-sonnet-5-5", "none low medium high xhigh max"],
    ["ANTHROPIC", "claude-haiku-5-5", "none low medium high xhigh max"],
    ["ANTHROPIC", "claude-opus-5-5", "low medium high xhigh max"],
    ["ANTHROPIC", "claude-fable-5-1", "low medium high xhigh max"],
    ["ANTHROPIC", "claude-mythos-5", "low medium high xhigh max"],
  ] as const)("%s %s: %s", async ([provider, name, taken]) => {
    const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
    const prompts = efforts.map((effort) => {
      const options = `{ reasoningEffort: ${effort} }`;
      const text = promptWith({ provider, name, options, more: "maxTokens: 9, " });
      return text.replace("Greeter", effort);
    });
    const found = await diagnosticsOf(prompts.join("---\n"));
    const wrong = found.flatMap((each) => /reasoningEffort: (\w+):/.exec(each)?.[1] ?? []);
    expect(efforts.filter((effort) => !wrong.includes(effort)).join(" ")).toBe(taken);
  });
});

describe("options that are refused", () => {
  const schema = "{ type: object, properties: {}, required: [], additionalProperties: false }";
  test.for<[string, Given, string[], string[]?]>([
    [
      "an effort, with those that are taken",
      { name: "gpt-5.1", options: "{ reasoningEffort: max }" },
      [
        refused(
          "The model gpt-5.1 refuses reasoningEffort: max: every run fails. Use none, low, medium or high, or remove it.",
        ),
      ],
    ],
    [
      "any effort",
      { name: "gpt-4o", options: "{ reasoningEffort: low }" },
      [refused("The model gpt-4o refuses reasoningEffort: low: every run fails. Remove it.")],
    ],
    [
      "an effort of a model behind a gateway: a warning",
      { name: "openai/gpt-5.1", options: "{ reasoningEffort: max }" },
      [
        refused(
          "The model openai/gpt-5.1 refuses reasoningEffort: max unless its server accepts it.",
        ),
      ],
    ],
    [
      "an effort of a model at the user's own address: a warning",
      { name: "gpt-5.1", options: "{ reasoningEffort: max }" },
      [refused("The model gpt-5.1 refuses reasoningEffort: max unless its server accepts it.")],
      ["OPENAI"],
    ],
    [
      "not for a model that is not known",
      {
        name: "Qwen/Qwen3-8B",
        options: `{ reasoningEffort: max, stopSequences: [a, b, c, d, e] }`,
      },
      [],
    ],
    ["not an effort that is null", { name: "gpt-5.1", options: "{ reasoningEffort: null }" }, []],
    [
      "more stop sequences than the provider takes",
      { name: "gpt-4.1", options: "{ stopSequences: [a, b, c, d, e] }" },
      [refused("OpenAI refuses more than 4 stop sequences: every run fails. Keep 4 of the 5.")],
    ],
    [
      "not as many at a provider that takes them",
      {
        provider: "ANTHROPIC",
        name: "claude-opus-4-8",
        options: "{ stopSequences: [a, b, c, d, e] }",
      },
      [],
    ],
    [
      "stop sequences that a model refuses",
      { name: "o4-mini", options: "{ stopSequences: [a] }" },
      [
        refused(
          "The model o4-mini refuses stop sequences: every run fails. Remove them, and say in the messages where the reply ends.",
        ),
      ],
    ],
    [
      "not stop sequences where reports differ",
      { name: "gpt-5.4", options: "{ stopSequences: [a] }" },
      [],
    ],
    [
      "a reply schema for an old model",
      { name: "gpt-4-turbo", options: `{ responseSchema: ${schema} }` },
      [
        refused(
          "The model gpt-4-turbo refuses reply schemas: every run fails. Use a newer model, or describe the reply in the messages.",
        ),
      ],
    ],
    [
      "a reply schema for an old model of Anthropic",
      {
        provider: "ANTHROPIC",
        name: "us.anthropic.claude-opus-4-1",
        options: `{ responseSchema: ${schema} }`,
      },
      [
        refused(
          "The model us.anthropic.claude-opus-4-1 refuses reply schemas unless its server accepts it.",
        ),
      ],
    ],
    [
      "strict tools at Anthropic, also of an unknown model",
      { provider: "ANTHROPIC", name: "my-model", options: "{ strictTools: true }" },
      [
        refused(
          "promptctl does not send strictTools to Anthropic. Remove it: only OpenAI gets it.",
        ),
      ],
    ],
    [
      "not strict tools that are off",
      { provider: "ANTHROPIC", name: "my-model", options: "{ strictTools: false }" },
      [],
    ],
    [
      "an API at Anthropic",
      { provider: "ANTHROPIC", name: "my-model", options: "{ api: responses }" },
      [refused("Anthropic has no API named responses. Remove it.")],
    ],
    [
      "an option that a field of the other API has",
      {
        name: "gpt-5.1",
        options: "{ api: responses, extra: { reasoning_effort: low, max_tokens: 9, user: a } }",
      },
      [
        refused(
          "The Responses API has no field reasoning_effort: every run fails. Remove it, and set parameters.options.reasoningEffort if you need it.",
        ),
        refused(
          "The Responses API has no field max_tokens: every run fails. Remove it, and set parameters.maxTokens if you need it.",
        ),
      ],
    ],
    ...[
      ["8000", "maxTokens: 4000, ", "a thinking budget of 8000 with maxTokens: 4000"],
      ["4000", "maxTokens: 4000, ", "a thinking budget of 4000 with maxTokens: 4000"],
      ["4096", "", "a thinking budget of 4096 with the limit 4096 of prompts without maxTokens"],
      ["1023", "maxTokens: 4000, ", "thinking budgets below 1024"],
      ["3999", "maxTokens: 4000, ", undefined],
    ].map<[string, Given, string[]]>(([budget, more, what]) => [
      `a thinking budget of ${budget} with ${more || "no maxTokens"}`,
      {
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-6",
        more: more!,
        options: `{ extra: { thinking: { type: enabled, budget_tokens: ${budget} } } }`,
      },
      what === undefined
        ? []
        : [expect.stringContaining(`Anthropic refuses ${what}: every run fails. `) as string],
    ]),
    [
      "a thinking budget of a model that decides itself",
      {
        provider: "ANTHROPIC",
        name: "claude-opus-4-8",
        more: "maxTokens: 9000, ",
        options: "{ extra: { thinking: { type: enabled, budget_tokens: 2000 } } }",
      },
      [
        refused(
          "The model claude-opus-4-8 refuses thinking budgets: every run fails. Write thinking: { type: adaptive }, and the effort as options.reasoningEffort.",
        ),
      ],
    ],
    [
      "not a budget beside thinking that is off",
      {
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-6",
        options: "{ extra: { thinking: { type: disabled, budget_tokens: 9000 } } }",
      },
      [],
    ],
    [
      "probabilities of tokens beside an effort",
      { name: "gpt-5.4", options: "{ reasoningEffort: low, extra: { logprobs: true } }" },
      [
        refused(
          "The model gpt-5.4 refuses logprobs with reasoningEffort: low: every run fails. Remove it, or write reasoningEffort: none.",
        ),
      ],
    ],
    [
      "not probabilities of tokens without effort",
      { name: "gpt-5.4", options: "{ reasoningEffort: none, extra: { top_logprobs: 2 } }" },
      [],
    ],
    [
      "an object of the other API",
      { name: "gpt-5.1", options: "{ extra: { text: { verbosity: low } } }" },
      [
        refused(
          "The Chat Completions API has no field text: every run fails. Remove it, or write api: responses under parameters.options.",
        ),
      ],
    ],
    [
      "not a field of the other API at another server, which may have fields of both",
      { name: "gpt-5.1", options: "{ extra: { reasoning: { effort: low } } }" },
      [],
      ["OPENAI"],
    ],
    [
      "a stop sequence that is there twice: a warning",
      { name: "gpt-4.1", options: '{ stopSequences: [a, b, "a"] }' },
      ['ignored-setting a.yaml:3 The stop sequence "a" is there twice.'],
    ],
    ["not the API of OpenAI", { name: "gpt-5.4", options: "{ api: chat }" }, []],
    [
      "a format beside a reply schema, also the default",
      { name: "gpt-5.4", options: `{ responseSchema: ${schema} }`, more: "responseFormat: TEXT, " },
      [
        refused(
          "responseFormat is not sent beside responseSchema. Remove it: replies follow the schema.",
        ),
      ],
    ],
    ...(["OPENAI", "ANTHROPIC"] as const).map((provider): [string, Given, string[]] => [
      `JSON mode beside a reply schema, once, at ${provider}`,
      {
        provider,
        name: provider === "OPENAI" ? "gpt-5.4" : "claude-opus-4-8",
        options: `{ responseSchema: ${schema} }`,
        more: "responseFormat: JSON, ",
      },
      [
        refused(
          "responseFormat is not sent beside responseSchema. Remove it: replies follow the schema.",
        ),
      ],
    ]),
  ])("%s", async ([, given, found, customProviders = []]) => {
    const today = "2026-01-01"; // before the ends of the old models are near
    expect(await diagnosticsOf(promptWith(given), { customProviders, today })).toEqual(found);
  });
});

describe("fields of extra that promptctl writes", () => {
  const written = (field: string, setting: string): string =>
    `written-field a.yaml:3 promptctl writes the field ${field} itself. Remove it from extra. Its value comes from ${setting}.`;
  const openai = (extra: string, more = ""): Given => ({
    name: "gpt-5.1",
    options: `{ ${more}extra: ${extra} }`,
  });
  const anthropic = (extra: string, more = ""): Given => ({
    ...openai(extra, more),
    provider: "ANTHROPIC",
    name: "claude-opus-4-8",
  });
  const option = "parameters.options";
  test.for<[Given, string[]]>([
    [openai("{ prompt_cache_key: a, logprobs: true, metadata: { a: b } }"), []],
    [openai("{ messages: [] }"), [written("messages", "messages")]],
    [
      openai("{ model: a, temperature: 1, stop: b }"),
      [
        written("model", "parameters.name"),
        written("temperature", "parameters.temperature"),
        written("stop", `${option}.stopSequences`),
      ],
    ],
    [openai("{ max_tokens: 1 }"), [written("max_tokens", "parameters.maxTokens")]],
    [
      openai("{ reasoning_effort: low }"),
      [written("reasoning_effort", `${option}.reasoningEffort`)],
    ],
    [openai("{ response_format: { json_schema: { description: a } } }"), []],
    [
      openai("{ response_format: { json_schema: { strict: false } } }"),
      [written("response_format.json_schema.strict", `${option}.responseSchema`)],
    ],
    [
      openai("{ response_format: text }"),
      [written("response_format", `${option}.responseSchema or parameters.responseFormat`)],
    ],
    [openai("{ tools: [] }"), []],
    [openai("{ text: { verbosity: low } }", "api: responses, "), []],
    [
      openai("{ text: { verbosity: low, format: { type: text } } }", "api: responses, "),
      [written("text.format.type", `${option}.responseSchema or parameters.responseFormat`)],
    ],
    [openai("{ background: true }", "api: responses, "), []],
    [openai("{ input: a }", "api: responses, "), [written("input", "messages")]],
    [anthropic("{ metadata: { user_id: a }, thinking: { type: adaptive } }"), []],
    [anthropic("{ output_config: { task_budget: { type: tokens } } }"), []],
    [
      anthropic("{ output_config: { effort: low } }"),
      [written("output_config.effort", `${option}.reasoningEffort`)],
    ],
    [anthropic("{ output_config: 5 }"), [written("output_config", `${option}.reasoningEffort`)]],
    [anthropic("{ system: a }"), [written("system", "messages")]],
    [
      anthropic("{ thinking: { type: adaptive } }", "reasoningEffort: none, "),
      [written("thinking", `${option}.reasoningEffort`)],
    ],
    [openai("{ __proto__: { messages: [] }, constructor: 1 }"), []],
  ])("%j", async ([given, found]) => {
    expect(await diagnosticsOf(promptWith(given))).toEqual(found);
  });

  test("the tools of a prompt with tools, and a choice beside its own", async () => {
    const tool = `---
kind: tool
name: find
description: Find.
parameters: { type: object, properties: {} }
`;
    const extra = (choice: string): string =>
      promptWith({
        ...openai("{ tools: [], tool_choice: auto }"),
        more: `toolChoice: ${choice}, `,
      }).replace("messages:", "tools: [find]\nmessages:");
    expect(await diagnosticsOf(extra("required") + tool)).toEqual([
      written("tools", "tools"),
      written("tool_choice", "parameters.toolChoice"),
    ]);
    expect(await diagnosticsOf(extra("null") + tool)).toEqual([written("tools", "tools")]);
  });

  test("10,000 fields take no time that grows with their square", async () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => `f${index}: { a: ${index} }`);
    const given = openai(`{ ${fields.join(", ")}, stop: a }`);
    expect(await diagnosticsOf(promptWith(given))).toEqual([
      written("stop", `${option}.stopSequences`),
    ]);
  });
});

describe("thinking within the limit of the provider", () => {
  test.for<[string, string, boolean]>([
    ["high", "", true],
    ["max", "maxTokens: null, ", true],
    ["medium", "", false],
    ["high", "maxTokens: 32000, ", false],
  ])("effort %s, %s", async ([effort, more, isFound]) => {
    const options = `{ reasoningEffort: ${effort} }`;
    const given = { provider: "ANTHROPIC", name: "claude-opus-4-8", options, more } as const;
    const found = [
      `low-limit a.yaml:3 Without maxTokens, Anthropic gets the limit 4096, and thinking counts in it: with reasoningEffort: ${effort}, replies may be cut off.`,
    ];
    expect(await diagnosticsOf(promptWith(given))).toEqual(isFound ? found : []);
  });

  test("not at OpenAI, which needs no limit", async () => {
    const given = { name: "gpt-5.6-terra", options: "{ reasoningEffort: high }" };
    expect(await diagnosticsOf(promptWith(given))).toEqual([]);
  });
});

describe("settings that models refuse beside reasoning", () => {
  const thinking = (type: string): string => `{ extra: { thinking: { type: ${type} } } }`;
  const sampling = "temperature: 0.2, topP: 0.5, maxTokens: 9000, ";
  test.for<[string, Given, string]>([
    [
      "temperature and topP with an effort",
      { name: "gpt-5.4", more: sampling, options: "{ reasoningEffort: high }" },
      "temperature with reasoningEffort: high; topP with reasoningEffort: high",
    ],
    [
      "temperature of gpt-5.1",
      { name: "gpt-5.1", more: "temperature: 0, ", options: "{ reasoningEffort: low }" },
      "temperature with reasoningEffort: low",
    ],
    [
      "temperature of a model behind a gateway",
      {
        name: "openai/gpt-5.2-mini",
        more: "temperature: 0, ",
        options: "{ reasoningEffort: low }",
      },
      "temperature with reasoningEffort: low",
    ],
    [
      "no temperature without reasoning",
      { name: "gpt-5.4", more: sampling, options: "{ reasoningEffort: none }" },
      "",
    ],
    ["no temperature without an effort", { name: "gpt-5.4", more: sampling, options: "{}" }, ""],
    [
      "no penalty",
      { name: "gpt-5.4", more: "frequencyPenalty: 1, ", options: "{ reasoningEffort: high }" },
      "",
    ],
    [
      "temperature once where the model never takes it",
      { name: "gpt-5.5", more: "temperature: 0, ", options: "{ reasoningEffort: high }" },
      "temperature",
    ],
    [
      "temperature, topP and topK with thinking",
      {
        provider: "ANTHROPIC",
        name: "claude-opus-4",
        more: `${sampling}topK: 3, `,
        options: thinking("enabled"),
      },
      "temperature with thinking; topP with thinking; topK with thinking",
    ],
    [
      "temperature with adaptive thinking",
      {
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-6",
        more: "temperature: 0, ",
        options: thinking("adaptive"),
      },
      "temperature with thinking",
    ],
    [
      "no temperature of a model that is not known",
      {
        provider: "ANTHROPIC",
        name: "my-model",
        more: "temperature: 0, ",
        options: thinking("enabled"),
      },
      "",
    ],
    [
      "no topP from 0.95 on",
      {
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-6",
        more: "topP: 0.95, ",
        options: thinking("adaptive"),
      },
      "",
    ],
    [
      "no temperature with thinking that is off",
      {
        provider: "ANTHROPIC",
        name: "claude-sonnet-4-6",
        more: "temperature: 0, ",
        options: thinking("disabled"),
      },
      "",
    ],
  ])("%s", async ([, given, settings]) => {
    const found = await diagnosticsOf(promptWith(given));
    const said = found.flatMap(
      (each) => /^refused-setting \S+ The model \S+ refuses (.*)\.$/.exec(each)?.[1] ?? [],
    );
    expect(said.join("; ")).toBe(settings);
  });
});

test("the example of all options in docs/definitions.md is without errors and warnings", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/definitions.md"), "utf8");
  const [, parameters] = /#### Model options[^]*?```yaml\n([^]*?)```/.exec(page)!;
  const prompt = `kind: prompt\nname: Triage\n${parameters}messages: [{ role: user, content: Hi }]\n`;
  const schema =
    '{ "type": "object", "properties": {}, "required": [], "additionalProperties": false }';
  expect(Object.keys((parse(parameters!) as ParsedParameters).parameters.options)).toEqual([
    "responseSchema",
    "reasoningEffort",
    "stopSequences",
    "strictTools",
    "api",
    "extra",
  ]);
  expect(await diagnosticsOf(prompt, { included: { "triage.schema.json": schema } })).toEqual([]);
});

interface ParsedParameters {
  readonly parameters: { readonly options: object };
}
