// Promise 1: plan writes nothing. It reads only the lists that it needs, and the versions of what changes,
// each once.
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
      const calls = environment.calls.map(({ method, path }) => `${method} ${path}`).sort();
      const versions = calls.filter((call) => /^GET .*\/versions$/.test(call)); // of what changes
      expect(calls.filter((call) => !versions.includes(call))).toEqual(
        (needsAll ? allLists : namedLists).map((path) => `GET ${path}`),
      );
      expect(new Set(versions).size).toBe(versions.length);
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
