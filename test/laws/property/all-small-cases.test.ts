// Promise 3: the calls are the fewest among the legal plans. Compares the number of planned calls with
// the oracle's exhaustive search in all small cases: one prompt with up to two defined and up to two
// observed evaluations, each with up to two assertions, over two values. The normal run checks a
// random sample, `npm run test:exhaustive` all of them.
import { describe, expect, it } from "vitest";
import type { ServiceReader } from "../../../src/engine/model/ports.ts";
import type { EvaluationModel, ProjectModel } from "./generate-project.ts";
import type { RemoteState, RemoteResource } from "./remote-state.ts";
import { type JsonObject, storedMessages } from "./oracle-normal-form.ts";
import { expectedResult, type Options } from "./oracle.ts";
import { fewestCalls } from "./oracle-evaluations.ts";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import { planOf, propertyParameters } from "./environment.ts";

/** The evaluations of one side. Assertions are given by their target values. */
type Evaluations = readonly { readonly own: JsonObject; readonly assertions: readonly string[] }[];

const assertionLists = [[], ["a"], ["b"], ["a", "a"], ["a", "b"], ["b", "b"]];
const messages = [{ role: "user", content: "a" }];

/** Two contents of evaluations and the name of the difference between them. */
const contentPairs: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ["variables, one empty", {}, { variables: { x: "1" } }],
  ["variables, neither empty", { variables: { x: "1" } }, { variables: { x: "2" } }],
  [
    "variables, with equal messages",
    { appendedMessages: messages },
    { appendedMessages: messages, variables: { x: "1" } },
  ],
  ["messages", { variables: { x: "1" } }, { variables: { x: "1" }, appendedMessages: messages }],
  ["weight", { variables: { x: "1" } }, { variables: { x: "1" }, weight: 0.5 }],
  ["all fields", { appendedMessages: messages }, { variables: { x: "1" }, weight: 0.5 }],
];

/** Every list of up to two evaluations. */
function evaluationLists(one: JsonObject, other: JsonObject): Evaluations[] {
  const evaluations = [one, other].flatMap((own) =>
    assertionLists.map((assertions) => ({ own, assertions })),
  );
  return [
    [],
    ...evaluations.map((first) => [first]),
    ...evaluations.flatMap((first) => evaluations.map((second) => [first, second])),
  ];
}

/** All combinations of the three options. */
const allOptions = [0, 1, 2, 3, 4, 5, 6, 7].map((bits): Options => ({
  prune: (bits & 1) > 0,
  evaluationUpdate: (bits & 2) > 0,
  evaluationDeleteCascades: (bits & 4) > 0,
  scope: ["*"],
}));

function projectOf(defined: Evaluations): ProjectModel {
  const evaluations = defined.map(({ own, assertions }, index): EvaluationModel => ({
    name: `e${index}`,
    own,
    separate: false,
    assertions: assertions.map((targetValue) => ({
      value: { type: "EXACT_MATCH", targetValue },
      separate: false,
    })),
  }));
  const value = { parameters: { provider: "OPENAI", name: "m" }, messages: [] };
  return {
    tools: [],
    prompts: [{ name: "P", tools: [], writesEvaluations: true, value, evaluations }],
    layout: 0,
  };
}

function remoteStateOf(observed: Evaluations): RemoteState {
  const { value } = projectOf(observed).prompts[0]!;
  const prompt = resource("prompt", "p", undefined, { name: "P", ...value });
  const evaluation = observed.map(({ own }, index) =>
    resource("evaluation", `e${index}`, "p", own),
  );
  const assertion = observed.flatMap(({ assertions }, parent) =>
    assertions.map((targetValue, index) =>
      resource("assertion", `a${parent}${index}`, `e${parent}`, {
        type: "EXACT_MATCH",
        targetValue,
      }),
    ),
  );
  return { tool: [], prompt: [prompt], evaluation, assertion };
}

function resource(
  kind: RemoteResource["kind"],
  id: string,
  parent: string | undefined,
  body: JsonObject,
): RemoteResource {
  return { kind, id, ...(parent !== undefined && { parent }), body, tools: [], bytes: "" };
}

/** The service as plan reads it. */
function readerOf(state: RemoteState): ServiceReader {
  const responses: { readonly [kind: string]: readonly JsonObject[] } = {
    tool: [],
    prompt: state.prompt.map(({ id, body }) => ({ id, ...body, tools: [] })),
    evaluation: state.evaluation.map(({ id, body }) => ({
      id,
      promptId: "p",
      ...body,
      appendedMessages: storedMessages(body["appendedMessages"] ?? []),
    })),
    assertion: state.assertion.map(({ id, parent, body }) => ({
      id,
      evaluationId: parent!,
      ...body,
    })),
  };
  return {
    baseUrl: "local",
    list: async (kind) => responses[kind]!,
    get: () => Promise.reject(new Error("plan must only read lists")),
    versions: async () => undefined,
    deletions: async () => undefined,
    maxBodyBytes: () => undefined,
    announces: () => true,
  };
}

/** A report if the number of planned calls differs from the smallest possible number. */
async function violationsOf(
  defined: Evaluations,
  observed: Evaluations,
  options: Options,
): Promise<object[]> {
  const project = projectOf(defined);
  const state = remoteStateOf(observed);
  const expected = expectedResult(project, state, options, []);
  const { plan } = await planOf(project, options, async () => readerOf(state), []);
  const fewest = fewestCalls(expected.evaluationGroups[0]!.outcomes);
  return plan!.steps.length === fewest
    ? []
    : [
        {
          planned: plan!.steps.length,
          fewest,
          case: JSON.stringify({ defined, observed, options }),
        },
      ];
}

describe("the planned calls are the fewest for evaluations that differ in", () => {
  it.each(contentPairs)(
    "%s",
    async (_, one, other) => {
      const lists = evaluationLists(one, other);
      const total = lists.length * lists.length * allOptions.length;
      const { numRuns, seed } = propertyParameters(500);
      const count = Math.min(numRuns!, total);
      const randomInt = seededRandom(seed ?? Date.now());
      const violations: object[] = [];
      for (let run = 0; run < count; run++) {
        const index = count === total ? run : randomInt(total);
        const defined = lists[Math.floor(index / allOptions.length) % lists.length]!;
        const observed = lists[Math.floor(index / allOptions.length / lists.length)]!;
        violations.push(
          ...(await violationsOf(defined, observed, allOptions[index % allOptions.length]!)),
        );
      }
      expect({
        wrong: violations.length,
        of: count,
        first: violations.slice(0, 3),
      }).toEqual({
        wrong: 0,
        of: count,
        first: [],
      });
    },
    3_600_000,
  );
});
