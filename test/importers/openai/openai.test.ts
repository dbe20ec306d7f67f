// Prompt objects and evals of OpenAI, and what of them definitions cannot hold.
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/engine/model/json.ts";
import { importDocuments } from "../import-documents.ts";

const prompt = {
  id: "pmpt_68a1",
  object: "prompt",
  version: "3",
  name: "Support triage",
  model: "gpt-4.1",
  instructions: "You triage tickets of {{company}}.",
  input: [{ role: "user", content: [{ type: "input_text", text: "{{ticket}}" }] }],
};

const evaluation = {
  object: "eval",
  id: "eval_1",
  name: "Capitals",
  testing_criteria: [
    {
      type: "string_check",
      name: "exact",
      input: "{{sample.output_text}}",
      reference: "{{item.capital}}",
      operation: "eq",
    },
  ],
};

const run = {
  object: "eval.run",
  id: "evalrun_1",
  eval_id: "eval_1",
  data_source: {
    type: "completions",
    model: "gpt-4.1-mini",
    input_messages: {
      type: "template",
      template: [{ role: "developer", content: "The capital of {{item.country}}?" }],
    },
    source: {
      type: "file_content",
      content: [{ item: { country: "France", capital: "Paris" } }],
    },
  },
};

describe("a prompt object of OpenAI", () => {
  it("carries function calls and their results, the calls of one reply in one message", () => {
    const call = { type: "function_call", name: "lookup", arguments: "{}" };
    const { definitions, left } = importDocuments("openai", [
      {
        ...prompt,
        input: [
          { role: "assistant", content: "One moment." },
          { ...call, call_id: "c1" },
          { ...call, call_id: "c2" },
          { type: "function_call_output", call_id: "c1", output: "none" },
          { type: "reasoning", id: "r", summary: [] },
        ],
      },
    ]);
    const block = (toolCallId: string) => ({
      type: "TOOL_CALL",
      toolCall: { toolCallId, type: "function", function: { name: "lookup", arguments: "{}" } },
    });
    expect(definitions[0]!["messages"]).toEqual([
      { role: "system", content: "You triage tickets of {{company}}." },
      {
        role: "assistant",
        content: [{ type: "TEXT", text: "One moment." }, block("c1"), block("c2")],
      },
      { role: "tool", content: [{ type: "TOOL_RESULT", toolCallId: "c1", result: "none" }] },
    ]);
    expect(left).toEqual(["/input/4: Messages of definitions have no such content."]);
  });

  it("has the values of its variables in an evaluation", () => {
    const { definitions, left } = importDocuments("openai", [
      {
        ...prompt,
        prompt: {
          variables: { company: "Acme", ticket: { type: "input_text", text: "Hi" }, mood: "bad" },
        },
      },
    ]);
    expect(definitions[0]!["evaluations"]).toEqual([
      { name: "as sent", variables: { company: "Acme", ticket: "Hi" }, assertions: [] },
    ]);
    expect(left).toEqual(["/prompt/variables/mood: No message uses the variable."]);
  });

  it("lists what definitions do not have", () => {
    const { left } = importDocuments("openai", [
      {
        ...prompt,
        reasoning: { effort: "low" },
        temperature: "hot",
        tools: [{ type: "web_search" }, { type: "function", name: "no blanks", parameters: {} }],
        tool_choice: "required",
        parallel_tool_calls: false,
        text: { format: { type: "json_schema", name: "x", schema: {} }, verbosity: "low" },
      },
    ]);
    expect(left).toEqual([
      "/temperature: It must be a number.",
      "/tools/0: Only functions can be tools of a definition.",
      "/tools/1: The name of a tool has 1 to 64 letters, digits, underscores or hyphens.",
      "/tool_choice: The prompt has no tools.",
      "/parallel_tool_calls: The prompt has no tools.",
      "/text/format: Definitions have texts, JSON and JSON schemas as formats of replies.",
    ]);
  });

  it("has the default values of its variables", () => {
    const { definitions, left } = importDocuments("openai", [
      {
        ...prompt,
        variables: { company: { type: "string", default: "Acme" }, ticket: { default: 1 } },
      },
    ]);
    expect(definitions).toMatchObject([{ evaluations: [{ variables: { company: "Acme" } }] }]);
    expect(left).toEqual(["/variables/ticket: The value is no text."]);
  });
});

describe("an eval of OpenAI", () => {
  it("becomes a prompt with an evaluation for each row", () => {
    const { definitions, left } = importDocuments("openai", [evaluation, run]);
    expect(left).toEqual([]);
    expect(definitions).toEqual([
      {
        kind: "prompt",
        name: "Capitals",
        metadata: { eval: "eval_1", run: "evalrun_1" },
        parameters: { provider: "OPENAI", name: "gpt-4.1-mini" },
        messages: [{ role: "system", content: "The capital of {{item.country}}?" }],
        evaluations: [
          {
            name: "case 1",
            variables: { "item.country": "France" },
            assertions: [
              { type: "EXACT_MATCH", metadata: { name: "exact" }, targetValue: "Paris" },
            ],
          },
        ],
      },
    ]);
  });

  const row = { item: { country: "Italy", capital: "Rome" } };
  const fileRun = {
    ...run,
    data_source: { ...run.data_source, source: { type: "file_id", id: "file_1" } },
  };

  it("gets the rows of a file that is imported with it", () => {
    const { definitions, left } = importDocuments("openai", [evaluation, fileRun, row]);
    expect(definitions[0]).toMatchObject({
      evaluations: [{ variables: { "item.country": "Italy" } }],
    });
    expect(left).toEqual([]);
  });

  it("lists rows that no file has", () => {
    const { left } = importDocuments("openai", [evaluation, fileRun]);
    expect(left).toEqual([
      "/testing_criteria",
      "/data_source/source: The rows of another run or file are not in it. Import their file with it.",
    ]);
  });

  it("does not list what the API says of evals and runs themselves", () => {
    const [grader] = evaluation.testing_criteria;
    const record = {
      ...evaluation,
      created_at: 1,
      metadata: {},
      data_source_config: { type: "custom", schema: { type: "object" } },
      testing_criteria: [{ ...grader, id: "exact-1234" }],
    };
    const runRecord = {
      ...run,
      name: "run a",
      model: "gpt-4.1-mini",
      status: "completed",
      metadata: {},
    };
    expect(importDocuments("openai", [record, runRecord]).left).toEqual([]);
  });

  it("names the row without the name of a tool", () => {
    const [grader] = evaluation.testing_criteria;
    const tool = {
      ...grader,
      input: "{{sample.output_tools[0].function.name}}",
      reference: "{{item.tool}}",
    };
    const rows = [{ item: { country: "Italy", tool: "" } }];
    const source = { type: "file_content", content: rows };
    const { left } = importDocuments("openai", [
      { ...evaluation, testing_criteria: [tool] },
      { ...run, data_source: { ...run.data_source, source } },
    ]);
    expect(left).toEqual([
      "/testing_criteria/0: There is no name of a tool in data_source.source.content[0] of a.json.",
    ]);
  });

  it("lists that a list has more pages", () => {
    const page = { object: "list", data: [prompt], first_id: "a", last_id: "b" };
    expect(importDocuments("openai", [{ ...page, has_more: false }]).left).toEqual([]);
    expect(importDocuments("openai", [{ ...page, has_more: true }]).left).toEqual([
      "/has_more: The list has more pages. Import their files too.",
    ]);
  });

  it.each([
    ["{{sample.output_text}}", "ne", { type: "EXACT_MATCH", targetValue: "Paris", negate: true }],
    ["{{ sample.output_text }}", "like", { type: "CONTAINS_ALL", targetValues: ["Paris"] }],
    [
      "{{sample.output_text}}",
      "ilike",
      { type: "CONTAINS_ALL", targetValues: ["Paris"], ignoreCase: true },
    ],
    [
      "{{sample.output_json.city.name}}",
      "eq",
      { type: "EXACT_MATCH", targetValue: "Paris", jsonPath: "$.city.name" },
    ],
    ["{{sample.output_tools[0].function.name}}", "eq", { type: "TOOL_CALLED", toolName: "Paris" }],
  ])("has a grader of %s with %s", (input, operation, assertion) => {
    const grader = { ...evaluation.testing_criteria[0]!, input, operation };
    const { definitions, left } = importDocuments("openai", [
      { ...evaluation, testing_criteria: [grader] },
      run,
    ]);
    expect(left).toEqual([]);
    expect(definitions[0]).toMatchObject({ evaluations: [{ assertions: [assertion] }] });
  });

  it("has a grader of an argument as a check, with the type of the tool's schema", () => {
    const parameters = {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer" } },
    };
    const tools = [{ type: "function", function: { name: "weather", parameters } }];
    const graders = [
      ["city", "12"],
      ["days", "12"],
    ].map(([argument, reference]) => ({
      ...evaluation.testing_criteria[0]!,
      name: `has ${argument}`,
      input: `{{sample.output_tools[0].function.arguments.${argument}}}`,
      reference,
    }));
    const imported = (some: Json[]) =>
      importDocuments("openai", [
        { ...evaluation, testing_criteria: graders as Json },
        { ...run, data_source: { ...run.data_source, sampling_params: { tools: some } } },
      ]);
    const call = { type: "TOOL_CALLED", toolName: "weather" };
    const prompt = imported(tools).definitions.find((each) => each["kind"] === "prompt");
    expect(prompt).toMatchObject({
      evaluations: [
        {
          assertions: [],
          checks: [
            { ...call, name: "has city", arguments: { city: "12" } },
            { ...call, name: "has days", arguments: { days: 12 } },
          ],
        },
      ],
    });
    const other = { type: "function", function: { name: "other", parameters } };
    expect(imported([...tools, other]).left.join()).toContain("cannot check output_tools[0]");
  });

  it.each([
    [
      "{{sample.output_tools[0].function.name}}",
      "ne",
      "sample.output_tools[0].function.name",
      "ne",
    ],
  ])("lists a grader of %s with %s", (input, operation) => {
    const grader = { ...evaluation.testing_criteria[0]!, input, operation };
    const { left } = importDocuments("openai", [
      { ...evaluation, testing_criteria: [grader, { type: "label_model", model: "gpt-4.1" }] },
      run,
    ]);
    const field = input.replace(/[{}]|sample\./g, "");
    expect(left).toEqual([
      `/testing_criteria/0: Assertions cannot check ${field} with the operation ${operation}.`,
      "/testing_criteria/1: Assertions can check the text and the tool calls of a reply with string_check.",
      "/data_source/source/content/0/item/capital: No message and no assertion uses the value.",
    ]);
  });

  it("belongs to the runs with its id only", () => {
    const other = { ...run, name: "Other", eval_id: "eval_2" };
    expect(importDocuments("openai", [evaluation, other])).toMatchObject({
      definitions: [{ name: "Other", metadata: { run: "evalrun_1" } }],
      refused: [": It has no run with messages and a model. Import a run with it."],
      left: [
        "/eval_id: No file has this eval. Import it with the run for its graders.",
        "/data_source/source/content/0/item/capital: No message and no assertion uses the value.",
      ],
    });
  });

  it("lists a grader that needs a value that a row does not have", () => {
    const content = [{ item: { country: "France" } }, { item: "Italy" }];
    const { definitions, left } = importDocuments("openai", [
      evaluation,
      { ...run, data_source: { ...run.data_source, source: { type: "file_content", content } } },
    ]);
    expect(definitions[0]!["evaluations"]).toEqual([
      { name: "case 1", variables: { "item.country": "France" }, assertions: [] },
    ]);
    expect(left).toEqual([
      "/testing_criteria/0: There is no value for {{item.capital}} in data_source.source.content[0] of a.json.",
      "/data_source/source/content/1: The row has no values with names.",
    ]);
  });
});
