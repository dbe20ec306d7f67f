// What a service holds as lines of text with the ids mapped away, so that two services compare.
import { everything, type Held, type Thing, under } from "../../property/remote-state.ts";
import { canonical } from "../../property/oracle-normal-form.ts";

/** A line for each tool, prompt and evaluation, an evaluation's assertions in its own. */
export function contentsOf(held: Held): string[] {
  const names = new Map(everything(held).map(({ id, body }) => [id, String(body["name"])]));
  const evaluations = new Set(held.evaluation.map(({ id }) => id));
  const named = (ids: readonly string[]): string => ids.map((id) => names.get(id)).join(", ");
  return [
    ...held.tool.map(({ body }) => `tool ${canonical(body)}`),
    ...held.prompt.map(({ body, tools }) => `prompt ${canonical(body)} with ${named(tools)}`),
    ...held.evaluation.map((each) => wholeLine(each, held)),
    ...held.assertion
      .filter(({ parent }) => !evaluations.has(parent!))
      .map(({ body }) => `assertion of nothing ${canonical(body)}`),
  ];
}

/** The line of one evaluation. */
export function wholeLine({ id, parent, body }: Thing, held: Held): string {
  const prompt = held.prompt.find((each) => each.id === parent);
  const assertions = under(held.assertion, id).map((each) => canonical(each.body));
  const of = JSON.stringify(prompt?.body["name"] ?? null);
  return `evaluation of ${of} ${canonical(body)} with ${assertions.sort().join(" ")}`;
}

/** What one has and the other lacks, each as often as it does; empty where they are equal. */
export function difference(found: readonly string[], wanted: readonly string[]): string[] {
  const tooMany = without(found, wanted);
  return [
    ...tooMany.map((each) => `should not be there: ${shortened(each)}`),
    ...lacking(found, wanted),
  ];
}

/** What is wanted and not there. */
export function lacking(found: readonly string[], wanted: readonly string[]): string[] {
  return without(wanted, found).map((each) => `is missing: ${shortened(each)}`);
}

/** The lines of one that the other has not, or not as often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of others) counts.set(each, (counts.get(each) ?? 0) + 1);
  return lines.filter((each) => {
    const left = counts.get(each) ?? 0;
    counts.set(each, left - 1);
    return left <= 0;
  });
}

function shortened(line: string): string {
  return line.length > 200 ? `${line.slice(0, 120)} … ${line.slice(-80)}` : line;
}
