// Promise 4: nothing unmanaged is touched. Resources without a definition stay byte for byte as they are,
// except those in the scope with prune.
import { describe, expect, it } from "vitest";
import { type ProjectModel, definesEvaluations } from "./generate-project.ts";
import {
  allResources,
  type RemoteState,
  type RemoteResource,
  withChildren,
} from "./remote-state.ts";
import { checkCases } from "./environment.ts";

/** Tools and prompts without a definition. */
function unmanagedNamed(project: ProjectModel, state: RemoteState): readonly RemoteResource[] {
  const tools = new Set(project.tools.map(({ value }) => value["name"]));
  const prompts = new Set<unknown>(project.prompts.map(({ name }) => name));
  return [
    ...state.tool.filter(({ body }) => !tools.has(body["name"]!)),
    ...state.prompt.filter(({ body }) => !prompts.has(body["name"])),
  ];
}

function bytes(resources: readonly RemoteResource[]): string[] {
  return resources.map((resource) => resource.bytes);
}

/** Evaluations and assertions of defined prompts for which the project defines no evaluations. */
function unmanagedEvaluations(
  project: ProjectModel,
  state: RemoteState,
): readonly RemoteResource[] {
  const names = new Set<unknown>(
    project.prompts.filter((e) => !definesEvaluations(e)).map(({ name }) => name),
  );
  const prompts = state.prompt.filter(({ body }) => names.has(body["name"]));
  return withChildren(state, prompts).filter(({ kind }) => kind !== "prompt");
}

/** Applies the cases with this value of prune and checks the state before and after. */
async function checkApplied(
  prune: boolean,
  check: (
    before: RemoteState,
    after: RemoteState,
    project: ProjectModel,
    scope: readonly string[],
  ) => void,
): Promise<void> {
  await checkCases(150, async (environment, { project, options }) => {
    if (options.prune !== prune) return;
    const before = await environment.remoteState();
    const plan = await environment.plan();
    if (plan.refusals.length === 0) await environment.apply(plan, 10);
    check(before, await environment.remoteState(), project, options.scope);
  });
}

describe("without prune", () => {
  it("tools and prompts without a definition stay unchanged, with their children", async () => {
    await checkApplied(false, (before, after, project) => {
      const unmanaged = withChildren(before, unmanagedNamed(project, before));
      expect(bytes(allResources(after))).toEqual(expect.arrayContaining(bytes(unmanaged)));
    });
  });

  it("assertions without an evaluation stay unchanged", async () => {
    await checkApplied(false, (before, after) => {
      const orphans = before.assertion.filter(
        ({ parent }) => !before.evaluation.some(({ id }) => id === parent),
      );
      expect(bytes(after.assertion)).toEqual(expect.arrayContaining(bytes(orphans)));
    });
  });
});

describe("with prune", () => {
  it("evaluations of a defined prompt without definitions of evaluations stay unchanged", async () => {
    await checkApplied(true, (before, after, project) => {
      const promptIds = new Set(after.prompt.map(({ id }) => id));
      const unmanaged = unmanagedEvaluations(project, before).filter(
        ({ kind, parent }) => kind !== "evaluation" || promptIds.has(parent!),
      );
      const ids = new Set(unmanaged.map(({ id }) => id));
      const remaining = unmanaged.filter(
        ({ kind, parent }) => kind === "evaluation" || ids.has(parent!),
      );
      expect(bytes(allResources(after))).toEqual(expect.arrayContaining(bytes(remaining)));
    });
  });

  it("only resources in the scope are deleted, and no tool that a remaining prompt uses", async () => {
    await checkApplied(true, (before, after, project, scope) => {
      const outside = unmanagedNamed(project, before).filter(
        ({ kind, body }) =>
          !scope.some((pattern) =>
            pattern.endsWith("*")
              ? `${kind}/${String(body["name"])}`.startsWith(pattern.slice(0, -1))
              : `${kind}/${String(body["name"])}` === pattern,
          ),
      );
      const unmanaged = withChildren(before, outside);
      expect(bytes(allResources(after))).toEqual(expect.arrayContaining(bytes(unmanaged)));
      const used = unmanaged.flatMap((each) => each.tools);
      expect(after.tool.map(({ id }) => id)).toEqual(expect.arrayContaining(used));
    });
  });
});
