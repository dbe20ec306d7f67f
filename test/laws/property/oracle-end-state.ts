// Compares the end state of the service with the result that the oracle expects.
import { canonicalPrompt, canonicalTool } from "./oracle-normal-form.ts";
import type { ExpectedResult } from "./oracle.ts";
import { type AllowedOutcome, canonicalEvaluation } from "./oracle-evaluations.ts";
import { allResources, childrenOf, type RemoteResource, type RemoteState } from "./remote-state.ts";

/** Describes every difference between the end state and the expected result. Empty: none. */
export function endStateViolations(
  expected: ExpectedResult,
  before: RemoteState,
  after: RemoteState,
): string[] {
  return [
    ...namedViolations(expected, before, after),
    ...expected.evaluationGroups.flatMap((group) => groupViolations(group, before, after)),
    ...unmanagedViolations(expected, before, after),
  ];
}

/** Checks tools and prompts. */
function namedViolations(
  expected: ExpectedResult,
  before: RemoteState,
  after: RemoteState,
): string[] {
  const names = new Map(after.tool.map(({ id, body }) => [id, String(body["name"])]));
  const textOf = ({ kind, body, tools }: RemoteResource): string => {
    if (kind === "tool") return canonicalTool(body);
    const tokens = tools.map((id) => expected.tokenOf({ id, name: names.get(id)! }));
    return canonicalPrompt(body, tokens);
  };
  const knownIds = new Set([...before.tool, ...before.prompt].map(({ id }) => id));
  const all = [...after.tool, ...after.prompt];
  const texts = new Map(all.map((resource) => [resource.id, textOf(resource)]));
  const different = [...expected.remaining].filter(([id, text]) => texts.get(id) !== text);
  const undeleted = all.filter(({ id }) => knownIds.has(id) && !expected.remaining.has(id));
  const created = all.filter(({ id }) => !knownIds.has(id)).map(({ id }) => texts.get(id)!);
  return [
    ...different.map(([id, text]) => `${id} is ${texts.get(id)}, expected ${text}`),
    ...undeleted.map(({ kind, id }) => `${kind} ${id} still exists`),
    ...listViolations("created resources", created, expected.created),
  ];
}

/** Compares two lists. The order does not matter. */
function listViolations(
  title: string,
  actual: readonly string[],
  expected: readonly string[],
): string[] {
  const [actualText, expectedText] = [actual, expected].map((list) => list.toSorted().join("\n"));
  return actualText === expectedText
    ? []
    : [`${title}:\n${actualText}\nexpected:\n${expectedText}`];
}

/** Checks the evaluations of one prompt: they must be as in one of the allowed outcomes. */
function groupViolations(
  group: ExpectedResult["evaluationGroups"][number],
  before: RemoteState,
  after: RemoteState,
): string[] {
  const prompt =
    after.prompt.find(({ id }) => id === group.id) ??
    after.prompt.find(({ body }) => body["name"] === group.prompt);
  if (!prompt) return [`the prompt "${group.prompt}" does not exist`];
  const knownIds = new Set(group.observed.map(({ id }) => id));
  const evaluations = childrenOf(after.evaluation, prompt.id);
  const perOutcome = group.outcomes.map((outcome) =>
    outcomeViolations(outcome, evaluations, knownIds, { before, after }),
  );
  const [fewest] = perOutcome.toSorted((a, b) => a.length - b.length);
  return fewest!.map((violation) => `evaluations of "${group.prompt}": ${violation}`);
}

function outcomeViolations(
  outcome: AllowedOutcome,
  evaluations: readonly RemoteResource[],
  knownIds: ReadonlySet<string>,
  { before, after }: { readonly before: RemoteState; readonly after: RemoteState },
): string[] {
  const textOf = ({ id, body }: RemoteResource): string => {
    const assertions = childrenOf(after.assertion, id);
    return canonicalEvaluation(
      body,
      assertions.map((assertion) => assertion.body),
    );
  };
  const wrong = evaluations.flatMap((evaluation) => {
    const { id } = evaluation;
    const expected = outcome.remaining.get(id);
    if (expected !== undefined) return listViolations(id, [textOf(evaluation)], [expected]);
    if (!knownIds.has(id)) return [];
    if (!outcome.untouched.includes(id)) return [`${id} still exists`];
    return storedBytes(before, id) === storedBytes(after, id) ? [] : [`${id} was changed`];
  });
  const ids = new Set(evaluations.map(({ id }) => id));
  const missing = [...outcome.remaining.keys(), ...outcome.untouched].filter((id) => !ids.has(id));
  const created = evaluations.filter(({ id }) => !knownIds.has(id)).map(textOf);
  return [
    ...wrong,
    ...missing.map((id) => `${id} is missing`),
    ...listViolations("created evaluations", created, outcome.created),
  ];
}

/** An evaluation and its assertions byte for byte. */
function storedBytes(state: RemoteState, id: string): string {
  const evaluation = state.evaluation.find((resource) => resource.id === id)!;
  const resources = [evaluation, ...childrenOf(state.assertion, id)];
  return resources.map(({ bytes }) => bytes).join("\n");
}

/** Evaluations and assertions outside the groups must be unchanged or deleted with their prompt. */
function unmanagedViolations(
  expected: ExpectedResult,
  before: RemoteState,
  after: RemoteState,
): string[] {
  const remaining = outsideGroups(expected, before).filter(({ id }) => !expected.deleted.has(id));
  return listViolations(
    "evaluations and assertions without a definition",
    outsideGroups(expected, after).map(({ bytes }) => bytes),
    remaining.map(({ bytes }) => bytes),
  );
}

function outsideGroups(
  { evaluationGroups }: ExpectedResult,
  state: RemoteState,
): readonly RemoteResource[] {
  const idOf = (name: string): string | undefined =>
    state.prompt.find(({ body }) => body["name"] === name)?.id;
  const prompts = new Set(evaluationGroups.map(({ id, prompt }) => id ?? idOf(prompt) ?? ""));
  const evaluations = new Set(
    state.evaluation.filter(({ parent }) => prompts.has(parent!)).map(({ id }) => id),
  );
  return allResources(state).filter(
    ({ kind, id, parent }) =>
      (kind === "evaluation" && !evaluations.has(id)) ||
      (kind === "assertion" && !evaluations.has(parent!)),
  );
}
