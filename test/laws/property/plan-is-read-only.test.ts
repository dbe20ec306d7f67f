// Promise 1: plan asks for the lists it needs, each once, and writes nothing.
import { describe, expect, it } from "vitest";
import { speaks } from "./generate-project.ts";
import { inWorlds, type Recorded } from "./environment.ts";

const names = ["/sdk/v1/prompts", "/sdk/v1/tools"];
const all = ["/sdk/v1/evaluation-assertions", "/sdk/v1/evaluations", ...names];

describe("plan", () => {
  it("lists tools and prompts, the other kinds where they matter, and changes nothing", async () => {
    await inWorlds(150, async (world, { project, options }) => {
      const before = world.held();
      await world.plan();
      const matter = options.prune || project.prompts.some(speaks);
      expect(world.calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
        (matter ? all : names).map((path) => `GET ${path}`),
      );
      expect(world.calls.filter(({ status }: Recorded) => status !== 200)).toEqual([]);
      expect(world.held()).toEqual(before);
    });
  });

  it("is the same plan when it is made again", async () => {
    await inWorlds(50, async (world) => {
      expect(await world.plan()).toEqual(await world.plan());
    });
  });
});
