// Promise 6, no duplicates and nothing lost: counts the resources of each content after a run under
// faults. Each count must be between that before the run and that at the end.
import { canonical } from "../../property/oracle-normal-form.ts";
import type { RemoteResource, RemoteState } from "../../property/remote-state.ts";
import { countItems } from "./content-lines.ts";

/** The states before the run, after the run under faults, and after the next apply. */
interface States {
  readonly before: RemoteState;
  readonly afterFaults: RemoteState;
  readonly end: RemoteState;
}

/** Describes each content of which the run under faults left too few or too many resources. */
export function countViolations({ before, afterFaults, end }: States): string[] {
  const known = new Set([...before.prompt, ...before.evaluation].map(({ id }) => id));
  const countsOf = (state: RemoteState): Map<string, number> =>
    countItems(resourceLines(state, known));
  const [first, current, last] = [countsOf(before), countsOf(afterFaults), countsOf(end)];
  const lines = new Set([...first.keys(), ...current.keys(), ...last.keys()]);
  return [...lines].flatMap((line) => {
    const count = current.get(line) ?? 0;
    const [atFirst, atLast] = [first.get(line) ?? 0, last.get(line) ?? 0];
    if (count >= Math.min(atFirst, atLast) && count <= Math.max(atFirst, atLast)) return [];
    const text = line.slice(0, 200);
    return [`${count} times after the faults, ${atFirst} before, ${atLast} at the end: ${text}`];
  });
}

/**
 * A line for each resource: its content and its parent without ids. Prompts and evaluations that
 * existed before are identified by id, so that a new resource of the same name does not count as one.
 */
function resourceLines(
  { tool, prompt, evaluation, assertion }: RemoteState,
  known: ReadonlySet<string>,
): string[] {
  const names = new Map([...tool, ...prompt].map(({ id, body }) => [id, String(body["name"])]));
  const evaluationLine = ({ parent, body }: RemoteResource): string =>
    `evaluation of ${known.has(parent!) ? parent : names.get(parent!)} ${canonical(body)}`;
  const evaluations = new Map(
    evaluation.map((resource) => [
      resource.id,
      known.has(resource.id) ? resource.id : evaluationLine(resource),
    ]),
  );
  return [
    ...tool.map(({ body }) => `tool ${canonical(body)}`),
    ...prompt.map(
      ({ body, tools }) => `prompt ${canonical(body)} ${tools.map((id) => names.get(id)).join()}`,
    ),
    ...evaluation.map(evaluationLine),
    ...assertion.map(
      ({ body, parent }) => `assertion ${canonical(body)} of ${evaluations.get(parent!)}`,
    ),
  ];
}
