// Evaluations that may belong to others: a definition is matched only with what it has or had.
import { expect, it } from "vitest";
import { historyOf, type HistoryTexts } from "../../fixtures/history.ts";
import { planLines, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
} from "../../fixtures/responses.ts";

const external = "kind: prompt\nname: Greet\nexternal: true\n";
const billing = {
  kind: "prompt",
  name: "Greet",
  project: "billing",
  external: true,
  childKinds: ["evaluation"],
};

interface Place {
  readonly head?: string;
  readonly options?: PlanFixtureOptions;
  readonly elsewhere?: HistoryTexts["elsewhere"];
  readonly because: string;
}

const places: readonly (readonly [string, Place])[] = [
  ["under an external prompt", { head: external, because: "its prompt is external" }],
  [
    "outside the scope",
    { options: { scope: ["tool/*"] }, because: "outside the scope of promptctl.yaml" },
  ],
  [
    "under keep",
    { options: { keep: ["prompt/Gr*"] }, because: "listed under keep in promptctl.yaml" },
  ],
  [
    "where another project defines evaluations",
    { elsewhere: [billing], because: "the project billing defines it" },
  ],
  [
    "where another project cannot be read",
    {
      elsewhere: [{ ...billing, name: undefined }],
      because: "the project billing has errors, so that it may define it",
    },
  ],
];

const ciWithoutScope: readonly [string, Place] = [
  "in CI without a scope",
  {
    options: { lacksScope: true },
    because: "promptctl.yaml has no scope, and CI is set",
  },
];

const definition = (head: string, variable: string, ...limits: number[]): string =>
  `${head}evaluations: [{ name: e, variables: { q: ${variable} }, assertions: [${limits
    .map((limit) => `{ type: COST, targetThreshold: ${limit} }`)
    .join(", ")}] }]\n`;

/** The plan for an evaluation `x` of the service with a variable and assertions of these limits. */
async function planIn(
  { head = prompt, options, elsewhere = [] }: Place,
  { variable = "ours", limits }: { readonly variable?: string; readonly limits: number[] },
  line: readonly string[] = [],
) {
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("x", "p", { variables: { q: variable } })],
    assertions: limits.map((limit) => costResponse(`x/${limit}`, "x", { targetThreshold: limit })),
  };
  const history = historyOf({
    line: line.map((each) => each.replace(prompt, head)),
    elsewhere,
  });
  return planOf(definition(head, "ours", 1, 2), remote, { history, ...options });
}

const created = [
  "create evaluation/Greet/e",
  "create assertion/Greet/e/1",
  "create assertion/Greet/e/2",
  "unmanaged evaluation prompt/Greet x: not defined in any file",
];

it.each([...places, ciWithoutScope])(
  "%s, a similar evaluation is named and not replaced",
  async (_name, place) => {
    const plan = await planIn(place, { variable: "theirs", limits: [1, 2] });
    expect(planLines(plan)).toEqual(created);
    expect(plan.notes).toEqual([
      `evaluation/Greet/e is new. The similar evaluation id:x stays: ${place.because}.`,
    ]);
    expect(plan.unmanaged[0]!.similarTo).toEqual({
      address: "evaluation/Greet/e",
      reason: place.because,
    });
  },
);

it.each(places)("%s, an equal evaluation beside the own one stays", async (_name, place) => {
  const { head = prompt, options, elsewhere = [] } = place;
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: ["x", "y"].map((id) => evaluationResponse(id, "p", { variables: { q: "ours" } })),
    assertions: [],
  };
  const history = historyOf({ line: [definition(head, "ours")], elsewhere });
  const plan = await planOf(definition(head, "ours"), remote, { history, ...options });
  expect(planLines(plan)).toEqual([
    `unmanaged evaluation prompt/Greet y: a duplicate of evaluation/Greet/e; ${place.because}`,
  ]);
});

it("elsewhere it is replaced", async () => {
  const plan = await planIn({ because: "" }, { variable: "theirs", limits: [1, 2] });
  expect(planLines(plan)[0]).toBe("replace evaluation/Greet/e x");
  expect(plan.notes.filter((note) => note.includes("similar"))).toEqual([]);
});

it.each(places)(
  "%s, an evaluation with equal variables keeps an assertion that the definition never had",
  async (_name, place) => {
    const plan = await planIn(place, { limits: [1, 3] });
    expect(planLines(plan)).toEqual(created);
    expect(plan.notes).toHaveLength(1);
  },
);

it.each<readonly [string, Place]>([ciWithoutScope, ["elsewhere", { because: "" }]])(
  "%s, it is one that was edited on the service",
  async (_name, place) => {
    const plan = await planIn(place, { limits: [1, 3] }, [definition(prompt, "ours", 1, 2)]);
    expect(planLines(plan)).toEqual(["update assertion/Greet/e/2 x/3"]);
    expect(plan.changes[0]!.held).toMatchObject({ type: "none" });
  },
);

it.each([...places, ciWithoutScope])(
  "%s, what the definition has or had is matched",
  async (_name, place) => {
    const versions = [definition(prompt, "ours", 1, 2), definition(prompt, "earlier", 3, 4)];
    const equal = await planIn(place, { limits: [1, 2] }, versions);
    expect(planLines(equal)).toEqual([]);
    const earlier = await planIn(place, { variable: "earlier", limits: [3, 4] }, versions);
    expect(planLines(earlier)[0]).toBe("replace evaluation/Greet/e x");
  },
);

it.each([...places, ciWithoutScope])(
  "%s, an interrupted apply is finished",
  async (_name, place) => {
    const partlyCreated = await planIn(place, { limits: [1] });
    expect(planLines(partlyCreated)).toEqual(["create assertion/Greet/e/2"]);
    const versions = [definition(prompt, "ours", 1, 2), definition(prompt, "ours", 3, 4)];
    const partlyUpdated = await planIn(place, { limits: [1, 4] }, versions);
    expect(planLines(partlyUpdated)).toEqual(["update assertion/Greet/e/2 x/4"]);
  },
);
