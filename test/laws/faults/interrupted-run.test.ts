// Promise 6: an interrupted apply can leave a state that looks different to the next apply than the
// initial state did: other duplicates, other counts. The next apply must still reach the end state.
import { expect, it } from "vitest";
import type { StoredResource } from "../../../src/service/store/stored-resource.ts";
import { folderOf } from "../../io/folder.ts";
import type { FaultSchedule } from "./injection/faults.ts";
import { firstSeed } from "./repeated-runs.ts";
import { runWithFaults } from "./run-with-faults.ts";
import { applyWithoutFaults, createScenario, yamlDocuments } from "./scenarios/scenario.ts";

/** All requests with this method fail. */
const failAll =
  (method: string): FaultSchedule =>
  (request) =>
    request.method === method
      ? { symptom: "429 with Retry-After 5 min", processing: "never" }
      : undefined;

const tool = (name: string, description = "Does it."): object => ({
  kind: "tool",
  name,
  description,
  parameters: {},
});

const tools = (...names: readonly string[]): object[] => names.map((name) => tool(name));

const prompt = (...seconds: readonly number[]): object => ({
  kind: "prompt",
  name: "P",
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [],
  evaluations: [
    {
      name: "e",
      assertions: seconds.map((limit) => ({ type: "LATENCY", targetThreshold: limit * 1000 })),
    },
  ],
});

/** A duplicate of a resource under another id. */
function duplicateOf(
  resource: StoredResource,
  parent: StoredResource["parent"] = resource.parent,
): StoredResource {
  return { ...resource, ...(parent && { parent }), id: `${resource.id}-duplicate` };
}

function duplicateTools(resources: readonly StoredResource[]): StoredResource[] {
  return [...resources, ...resources.map((resource) => duplicateOf(resource))];
}

/** Adds a duplicate of the evaluation with only the assertion that apply deletes from the first. */
function duplicateEvaluation(resources: readonly StoredResource[]): StoredResource[] {
  const evaluation = resources.find(({ kind }) => kind === "evaluation")!;
  const assertion = resources.find(({ body }) => body["targetThreshold"] === 2000)!;
  const copy = duplicateOf(evaluation);
  return [...resources, copy, duplicateOf(assertion, { kind: copy.kind, id: copy.id })];
}

interface Case {
  readonly name: string;
  /** The definitions from which the initial state is created. */
  readonly earlier: readonly object[];
  /** The definitions that are applied. */
  readonly later: readonly object[];
  /** Changes the initial state. */
  readonly initialState: (resources: readonly StoredResource[]) => readonly StoredResource[];
  readonly flags: readonly string[];
  readonly schedule: FaultSchedule;
}

const cases: readonly Case[] = [
  {
    name: "a tool is updated and its duplicate is not deleted yet",
    earlier: [tool("a", "Older.")],
    later: [tool("a", "Newer."), tool("b")],
    initialState: duplicateTools,
    flags: ["--prune"],
    schedule: failAll("POST"),
  },
  {
    name: "an evaluation lost the assertion because of which another one was its duplicate",
    earlier: [prompt(1, 2)],
    later: [prompt(1), tool("b")],
    initialState: duplicateEvaluation,
    flags: [],
    schedule: failAll("POST"),
  },
  {
    name: "the new tools are created, so there are ten or more, and the old ones are not deleted yet",
    earlier: tools("a", "b", "c", "d", "e", "f", "g", "h", "i"),
    later: tools("a", "b", "c", "d", "e", "f", "x", "y", "z"),
    initialState: (resources) => resources,
    flags: ["--prune"],
    schedule: failAll("DELETE"),
  },
];

it.each(cases.map((given) => [given.name, given] as const))(
  "%s",
  async (_name, { earlier, later, initialState, flags, schedule }) => {
    const folder = folderOf({
      "promptctl.yaml": JSON.stringify({ scope: ["*", "tool/g", "tool/h", "tool/i"] }), // no history
      "prompts/a.yaml": yamlDocuments(earlier),
    });
    const { resources } = await applyWithoutFaults(folder.path);
    folder.write("prompts/a.yaml", yamlDocuments(later));
    const state = { resources: initialState(resources), unmanaged: [] };
    using scenario = await createScenario(folder.path, state, flags);
    const options = { seed: firstSeed, timeoutSeconds: 60, concurrency: 10 };
    const { violations } = await runWithFaults(scenario, { ...options, schedule });
    expect(violations).toEqual([]);
  },
);
