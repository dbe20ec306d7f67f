// Promise 3, all small cases: one prompt, up to two evaluations with up to two assertions a side,
// over two values. The normal run takes a sample; `npm run test:exhaustive` takes them all.
import { describe, expect, it } from "vitest";
import type { ServiceReader } from "../../../src/engine/model/ports.ts";
import type { EvaluationModel, ProjectModel } from "./generate-project.ts";
import type { Held, Thing } from "./remote-state.ts";
import { type JsonObject, storedMessages } from "./oracle-normal-form.ts";
import { oracle, type Options } from "./oracle.ts";
import { fewest } from "./oracle-evaluations.ts";
import { diceFrom } from "./generate-text.ts";
import { planOf, trying } from "./environment.ts";

type Small = readonly { readonly own: JsonObject; readonly assertions: readonly string[] }[];

const multisets = [[], ["a"], ["b"], ["a", "a"], ["a", "b"], ["b", "b"]];
const said = [{ role: "user", content: "a" }];

/** Pairs of evaluations' own contents, by what tells the two apart. */
const worlds: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ["variables, one empty", {}, { variables: { x: "1" } }],
  ["variables, neither empty", { variables: { x: "1" } }, { variables: { x: "2" } }],
  [
    "variables, under equal messages",
    { appendedMessages: said },
    { appendedMessages: said, variables: { x: "1" } },
  ],
  ["messages", { variables: { x: "1" } }, { variables: { x: "1" }, appendedMessages: said }],
  ["weight", { variables: { x: "1" } }, { variables: { x: "1" }, weight: 0.5 }],
  ["everything", { appendedMessages: said }, { variables: { x: "1" }, weight: 0.5 }],
];

/** Every list of up to two evaluations. */
function sides(one: JsonObject, other: JsonObject): Small[] {
  const each = [one, other].flatMap((own) => multisets.map((assertions) => ({ own, assertions })));
  return [[], ...each.map((a) => [a]), ...each.flatMap((a) => each.map((b) => [a, b]))];
}

const switches = [0, 1, 2, 3, 4, 5, 6, 7].map((bits): Options => ({
  prune: (bits & 1) > 0,
  evaluationUpdate: (bits & 2) > 0,
  evaluationDeleteCascades: (bits & 4) > 0,
  scope: ["*"],
}));

function projectOf(side: Small): ProjectModel {
  const evaluations = side.map(({ own, assertions }, index): EvaluationModel => ({
    name: `e${index}`,
    own,
    apart: false,
    assertions: assertions.map((targetValue) => ({
      value: { type: "EXACT_MATCH", targetValue },
      apart: false,
    })),
  }));
  const value = { parameters: { provider: "OPENAI", name: "m" }, messages: [] };
  return {
    tools: [],
    prompts: [{ name: "P", tools: [], says: true, value, evaluations }],
    layout: 0,
  };
}

/** What the service holds, as the oracle and as the reader of plan see it. */
function heldOf(side: Small): Held {
  const project = projectOf(side).prompts[0]!;
  const prompt = thing("prompt", "p", undefined, { name: "P", ...project.value });
  const evaluation = side.map(({ own }, at) => thing("evaluation", `e${at}`, "p", own));
  const assertion = side.flatMap(({ assertions }, at) =>
    assertions.map((targetValue, index) =>
      thing("assertion", `a${at}${index}`, `e${at}`, { type: "EXACT_MATCH", targetValue }),
    ),
  );
  return { tool: [], prompt: [prompt], evaluation, assertion };
}

function thing(
  kind: Thing["kind"],
  id: string,
  parent: string | undefined,
  body: JsonObject,
): Thing {
  return { kind, id, ...(parent !== undefined && { parent }), body, tools: [], bytes: "" };
}

function readerOf(held: Held): ServiceReader {
  const answers: { readonly [kind: string]: readonly JsonObject[] } = {
    tool: [],
    prompt: held.prompt.map(({ id, body }) => ({ id, ...body, tools: [] })),
    evaluation: held.evaluation.map(({ id, body }) => ({
      id,
      promptId: "p",
      ...body,
      appendedMessages: storedMessages(body["appendedMessages"] ?? []),
    })),
    assertion: held.assertion.map(({ id, parent, body }) => ({
      id,
      evaluationId: parent!,
      ...body,
    })),
  };
  return {
    baseUrl: "local",
    list: async (kind) => answers[kind]!,
    get: () => Promise.reject(new Error("plan needs lists only")),
  };
}

/** The number of calls planned and the least number, where they differ. */
async function wrong(defined: Small, observed: Small, options: Options): Promise<object[]> {
  const [project, held] = [projectOf(defined), heldOf(observed)];
  const verdict = oracle(project, held, options);
  const { plan } = await planOf(project, options, async () => readerOf(held));
  const least = fewest(verdict.families[0]!.outcomes);
  return plan!.steps.length === least
    ? []
    : [
        {
          planned: plan!.steps.length,
          least,
          case: JSON.stringify({ defined, observed, options }),
        },
      ];
}

describe("the planned calls are the fewest, of evaluations that differ in", () => {
  it.each(worlds)(
    "%s",
    async (_, one, other) => {
      const all = sides(one, other);
      const total = all.length * all.length * switches.length;
      const { numRuns, seed } = trying(500);
      const share = Math.min(numRuns!, total);
      const dice = diceFrom(seed ?? Date.now());
      const found: object[] = [];
      for (let each = 0; each < share; each++) {
        const at = share === total ? each : dice(total);
        const defined = all[Math.floor(at / switches.length) % all.length]!;
        const observed = all[Math.floor(at / switches.length / all.length)]!;
        found.push(...(await wrong(defined, observed, switches[at % switches.length]!)));
      }
      expect({ wrong: found.length, of: share, first: found.slice(0, 3) }).toEqual({
        wrong: 0,
        of: share,
        first: [],
      });
    },
    3_600_000,
  );
});
