// What is there how often: while things go from one state to another, there is never less of
// anything than both have, and never more than one of them has.
import { type Held, type Thing } from "../../property/remote-state.ts";
import { canonical } from "../../property/oracle-normal-form.ts";

/** What a service held that no way from one state to the other leads through. */
export function censusMistakes(before: Held, between: Held, after: Held): string[] {
  const known = new Set([...before.prompt, ...before.evaluation].map(({ id }) => id));
  const [was, is, will] = [before, between, after].map((held) => census(held, known)) as [
    Census,
    Census,
    Census,
  ];
  return [...new Set([...was.keys(), ...is.keys(), ...will.keys()])].flatMap((line) => {
    const count = is.get(line) ?? 0;
    const ends = [was.get(line) ?? 0, will.get(line) ?? 0];
    if (count >= Math.min(...ends) && count <= Math.max(...ends)) return [];
    return [`${count} times in between, ${ends.join(" before, ")} after: ${line.slice(0, 200)}`];
  });
}

type Census = ReadonlyMap<string, number>;

/**
 * Each thing by what it says and where it stands, not by its id; but what was there before is itself,
 * and no other one of its name.
 */
function census({ tool, prompt, evaluation, assertion }: Held, known: ReadonlySet<string>): Census {
  const names = new Map([...tool, ...prompt].map(({ id, body }) => [id, String(body["name"])]));
  const said = ({ body }: Thing): string => canonical(body);
  const evaluationLine = (each: Thing): string =>
    `evaluation of ${known.has(each.parent!) ? each.parent : names.get(each.parent!)} ${said(each)}`;
  const owners = new Map(
    evaluation.map((each) => [each.id, known.has(each.id) ? each.id : evaluationLine(each)]),
  );
  const lines = [
    ...tool.map((each) => `tool ${said(each)}`),
    ...prompt.map((each) => `prompt ${said(each)} ${each.tools.map((id) => names.get(id)).join()}`),
    ...evaluation.map(evaluationLine),
    ...assertion.map((each) => `assertion ${said(each)} of ${owners.get(each.parent!)}`),
  ];
  const counts = new Map<string, number>();
  for (const each of lines) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
