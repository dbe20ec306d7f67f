// Runs of OpenAI evals: the messages and the model of a run with the rows and graders of its eval.
import { chatApi, responsesApi } from "../../engine/providers/api-facts.ts";
import { type JsonObject, objectOf, parseJson } from "../../engine/model/json.ts";
import type { Variables } from "../../engine/render/template.ts";
import { evaluationsOf, limitAssertion, textAssertion } from "../convert/assertions.ts";
import {
  allVariables,
  caseValues,
  type RowCheck,
  rowCase,
  rowsWithValues,
} from "../convert/case-values.ts";
import { modelOptions } from "../convert/model-options.ts";
import { textsOf } from "../convert/messages.ts";
import { fileTitle } from "../convert/requests.ts";
import { type ImportedPrompt, type ImportedTool, RefusedPart } from "../convert/imported.ts";
import { inputMessages } from "./openai-messages.ts";
import { firstNumber, parametersOf, requestModel } from "../convert/settings.ts";
import { leaveForCase } from "../convert/left-fields.ts";
import {
  nodeAt,
  booleanAt,
  carry,
  ignoreFields,
  isAt,
  itemsOf,
  leave,
  markSent,
  numberAt,
  type SourceNode,
  nameAt,
  textAt,
} from "../convert/source-node.ts";
import { asJinja, rendered } from "../convert/template-syntax.ts";
import { importedTools, toolSettings } from "../convert/tools.ts";

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
  const source = nodeAt(run, "data_source");
  const criteria = evalOf(run, parts);
  const template = nodeAt(source, "input_messages");
  if (!isAt(template, "type", "template"))
    throw new RefusedPart(source, "It has no input_messages of the type template.");
  for (const type of ["completions", "responses"]) isAt(source, "type", type);
  const messages = inputMessages(nodeAt(template, "template"), asJinja);
  isAt(run, "model", nodeAt(source, "model").value ?? null);
  const tools = importedTools(itemsOf(nodeAt(source, "sampling_params", "tools")));
  const name = nameAt(criteria ?? run, "name") ?? nameAt(run, "name") ?? fileTitle(run);
  ignoreFields(run, ["name"]);
  const rows = rowsWithValues(rowsOf(source, parts), (row) => nodeAt(row, "item"));
  const graders = itemsOf(nodeAt(criteria ?? run, "testing_criteria"));
  const texts = textsOf(messages);
  const cases = rows.map((row) => {
    const values = caseValues(nodeAt(row, "item"), "item.");
    const checks = graders.map((grader) => ({
      ...gradersOf(grader, { variables: allVariables(values), row, tools }),
      expected: String(nodeAt(grader, "reference").value),
    }));
    return rowCase(values, texts, checks);
  });
  return {
    name,
    source: run,
    metadata: notesOf(run, criteria),
    parameters: runParameters(source, tools, model),
    tools,
    messages,
    evaluations: evaluationsOf(cases),
  };
}

/** The eval of a run: the run itself, the one with its eval_id; for a run without id, the only one. */
export function evalOf(run: SourceNode, { evals }: EvalParts): SourceNode | undefined {
  if (evals.includes(run)) return run;
  const id = nodeAt(run, "eval_id");
  if (id.value === undefined) return evals.length === 1 ? evals[0] : undefined;
  const found = evals.find((each) => nodeAt(each, "id").value === id.value);
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

/** Whether the rows of a run are not in it. */
export function takesRows(run: SourceNode): boolean {
  return nodeAt(run, "data_source", "source", "type").value !== "file_content";
}

/** The rows in the run; else those of all files. */
function rowsOf(source: SourceNode, { rows }: EvalParts): readonly SourceNode[] {
  const content = nodeAt(source, "source");
  if (isAt(content, "type", "file_content")) return itemsOf(nodeAt(content, "content"));
  if (rows.length > 0) carry(content);
  else leave(content, "The rows of another run or file are not in it. Import their file with it.");
  return rows;
}

const samplePattern = /^\s*\{\{\s*sample\.([\w.[\]]+)\s*\}\}\s*$/;

/** What a grader is for: a row with its values, of a run with tools. */
interface GradedRow {
  readonly variables: Variables;
  readonly row: SourceNode;
  readonly tools: readonly ImportedTool[];
}

/** The assertion or the check of a grader for a row; none, and listed, for what they cannot check. */
function gradersOf(
  grader: SourceNode,
  { variables, row, tools }: GradedRow,
): Pick<RowCheck, "assertions" | "checks"> {
  const [input, reference, operation] = ["input", "reference", "operation"].map((key) =>
    nodeAt(grader, key),
  ) as [SourceNode, SourceNode, SourceNode];
  const [, sample] = samplePattern.exec(String(input.value)) ?? [];
  const isCheck = nodeAt(grader, "type").value === "string_check";
  if (!isCheck || sample === undefined || typeof reference.value !== "string") {
    leave(grader, "Assertions can check the text and the tool calls of a reply with string_check.");
    return { assertions: [] };
  }
  const expected = rendered(reference.value, variables, grader, row);
  if (expected === undefined) return { assertions: [] };
  if (expected === "" && sample.endsWith(".function.name")) {
    leaveForCase(grader, row, "name of a tool");
    return { assertions: [] };
  }
  const name = textAt(grader, "name");
  const check = argumentCheck(sample, String(operation.value), { expected, name, tools });
  const assertion = check ?? checkOf(sample, String(operation.value), { expected, name });
  if (!assertion) {
    leave(
      grader,
      `Assertions cannot check ${sample} with the operation ${String(operation.value)}.`,
    );
    return { assertions: [] };
  }
  for (const field of [nodeAt(grader, "type"), nodeAt(grader, "id"), input, reference, operation])
    carry(field);
  return check ? { assertions: [], checks: [check] } : { assertions: [assertion] };
}

/**
 * The check of an argument of a tool call, if it is known which tool that is. Graders compare texts, so the
 * schema of the tool says which type the value has.
 */
function argumentCheck(
  sample: string,
  operation: string,
  {
    expected,
    name,
    tools,
  }: { readonly expected: string; readonly name: string | undefined } & Pick<GradedRow, "tools">,
): JsonObject | undefined {
  const [, argument] = /^output_tools\[0\]\.function\.arguments\.(\w+)$/.exec(sample) ?? [];
  const [tool, ...others] = tools;
  if (argument === undefined || operation !== "eq" || !tool || others.length > 0) return undefined;
  const property = objectOf(objectOf(tool.parameters["properties"])[argument]);
  const isText = property["type"] === undefined || property["type"] === "string";
  const value = isText ? undefined : parseJson(expected);
  return {
    type: "TOOL_CALLED",
    ...(name !== undefined && name !== "" && { name }),
    toolName: tool.name,
    arguments: { [argument]: value ?? expected },
  };
}

/** The assertion about a field of the sample; undefined if there is none. */
function checkOf(
  sample: string,
  operation: string,
  { expected, name }: { readonly expected: string; readonly name: string | undefined },
): JsonObject | undefined {
  if (/^output_tools\[0\]\.function\.name$/.test(sample))
    return operation === "eq" ? limitAssertion("TOOL_CALLED", expected, { name }) : undefined;
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

/** The names of the limit of tokens in runs. */
const tokenLimits = ["max_completion_tokens", "max_completions_tokens", "max_tokens"];

/** The settings of a run. */
function runParameters(
  source: SourceNode,
  tools: readonly ImportedTool[],
  model: string | undefined,
): JsonObject {
  const settings = nodeAt(source, "sampling_params");
  markSent(settings);
  const named = requestModel(source, "OPENAI", model);
  const given = {
    temperature: numberAt(settings, "temperature"),
    topP: numberAt(settings, "top_p"),
    maxTokens: firstNumber(settings, tokenLimits),
    seed: numberAt(settings, "seed"),
    ...toolSettings(settings, tools),
    stream: booleanAt(settings, "stream"),
  };
  const api = nodeAt(source, "type").value === "responses" ? responsesApi : chatApi;
  const nodes = itemsOf(nodeAt(settings, "tools"));
  return parametersOf(named, {
    ...given,
    ...modelOptions(settings, { api, model: named, tools: nodes, source: "settings" }),
  });
}
