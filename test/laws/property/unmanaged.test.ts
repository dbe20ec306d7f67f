// Promise 4: what no file speaks of is left as it is, byte for byte, unless prune and its scope say so.
import { describe, expect, it } from "vitest";
import { type ProjectModel, speaks } from "./generate-project.ts";
import { everything, type Held, type Thing, under } from "./remote-state.ts";
import { inWorlds } from "./environment.ts";

/** Tools and prompts by names that no file defines. */
function foreign(project: ProjectModel, held: Held): readonly Thing[] {
  const tools = new Set(project.tools.map(({ value }) => value["name"]));
  const prompts = new Set<unknown>(project.prompts.map(({ name }) => name));
  return [
    ...held.tool.filter(({ body }) => !tools.has(body["name"]!)),
    ...held.prompt.filter(({ body }) => !prompts.has(body["name"])),
  ];
}

function withAllBeneath(held: Held, prompts: readonly Thing[]): readonly Thing[] {
  const evaluations = prompts.flatMap(({ id }) => under(held.evaluation, id));
  return [
    ...prompts,
    ...evaluations,
    ...evaluations.flatMap(({ id }) => under(held.assertion, id)),
  ];
}

function bytes(things: readonly Thing[]): string[] {
  return things.map((each) => each.bytes);
}

function silent(project: ProjectModel, held: Held): readonly Thing[] {
  const names = new Set<unknown>(project.prompts.filter((e) => !speaks(e)).map(({ name }) => name));
  const prompts = held.prompt.filter(({ body }) => names.has(body["name"]));
  return withAllBeneath(held, prompts).filter(({ kind }) => kind !== "prompt");
}

async function inApplied(
  prune: boolean,
  check: (before: Held, after: Held, project: ProjectModel, scope: readonly string[]) => void,
): Promise<void> {
  await inWorlds(150, async (world, { project, options }) => {
    if (options.prune !== prune) return;
    const before = world.held();
    const plan = await world.plan();
    if (plan.refusals.length === 0) await world.apply(plan, 10);
    check(before, world.held(), project, options.scope);
  });
}

describe("without prune", () => {
  it("tools and prompts that no file defines stay as they are, with all beneath", async () => {
    await inApplied(false, (before, after, project) => {
      const kept = withAllBeneath(before, foreign(project, before));
      expect(bytes(everything(after))).toEqual(expect.arrayContaining(bytes(kept)));
    });
  });

  it("assertions without an evaluation stay as they are", async () => {
    await inApplied(false, (before, after) => {
      const orphans = before.assertion.filter(
        ({ parent }) => !before.evaluation.some(({ id }) => id === parent),
      );
      expect(bytes(after.assertion)).toEqual(expect.arrayContaining(bytes(orphans)));
    });
  });
});

describe("with prune", () => {
  it("evaluations of a defined prompt about which no file says anything stay as they are", async () => {
    await inApplied(true, (before, after, project) => {
      const there = new Set(after.prompt.map(({ id }) => id));
      const kept = silent(project, before).filter(
        ({ kind, parent }) => kind !== "evaluation" || there.has(parent!),
      );
      const ids = new Set(kept.map(({ id }) => id));
      const stayed = kept.filter(({ kind, parent }) => kind === "evaluation" || ids.has(parent!));
      expect(bytes(everything(after))).toEqual(expect.arrayContaining(bytes(stayed)));
    });
  });

  it("only what is in the scope goes, and no tool that a standing prompt uses", async () => {
    await inApplied(true, (before, after, project, scope) => {
      const outside = foreign(project, before).filter(
        ({ kind, body }) =>
          !scope.some((each) =>
            each.endsWith("*")
              ? `${kind}/${String(body["name"])}`.startsWith(each.slice(0, -1))
              : `${kind}/${String(body["name"])}` === each,
          ),
      );
      const kept = withAllBeneath(before, outside);
      expect(bytes(everything(after))).toEqual(expect.arrayContaining(bytes(kept)));
      const used = kept.flatMap((each) => each.tools);
      expect(after.tool.map(({ id }) => id)).toEqual(expect.arrayContaining(used));
    });
  });
});
