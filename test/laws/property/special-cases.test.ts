// Cases that the generators reach seldom or never, written out: each ends as the oracle says.
import { describe, expect, it } from "vitest";
import type { ProjectModel } from "./generate-project.ts";
import { mistakes } from "./oracle-end-state.ts";
import type { JsonObject } from "./oracle-normal-form.ts";
import { oracle, type Options } from "./oracle.ts";
import type { PromptNode, ToolNode, Tree } from "./generate-remote.ts";
import { isWrite, openWorld } from "./environment.ts";

const off: Options = {
  prune: false,
  scope: ["*"],
  evaluationUpdate: false,
  evaluationDeleteCascades: false,
};
const prune: Options = { ...off, prune: true };
const parameters = { provider: "OPENAI", name: "m" };
const toolValue = { name: "a", description: "", parameters: {} };

type Case = { readonly it: string; readonly options: Options; project: ProjectModel; tree: Tree };
type Written = { readonly own: JsonObject; readonly says: readonly string[] };

function match(targetValue: string): JsonObject {
  return { type: "EXACT_MATCH", targetValue };
}

function calling(written: string | JsonObject): JsonObject {
  const called = { name: "a", arguments: written };
  const toolCall = { toolCallId: "c", type: "function", function: called };
  return { role: "assistant", content: [{ type: "TOOL_CALL", toolCall }] };
}

/** One prompt with these evaluations, as definitions. */
function defines(...evaluations: readonly Written[]): ProjectModel {
  const prompt = {
    name: "P",
    tools: [],
    says: true,
    value: { parameters, messages: [] },
    evaluations: evaluations.map(({ own, says }, index) => ({
      name: `e${index}`,
      own,
      apart: false,
      assertions: says.map((each) => ({ value: match(each), apart: false })),
    })),
  };
  return { tools: [], prompts: [prompt], layout: 0 };
}

/** The same on the service. */
function holds(...evaluations: readonly Written[]): Tree {
  const all = evaluations.map(({ own, says }) => ({ own, assertions: says.map(match) }));
  return { tools: [], prompts: [promptNode("P", [], all)], orphans: [] };
}

function promptNode(
  name: string,
  tools: ToolNode[] = [],
  evaluations: PromptNode["evaluations"] = [],
): PromptNode {
  return { value: { name, parameters, messages: [] }, tools, evaluations };
}

function definesTool(description: string): ProjectModel {
  return { tools: [{ value: { ...toolValue, description } }], prompts: [], layout: 0 };
}

/** Equal tools, of which those at the places given are used by a prompt each; the third has the smallest id. */
function equalTools(count: number, ...used: readonly number[]): Tree {
  const tools = Array.from({ length: count }, (): ToolNode => ({ value: toolValue }));
  const prompts = used.map((at) => promptNode(`user ${at}`, [tools[at]!]));
  return { tools, prompts, orphans: [] };
}

const cases: readonly Case[] = [
  {
    it: "appended messages are equal where only the arguments of a tool call are written otherwise",
    options: { ...off, evaluationUpdate: true },
    project: defines({
      own: { variables: { x: "1" }, appendedMessages: [calling({ n: 1 })] },
      says: [],
    }),
    tree: holds({ own: { appendedMessages: [calling('{ "n": 1 }')] }, says: [] }),
  },
  {
    it: "among equals it counts that assertions go with their evaluation",
    options: { ...prune, evaluationDeleteCascades: true },
    project: defines({ own: {}, says: ["a"] }),
    tree: holds({ own: {}, says: [] }, { own: {}, says: ["b", "b"] }),
  },
  {
    it: "of three equal tools the one in use stays",
    options: prune,
    project: definesTool(""),
    tree: equalTools(3, 1),
  },
  {
    it: "of three equal tools, two in use, the smaller id of those two is the defined one",
    options: { ...prune, scope: ["tool/*"] },
    project: definesTool(""),
    tree: equalTools(3, 0, 1),
  },
  {
    it: "a tool with a second copy is not changed without prune",
    options: off,
    project: definesTool("new"),
    tree: equalTools(2),
  },
  {
    it: "a tool whose second copy is outside the scope is not changed with prune either",
    options: { ...prune, scope: ["prompt/*"] },
    project: definesTool("new"),
    tree: equalTools(2),
  },
  {
    it: "a tool whose second copy is still in use is not changed with prune either",
    options: { ...prune, scope: ["tool/*"] },
    project: definesTool("new"),
    tree: equalTools(2, 0, 1),
  },
  {
    it: "two names change places by their keys",
    options: off,
    project: {
      tools: [
        { key: "a", value: { ...toolValue, name: "b" } },
        { key: "b", value: { ...toolValue, name: "a", description: "of a" } },
      ],
      prompts: [],
      layout: 0,
    },
    tree: { tools: [{ value: toolValue }], prompts: [], orphans: [] },
  },
];

async function carriedOut(each: Case): Promise<void> {
  const remote = { base: "nothing", mutations: [], spelling: "asWritten", idStep: 0 } as const;
  const { project, options, tree } = each;
  const world = await openWorld({ project, donor: project, remote, options, noise: 0 }, tree);
  const before = world.held();
  const verdict = oracle(project, before, options);
  const plan = await world.plan();
  const isRefused = plan.refusals.length > 0;
  if (!isRefused) await world.apply(plan, 10);
  const end = {
    isRefused,
    wrong: isRefused ? [] : mistakes(verdict, before, world.held()),
    calls: world.calls.filter(isWrite).length,
  };
  const least = verdict.families.map(({ outcomes }) =>
    Math.min(...outcomes.map(({ calls }) => calls.length)),
  );
  const calls = [verdict.named.length, ...least].reduce((sum, one) => sum + one);
  const wanted = verdict.refusals.length > 0;
  expect(end).toEqual({ isRefused: wanted, wrong: [], calls: wanted ? 0 : calls });
}

describe("named cases", () => {
  it.each(cases.map((each) => [each.it, each] as const))("%s", async (_, each) => {
    await carriedOut(each);
  });

  it("with prune a tool is changed while its second copy goes", async () => {
    const project = definesTool("new");
    const remote = { base: "nothing", mutations: [], spelling: "asWritten", idStep: 0 } as const;
    const given = { project, donor: project, remote, options: prune, noise: 0 };
    const world = await openWorld(given, equalTools(2));
    const plan = await world.plan();
    expect(plan.refusals.map(({ message }) => message)).toEqual([]);
    await world.apply(plan, 10);
    expect(world.held().tool.map(({ body }) => body["description"])).toEqual(["new"]);
  });

  it("with prune an assertion without an evaluation goes, once the service has said 404", async () => {
    const project = { tools: [], prompts: [], layout: 0 };
    const remote = { base: "nothing", mutations: [], spelling: "asWritten", idStep: 0 } as const;
    const given = { project, donor: project, remote, options: prune, noise: 0 };
    const world = await openWorld(given, { tools: [], prompts: [], orphans: [match("a")] });
    await world.apply(await world.plan(), 10);
    expect(world.held().assertion).toEqual([]);
    const after = world.calls.slice(4).map(({ method, status }) => `${method} ${status}`);
    expect(after).toEqual(["GET 404", "DELETE 200"]);
  });
});
