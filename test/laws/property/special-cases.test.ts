// Promises 2 and 3 in special cases that the generators produce rarely or never. As for the generated
// cases, the oracle decides on the end state, the refusals and the number of calls.
import { describe, expect, it } from "vitest";
import type { ProjectModel } from "./generate-project.ts";
import { endStateViolations } from "./oracle-end-state.ts";
import type { JsonObject } from "./oracle-normal-form.ts";
import { expectedResult, type Options } from "./oracle.ts";
import type { PromptNode, ToolNode, RemoteTree } from "./generate-remote.ts";
import { isWrite, openEnvironment, type TestEnvironment } from "./environment.ts";

const defaultOptions: Options = {
  prune: false,
  scope: ["*"],
  evaluationUpdate: false,
  evaluationDeleteCascades: false,
};
const withPrune: Options = { ...defaultOptions, prune: true };
const parameters = { provider: "OPENAI", name: "m" };
const toolValue = { name: "a", description: "", parameters: {} };

interface Case {
  readonly name: string;
  readonly options: Options;
  readonly project: ProjectModel;
  readonly tree: RemoteTree;
}

/** An evaluation with an exact-match assertion for each target value. */
interface Evaluation {
  readonly own: JsonObject;
  readonly targetValues: readonly string[];
}

function exactMatch(targetValue: string): JsonObject {
  return { type: "EXACT_MATCH", targetValue };
}

/** A message with a tool call. Definitions may write the arguments as JSON text or as an object. */
function toolCallMessage(args: string | JsonObject): JsonObject {
  const called = { name: "a", arguments: args };
  const toolCall = { toolCallId: "c", type: "function", function: called };
  return { role: "assistant", content: [{ type: "TOOL_CALL", toolCall }] };
}

const userMessage = { role: "user", content: [{ type: "TEXT", text: "a" }] };

/** A project with one prompt with these evaluations. */
function projectWith(...evaluations: readonly Evaluation[]): ProjectModel {
  const prompt = {
    name: "P",
    tools: [],
    writesEvaluations: true,
    value: { parameters, messages: [] },
    evaluations: evaluations.map(({ own, targetValues }, index) => ({
      name: `e${index}`,
      own,
      separate: false,
      assertions: targetValues.map((target) => ({ value: exactMatch(target), separate: false })),
    })),
  };
  return { tools: [], prompts: [prompt], layout: 0 };
}

/** The same prompt and evaluations on the service. */
function remoteWith(...evaluations: readonly Evaluation[]): RemoteTree {
  const nodes = evaluations.map(({ own, targetValues }) => ({
    own,
    assertions: targetValues.map(exactMatch),
  }));
  return { tools: [], prompts: [promptNode("P", [], nodes)], orphans: [] };
}

function promptNode(
  name: string,
  tools: ToolNode[] = [],
  evaluations: PromptNode["evaluations"] = [],
): PromptNode {
  return { value: { name, parameters, messages: [] }, tools, evaluations };
}

/** A project with one tool. */
function projectWithTool(description: string): ProjectModel {
  return { tools: [{ value: { ...toolValue, description } }], prompts: [], layout: 0 };
}

/**
 * Equal tools on the service. Those at the `used` indexes are used by one prompt each. The third has
 * the smallest id.
 */
function equalTools(count: number, ...used: readonly number[]): RemoteTree {
  const tools = Array.from({ length: count }, (): ToolNode => ({ value: toolValue }));
  const prompts = used.map((index) => promptNode(`user ${index}`, [tools[index]!]));
  return { tools, prompts, orphans: [] };
}

const cases: readonly Case[] = [
  {
    name: "appended messages are equal if only the arguments of a tool call are written differently",
    options: { ...defaultOptions, evaluationUpdate: true },
    project: projectWith({
      own: { variables: { x: "1" }, appendedMessages: [toolCallMessage({ n: 1 })] },
      targetValues: [],
    }),
    tree: remoteWith({
      own: { appendedMessages: [toolCallMessage('{ "n": 1 }')] },
      targetValues: [],
    }),
  },
  {
    name: "a cascading delete of assertions counts when evaluations are matched",
    options: { ...withPrune, evaluationDeleteCascades: true },
    project: projectWith({ own: {}, targetValues: ["a"] }),
    tree: remoteWith({ own: {}, targetValues: [] }, { own: {}, targetValues: ["b", "b"] }),
  },
  {
    name: "an evaluation and its duplicate: the one with the larger id is kept if that needs fewer calls",
    options: defaultOptions,
    project: projectWith(
      { own: { variables: { x: "1" }, appendedMessages: [userMessage] }, targetValues: [] },
      { own: { appendedMessages: [userMessage] }, targetValues: [] },
    ),
    tree: remoteWith(
      { own: { appendedMessages: [userMessage] }, targetValues: [] },
      { own: { appendedMessages: [userMessage] }, targetValues: [] },
      { own: { variables: { x: "2" }, appendedMessages: [userMessage] }, targetValues: [] },
    ),
  },
  {
    name: "of three equal tools the one in use is kept",
    options: withPrune,
    project: projectWithTool(""),
    tree: equalTools(3, 1),
  },
  {
    name: "of three equal tools, two of them in use, the definition is matched with the smaller id of those two",
    options: { ...withPrune, scope: ["tool/*"] },
    project: projectWithTool(""),
    tree: equalTools(3, 0, 1),
  },
  {
    name: "a tool with a duplicate is not changed without prune",
    options: defaultOptions,
    project: projectWithTool("new"),
    tree: equalTools(2),
  },
  {
    name: "a tool whose duplicate is outside the scope is not changed, even with prune",
    options: { ...withPrune, scope: ["prompt/*"] },
    project: projectWithTool("new"),
    tree: equalTools(2),
  },
  {
    name: "a tool whose duplicate is in use is not changed, even with prune",
    options: { ...withPrune, scope: ["tool/*"] },
    project: projectWithTool("new"),
    tree: equalTools(2, 0, 1),
  },
];

const remote = {
  base: "empty",
  mutations: [],
  earlier: [],
  responseStyle: "asWritten",
  idStep: 0,
} as const;

function environmentOf(
  project: ProjectModel,
  options: Options,
  tree: RemoteTree,
): Promise<TestEnvironment> {
  return openEnvironment({ project, donor: project, history: [], remote, options, noise: 0 }, tree);
}

/** Applies a case and compares the result with the oracle. */
async function checkCase({ project, options, tree }: Case): Promise<void> {
  const environment = await environmentOf(project, options, tree);
  const before = await environment.remoteState();
  const expected = expectedResult(project, before, options, []);
  const plan = await environment.plan();
  const isRefused = plan.refusals.length > 0;
  if (!isRefused) await environment.apply(plan, 10);
  const end = {
    isRefused,
    violations: isRefused
      ? []
      : endStateViolations(expected, before, await environment.remoteState()),
    calls: environment.calls.filter(isWrite).length,
  };
  const fewest = expected.evaluationGroups.map(({ outcomes }) =>
    Math.min(...outcomes.map(({ calls }) => calls.length)),
  );
  const calls = [expected.namedCalls.length, ...fewest].reduce((sum, count) => sum + count);
  const refuses = expected.refusals.length > 0;
  expect(end).toEqual({ isRefused: refuses, violations: [], calls: refuses ? 0 : calls });
}

describe("special cases", () => {
  it.each(cases.map((given) => [given.name, given] as const))("%s", async (_name, given) => {
    await checkCase(given);
  });

  it("with prune a tool is changed and its duplicate is deleted", async () => {
    const project = projectWithTool("new");
    const environment = await environmentOf(project, withPrune, equalTools(2));
    const plan = await environment.plan();
    expect(plan.refusals.map(({ message }) => message)).toEqual([]);
    await environment.apply(plan, 10);
    expect((await environment.remoteState()).tool.map(({ body }) => body["description"])).toEqual([
      "new",
    ]);
  });

  it("with prune an assertion without an evaluation is deleted after GET of the evaluation returned 404", async () => {
    const project = { tools: [], prompts: [], layout: 0 };
    const tree = {
      tools: [],
      prompts: [],
      orphans: [exactMatch("a")],
    };
    const environment = await environmentOf(project, withPrune, tree);
    await environment.apply(await environment.plan(), 10);
    expect((await environment.remoteState()).assertion).toEqual([]);
    const writes = environment.calls.slice(4).map(({ method, status }) => `${method} ${status}`);
    expect(writes).toEqual(["GET 404", "DELETE 200"]);
  });
});
