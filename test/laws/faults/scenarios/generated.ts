// Generated projects and remote states of the property tests as fault scenarios. Their oracle decides on
// the end state and on the order of deletes.
import { rmSync } from "node:fs";
import * as fc from "fast-check";
import { isNameInScope } from "../../../../src/engine/environments/scope.ts";
import { bodies } from "../../../../src/generated/wire-validators.js";
import { kinds } from "../../../../src/kinds.ts";
import { createService } from "../../../../src/service/http/app.ts";
import { openTestStore } from "../../../fixtures/test-store.ts";
import type { Store } from "../../../../src/service/store/stored-resource.ts";
import { folderOf } from "../../../io/folder.ts";
import { caseTree, propertyCases, type PropertyCase } from "../../property/environment.ts";
import { idGenerator, insertTree } from "../../property/generate-remote.ts";
import type { Mutation } from "../../property/mutate-remote.ts";
import { endStateViolations } from "../../property/oracle-end-state.ts";
import { canonicalEvaluation } from "../../property/oracle-evaluations.ts";
import { expectedResult, type ExpectedResult } from "../../property/oracle.ts";
import { childrenOf, readRemoteState, type RemoteState } from "../../property/remote-state.ts";
import type { ProjectModel } from "../../property/generate-project.ts";
import { writeProject } from "../../property/write-project.ts";
import type { FaultScenario, RunningService } from "./scenario.ts";

/** Mutations after which evaluations must be replaced or changed. */
const evaluationMutations = [
  "changeWeight",
  "changeWeight",
  "changeVariables",
  "changeAppended",
  "changeAssertion",
  "dropAssertion",
  "addAssertion",
  "duplicateEvaluation",
] as const;
const moreMutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    type: fc.constantFrom(...evaluationMutations, "changeTool", "changeParameters"),
    index: fc.nat(11),
    secondIndex: fc.nat(11),
  }),
  { minLength: 3, maxLength: 9, size: "max" },
);

/** The cases of the property tests with more mutations of the remote state. */
const mutatedCases: fc.Arbitrary<PropertyCase> = fc
  .noBias(fc.tuple(propertyCases, moreMutations))
  .map(([given, changes]) => {
    const mutations = [...given.remote.mutations, ...changes];
    return { ...given, remote: { ...given.remote, mutations } };
  });

export interface GeneratedScenario extends FaultScenario {
  readonly project: ProjectModel;
}

/**
 * The scenario of a seed. Of four generated cases it takes the one that needs the most calls. Returns
 * undefined if all four plans are refused.
 */
export async function generatedScenario(seed: number): Promise<GeneratedScenario | undefined> {
  const candidates = fc.sample(mutatedCases, { seed, numRuns: 4 });
  const evaluated = await Promise.all(candidates.map(evaluateCase));
  const [largest] = evaluated
    .filter(({ expected }) => expected.refusals.length === 0)
    .sort((a, b) => callCount(b.expected) - callCount(a.expected));
  if (!largest) return undefined;
  const { given, before, expected } = largest;
  const folder = writeFolder(given, before);
  return {
    folder,
    project: given.project,
    flags: ["--allow-mass-delete"],
    startService: () => startService(given),
    endStateViolations: (initial, end) => endStateViolations(expected, initial, end),
    earlyDelete: (id, store) => earlyDelete(expected, before, id, store),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface EvaluatedCase {
  readonly given: PropertyCase;
  readonly before: RemoteState;
  readonly expected: ExpectedResult;
}

async function evaluateCase(given: PropertyCase): Promise<EvaluatedCase> {
  const { store } = await startService(given);
  const before = await readRemoteState(store);
  await store.close();
  return { given, before, expected: expectedResult(given.project, before, given.options, []) };
}

function callCount({ namedCalls, evaluationGroups }: ExpectedResult): number {
  const counts = evaluationGroups.map(({ outcomes }) => outcomes[0]!.calls.length);
  return counts.reduce((sum, count) => sum + count, namedCalls.length);
}

async function startService(given: PropertyCase): Promise<RunningService> {
  const { evaluationUpdate, evaluationDeleteCascades } = given.options;
  const store = await openTestStore();
  const newId = idGenerator(given.remote.idStep);
  await insertTree(store, caseTree(given), newId);
  const capabilities = { evaluationUpdate, evaluationDeleteCascades };
  const service = { kinds, store, bodies, keys: ["good"], capabilities, newId };
  return { store, handler: createService(service) };
}

/** The scope also names all of the service that is in it: the project has no history. */
function writeFolder({ project, options }: PropertyCase, before: RemoteState): string {
  const { prune, scope, ...service } = options;
  const { files } = writeProject(project);
  const inScope = [...before.tool, ...before.prompt].flatMap(({ kind, body }) => {
    const name = String(body["name"]);
    return isNameInScope(scope, kind, name)
      ? [`${kind}/${name.replaceAll("*", String.raw`\*`)}`]
      : [];
  });
  return folderOf({
    "promptctl.yaml": JSON.stringify({ prune, scope: [...scope, ...inScope], service }),
    "prompts/.keep": "",
    ...Object.fromEntries(files.map(({ path, text }) => [`prompts/${path}`, text])),
  }).path;
}

/** An old evaluation and its assertions may be deleted only after its replacement is complete. */
async function earlyDelete(
  { evaluationGroups }: ExpectedResult,
  before: RemoteState,
  id: string,
  store: Store,
): Promise<string | undefined> {
  const evaluation = before.assertion.find((assertion) => assertion.id === id)?.parent ?? id;
  const group = evaluationGroups.find(({ observed }) =>
    observed.some((other) => other.id === evaluation),
  );
  if (!group) return undefined;
  const isEverReplaced = group.outcomes.some(({ replaced }) => replaced.has(evaluation));
  const newTexts = isEverReplaced
    ? newEvaluations(group.id!, before, await readRemoteState(store))
    : [];
  const isAllowed = group.outcomes.some(({ remaining, untouched, replaced }) => {
    if (remaining.has(evaluation)) return evaluation !== id;
    const replacement = replaced.get(evaluation);
    const isReplaced = replacement === undefined || newTexts.includes(replacement);
    return !untouched.includes(evaluation) && isReplaced;
  });
  return isAllowed ? undefined : `the replacement of ${evaluation} is not complete`;
}

/** The texts of the evaluations of a prompt that did not exist before. */
function newEvaluations(prompt: string, before: RemoteState, now: RemoteState): string[] {
  const known = new Set(before.evaluation.map(({ id }) => id));
  return childrenOf(now.evaluation, prompt)
    .filter(({ id }) => !known.has(id))
    .map(({ id, body }) => {
      const assertions = childrenOf(now.assertion, id);
      return canonicalEvaluation(
        body,
        assertions.map((assertion) => assertion.body),
      );
    });
}
