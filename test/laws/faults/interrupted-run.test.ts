// Promise 6, named cases: what a run that was cut short leaves behind looks otherwise to the next
// one than what the run began with, and the next one must finish all the same.
import { expect, it } from "vitest";
import type { StoredResource } from "../../../src/service/stored-resource.ts";
import { folderOf } from "../../io/folder.ts";
import type { Schedule } from "./injection/faults.ts";
import { firstSeed } from "./repeated-runs.ts";
import { applied, staged } from "./scenarios/scenario.ts";
import { undergo } from "./run-with-faults.ts";

/** No call of a method comes off in this run. */
const none =
  (which: string): Schedule =>
  ({ method }) =>
    method === which ? { seen: "429 asking for 5 minutes", done: "nothing" } : undefined;

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
      assertions: seconds.map((each) => ({ type: "LATENCY", targetThreshold: each * 1000 })),
    },
  ],
});

/** The second copy of a thing, under another id. */
function copyOf(
  each: StoredResource,
  parent: StoredResource["parent"] = each.parent,
): StoredResource {
  return { ...each, ...(parent && { parent }), id: `${each.id}-twice` };
}

/** A second copy of every tool. */
function toolsTwice(resources: readonly StoredResource[]): StoredResource[] {
  return [...resources, ...resources.map((each) => copyOf(each))];
}

/** A second copy of the evaluation, which has only the assertion that the first is to lose. */
function evaluationTwice(resources: readonly StoredResource[]): StoredResource[] {
  const evaluation = resources.find(({ kind }) => kind === "evaluation")!;
  const assertion = resources.find(({ body }) => body["targetThreshold"] === 2000)!;
  const copy = copyOf(evaluation);
  return [...resources, copy, copyOf(assertion, { kind: copy.kind, id: copy.id })];
}

interface Case {
  readonly it: string;
  /** What the definitions said, and what they say. */
  readonly earlier: readonly object[];
  readonly later: readonly object[];
  /** What the service holds, from what the earlier definitions make. */
  readonly holds: (resources: readonly StoredResource[]) => readonly StoredResource[];
  readonly flags: readonly string[];
  readonly faults: Schedule;
}

const cases: readonly Case[] = [
  {
    it: "of two copies of a tool one was changed, and the other not deleted yet",
    earlier: [tool("a", "Older.")],
    later: [tool("a", "Newer."), tool("b")],
    holds: toolsTwice,
    flags: ["--prune"],
    faults: none("POST"),
  },
  {
    it: "an evaluation lost the assertion that made another one its copy",
    earlier: [prompt(1, 2)],
    later: [prompt(1), tool("b")],
    holds: evaluationTwice,
    flags: [],
    faults: none("POST"),
  },
  {
    it: "what was made makes ten, and nothing is deleted yet",
    earlier: tools("a", "b", "c", "d", "e", "f", "g", "h", "i"),
    later: tools("a", "b", "c", "d", "e", "f", "x", "y", "z"),
    holds: (resources) => resources,
    flags: ["--prune"],
    faults: none("DELETE"),
  },
];

it.each(cases.map((each) => [each.it, each] as const))(
  "%s",
  async (_what, { earlier, later, holds, flags, faults }) => {
    const folder = folderOf({ "promptctl.yaml": "{}", "prompts/a.yaml": documents(earlier) });
    const { resources } = await applied(folder.path);
    folder.write("prompts/a.yaml", documents(later));
    using trial = await staged(folder.path, { resources: holds(resources), foreign: [] }, flags);
    const fate = { seed: firstSeed, timeoutSeconds: 60, concurrency: 10 };
    const { wrong } = await undergo(trial, { ...fate, schedule: faults });
    expect(wrong).toEqual([]);
  },
);

function documents(all: readonly object[]): string {
  return all.map((each) => `${JSON.stringify(each)}\n`).join("---\n");
}
