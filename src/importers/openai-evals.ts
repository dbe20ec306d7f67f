// Runs of OpenAI evals: the messages and the model of a run with the rows and graders of its eval.
import type { JsonObject } from "../engine/model/json.ts";
import { type Variables, variablesOf } from "../engine/model/template.ts";
import {
  evaluationsOf,
  type ImportedTestCase,
  limitAssertion,
  textAssertion,
} from "./assertions.ts";
import {
  allVariables,
  carryUsed,
  caseValues,
  rowsWithValues,
  usedVariables,
} from "./case-values.ts";
import { textsOf } from "./messages.ts";
import { type ImportedPrompt, type ImportedTool, RefusedPart } from "./imported.ts";
import { inputMessages } from "./openai-messages.ts";
import { noSchema, parametersOf, requestModel } from "./settings.ts";
import {
  at,
  booleanAt,
  carry,
  isAt,
  itemsOf,
  leave,
  numberAt,
  type SourceNode,
  textAt,
} from "./source-node.ts";
import { asJinja, rendered } from "./template-syntax.ts";
import { importedTool, importedTools } from "./tools.ts";

/** The evals, their runs and the rows in all files. */
export interface EvalParts {
  readonly evals: readonly SourceNode[];
  readonly runs: readonly SourceNode[];
  readonly rows: readonly SourceNode[];
}

/** The prompt of a run, with an evaluation for each row. Throws a RefusedPart without messages. */
export function evalPrompt(
  run: SourceNode,
  parts: EvalParts,
  model: string | undefined,
): ImportedPrompt {
  const source = at(run, "data_source");
  const criteria = evalOf(run, parts);
  const template = at(source, "input_messages");
  if (!isAt(template, "type", "template"))
    throw new RefusedPart(source, "It has no input_messages of the type template.");
  for (const type of ["completions", "responses"]) isAt(source, "type", type);
  const messages = inputMessages(at(template, "template"), asJinja);
  const settings = at(source, "sampling_params");
  const tools = runTools(at(settings, "tools"));
  for (const node of [run, ...(criteria ? [criteria] : [])]) carry(at(node, "object"));
  const name = textAt(criteria ?? run, "name") ?? textAt(run, "name") ?? "eval";
  const rows = rowsWithValues(rowsOf(source, parts), (row) => at(row, "item"));
  const graders = itemsOf(at(criteria ?? run, "testing_criteria"));
  const texts = textsOf(messages);
  const used = new Set(texts.flatMap(variablesOf));
  const cases = rows.map((row): ImportedTestCase => {
    const values = caseValues(at(row, "item"), "item.");
    const checks = graders.map((grader) => ({
      assertions: gradersOf(grader, allVariables(values)),
      reference: String(at(grader, "reference").value),
    }));
    const made = checks.filter(({ assertions }) => assertions.length > 0);
    carryUsed(values, [...texts, ...made.map(({ reference }) => reference)]);
    return {
      name: undefined,
      variables: usedVariables(values, used),
      assertions: made.flatMap(({ assertions }) => assertions),
    };
  });
  return {
    name,
    source: run,
    metadata: notesOf(run, criteria),
    parameters: runParameters(source, settings, model),
    tools,
    messages,
    evaluations: evaluationsOf(cases),
  };
}

/** The eval of a run: the run itself, the one with its eval_id; for a run without id, the only one. */
export function evalOf(run: SourceNode, { evals }: EvalParts): SourceNode | undefined {
  if (evals.includes(run)) return run;
  const id = at(run, "eval_id");
  if (id.value === undefined) return evals.length === 1 ? evals[0] : undefined;
  const found = evals.find((each) => at(each, "id").value === id.value);
  if (found) carry(id);
  else leave(id, "No file has this eval. Import it with the run for its graders.");
  return found;
}

function notesOf(run: SourceNode, criteria: SourceNode | undefined): JsonObject {
  const notes = [
    ["eval", criteria],
    ["run", run],
  ] as const;
  return Object.fromEntries(
    notes.flatMap(([key, node]) => {
      const id = node && textAt(node, "id");
      return id === undefined ? [] : [[key, id]];
    }),
  );
}

/** The rows in the run; else those of all files. */
function rowsOf(source: SourceNode, { rows }: EvalParts): readonly SourceNode[] {
  const content = at(source, "source");
  if (isAt(content, "type", "file_content")) return itemsOf(at(content, "content"));
  leave(content, "The rows of another run or file are not in it. Import their file with it.");
  return rows;
}

const samplePattern = /^\s*\{\{\s*sample\.([\w.[\]]+)\s*\}\}\s*$/;

/** The assertions of a grader for a row; none, and listed, for what assertions cannot check. */
function gradersOf(grader: SourceNode, variables: Variables): JsonObject[] {
  const [input, reference, operation] = ["input", "reference", "operation"].map((key) =>
    at(grader, key),
  ) as [SourceNode, SourceNode, SourceNode];
  const [, sample] = samplePattern.exec(String(input.value)) ?? [];
  const isCheck = at(grader, "type").value === "string_check";
  if (!isCheck || sample === undefined || typeof reference.value !== "string") {
    leave(grader, "Assertions can check the text and the tool calls of a reply with string_check.");
    return [];
  }
  const expected = rendered(reference.value, variables, grader);
  if (expected === undefined) return [];
  const name = textAt(grader, "name");
  const assertion = checkOf(sample, String(operation.value), { expected, name });
  if (!assertion) {
    leave(
      grader,
      `Assertions cannot check ${sample} with the operation ${String(operation.value)}.`,
    );
    return [];
  }
  for (const field of [at(grader, "type"), input, reference, operation]) carry(field);
  return [assertion];
}

/** The assertion about a field of the sample; undefined if there is none. */
function checkOf(
  sample: string,
  operation: string,
  { expected, name }: { readonly expected: string; readonly name: string | undefined },
): JsonObject | undefined {
  if (/^output_tools\[0\]\.function\.name$/.test(sample))
    return operation === "eq" && expected !== ""
      ? limitAssertion("TOOL_CALLED", expected, { name })
      : undefined;
  const [, json] = /^output_json((?:\.\w+)+)$/.exec(sample) ?? [];
  if (sample !== "output_text" && json === undefined) return undefined;
  const options = { name, ...(json !== undefined && { jsonPath: `$${json}` }) };
  switch (operation) {
    case "eq":
      return textAssertion("EXACT_MATCH", expected, options);
    case "ne":
      return textAssertion("EXACT_MATCH", expected, { ...options, negate: true });
    case "like":
      return textAssertion("CONTAINS_ALL", [expected], options);
    case "ilike":
      return textAssertion("CONTAINS_ALL", [expected], { ...options, ignoreCase: true });
    default:
      return undefined;
  }
}

/** The settings of a run. Evals write the limit of tokens in several ways. */
function runParameters(
  source: SourceNode,
  settings: SourceNode,
  model: string | undefined,
): JsonObject {
  const format = [at(settings, "response_format"), at(settings, "text", "format")].find(
    ({ value }) => value !== undefined,
  );
  const isJson = format && isAt(format, "type", "json_object");
  if (format && !isJson && !isAt(format, "type", "text")) leave(format, noSchema);
  return parametersOf(requestModel(source, "OPENAI", model), {
    responseFormat: isJson ? "JSON" : undefined,
    temperature: numberAt(settings, "temperature"),
    topP: numberAt(settings, "top_p"),
    maxTokens:
      numberAt(settings, "max_completion_tokens") ??
      numberAt(settings, "max_completions_tokens") ??
      numberAt(settings, "max_tokens"),
    seed: numberAt(settings, "seed"),
    stream: booleanAt(settings, "stream"),
  });
}

/** The tools of a run, in the form of either API. */
function runTools(list: SourceNode): ImportedTool[] {
  return importedTools(itemsOf(list), (node, names) => {
    if (!isAt(node, "type", "function")) {
      leave(node, "Only functions can be tools of a definition.");
      return undefined;
    }
    const nested = at(node, "function");
    return importedTool(nested.value === undefined ? node : nested, "parameters", names);
  });
}
