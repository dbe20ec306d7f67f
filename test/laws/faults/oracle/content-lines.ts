// The contents of a service as lines of text without ids, so that two services can be compared.
import { canonical } from "../../property/oracle-normal-form.ts";
import {
  allResources,
  childrenOf,
  type RemoteResource,
  type RemoteState,
} from "../../property/remote-state.ts";

/** A line for each tool, prompt and evaluation. The line of an evaluation contains its assertions. */
export function contentLines(state: RemoteState): string[] {
  const names = new Map(allResources(state).map(({ id, body }) => [id, String(body["name"])]));
  const evaluations = new Set(state.evaluation.map(({ id }) => id));
  const namesOf = (ids: readonly string[]): string => ids.map((id) => names.get(id)).join(", ");
  return [
    ...state.tool.map(({ body }) => `tool ${canonical(body)}`),
    ...state.prompt.map(({ body, tools }) => `prompt ${canonical(body)} with ${namesOf(tools)}`),
    ...state.evaluation.map((evaluation) => evaluationLine(evaluation, state)),
    ...state.assertion
      .filter(({ parent }) => !evaluations.has(parent!))
      .map(({ body }) => `assertion without an evaluation ${canonical(body)}`),
  ];
}

/** The line of one evaluation. */
export function evaluationLine({ id, parent, body }: RemoteResource, state: RemoteState): string {
  const prompt = state.prompt.find((resource) => resource.id === parent);
  const assertions = childrenOf(state.assertion, id).map((assertion) => canonical(assertion.body));
  const name = JSON.stringify(prompt?.body["name"] ?? null);
  return `evaluation of ${name} ${canonical(body)} with ${assertions.sort().join(" ")}`;
}

/** Describes the lines that are missing and those that should not exist. Empty if all are equal. */
export function lineDifferences(actual: readonly string[], expected: readonly string[]): string[] {
  return [
    ...subtract(actual, expected).map((line) => `should not exist: ${shorten(line)}`),
    ...missingLines(actual, expected),
  ];
}

/** Describes the expected lines that are missing. */
export function missingLines(actual: readonly string[], expected: readonly string[]): string[] {
  return subtract(expected, actual).map((line) => `is missing: ${shorten(line)}`);
}

/** The lines without the others. A line that occurs twice is removed twice only if others has two. */
function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const counts = countItems(others);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

/** How often each item occurs. */
export function countItems(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function shorten(line: string): string {
  return line.length > 200 ? `${line.slice(0, 120)} … ${line.slice(-80)}` : line;
}
