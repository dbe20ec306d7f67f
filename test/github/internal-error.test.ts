// A mistake of our own: the step fails with it, and the steps after it see that.
import { expect, it } from "vitest";
import { kinds } from "../../src/kinds.ts";
import type { Runner } from "../../src/github/runner.ts";
import { runAction } from "../../src/github/run.ts";

it("our own mistake is thrown, after the outputs are written", async () => {
  const written: string[] = [];
  const runner: Runner = {
    env: {
      INPUT_COMMAND: "validate",
      GITHUB_EVENT_NAME: "push",
      GITHUB_OUTPUT: "outputs",
    },
    version: "1.2.3",
    log: () => {},
    readFile: () => "{}",
    appendFile: (path, text) => void written.push(`${path}: ${text}`),
    beforeExit: () => {},
    fetch: async () => fetch,
    sleep: async () => {},
    time: () => 0,
    uniqueId: () => "end",
  };
  const wrong = new TypeError("x is not a function");
  const fails = async (): Promise<never> => {
    throw wrong;
  };
  const work = { kinds, validate: fails, plan: fails };
  await expect(runAction(runner, () => work)).rejects.toBe(wrong);
  expect(written.join("")).toMatch(
    /^outputs: [^]*exit-code<<ghadelimiter_end\n1\nghadelimiter_end\n/,
  );
});
