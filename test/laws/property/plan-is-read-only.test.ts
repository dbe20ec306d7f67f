// Promise 1: plan writes nothing. It reads only the lists that it needs, each once.
import { describe, expect, it } from "vitest";
import { definesEvaluations } from "./generate-project.ts";
import { checkCases, type RecordedCall } from "./environment.ts";

const namedLists = ["/sdk/v1/prompts", "/sdk/v1/tools"];
const allLists = ["/sdk/v1/evaluation-assertions", "/sdk/v1/evaluations", ...namedLists];

describe("plan", () => {
  it("lists tools and prompts, the other kinds only if they are needed, and changes nothing", async () => {
    await checkCases(150, async (environment, { project, options }) => {
      const before = await environment.remoteState();
      await environment.plan();
      const needsAll = options.prune || project.prompts.some(definesEvaluations);
      expect(environment.calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
        (needsAll ? allLists : namedLists).map((path) => `GET ${path}`),
      );
      expect(environment.calls.filter(({ status }: RecordedCall) => status !== 200)).toEqual([]);
      expect(await environment.remoteState()).toEqual(before);
    });
  });

  it("returns the same plan a second time", async () => {
    await checkCases(50, async (environment) => {
      expect(await environment.plan()).toEqual(await environment.plan());
    });
  });
});
