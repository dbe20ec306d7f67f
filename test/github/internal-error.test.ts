// An internal error fails the step, and later steps see the exit code.
import { expect, it } from "vitest";
import { parseInputs } from "../../src/cli/action/action-inputs.ts";
import { kinds } from "../../src/kinds.ts";
import type { ActionRunner } from "../../src/github/api/runner.ts";
import { runAction } from "../../src/github/run.ts";

it("an internal error is thrown after the outputs are written", async () => {
  const written: string[] = [];
  const runner: ActionRunner = {
    env: {
      INPUT_COMMAND: "validate",
      GITHUB_EVENT_NAME: "push",
      GITHUB_OUTPUT: "outputs",
    },
    version: "1.2.3",
    log: () => {},
    readJson: () => ({}),
    appendFile: (path, text) => void written.push(`${path}: ${text}`),
    beforeExit: () => {},
    fetch: async () => fetch,
    sleep: async () => {},
    time: () => 0,
    uniqueId: () => "end",
  };
  const error = new TypeError("x is not a function");
  const fails = async (): Promise<never> => {
    throw error;
  };
  const { inputs } = parseInputs(runner.env);
  const clone = { head: fails, isInHead: fails, hasHead: fails, newerCommit: fails };
  const commands = { kinds, clone, validate: fails, plan: fails, test: fails, driftBranch: fails };
  await expect(runAction(runner, () => ({ inputs, commands }))).rejects.toBe(error);
  expect(written.join("")).toMatch(
    /^outputs: [^]*has-changes<<ghadelimiter_end\n\nghadelimiter_end\n/,
  );
});
