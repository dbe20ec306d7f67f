// Promise 6: no duplicates, nothing lost. Runs with many random faults, also on retries and on the lists
// that look for lost creates, and several such runs one after another.
import { afterAll, beforeAll, describe, it } from "vitest";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import { randomFaults } from "./injection/faults.ts";
import { checkRuns, repeatCommand, scaledTimeout, seeds } from "./repeated-runs.ts";
import { type FaultRunResult, runWithFaults } from "./run-with-faults.ts";
import { generatedScenario } from "./scenarios/generated.ts";
import type { FaultScenario } from "./scenarios/scenario.ts";
import { supportDeskOnOlderState } from "./scenarios/support-desk.ts";

/** A run in which the faults, the limits, the extensions and the order of requests depend on the seed. */
function runWithSeed(
  scenario: FaultScenario,
  seed: number,
  saved = false,
): Promise<FaultRunResult> {
  const randomInt = seededRandom(seed);
  const schedule = randomFaults([2, 3, 4, 8, 16][randomInt(5)]!, randomInt);
  const timeoutSeconds = [1, 10, 60][randomInt(3)]!;
  const concurrency = [1, 2, 10][randomInt(3)]!;
  const rounds = 1 + randomInt(3);
  const limits = { timeoutSeconds, concurrency, rounds };
  const extensions = seed % 2 === 0;
  return runWithFaults(scenario, { seed, schedule, ...limits, saved, extensions });
}

describe("runs with random faults", () => {
  it.each([
    ["apply generated projects to generated remote states", false, 45],
    ["apply saved plans of generated projects", true, 15],
  ])(
    "%s",
    async (test, saved, short) => {
      await checkRuns(
        seeds(short),
        async (seed) => {
          using scenario = await generatedScenario(seed);
          return scenario && (await runWithSeed(scenario, seed, saved));
        },
        (seed) => repeatCommand(import.meta.filename, { seed, test }),
      );
    },
    scaledTimeout(240_000),
  );

  describe("with the support desk", () => {
    let scenario: FaultScenario;
    beforeAll(async () => (scenario = await supportDeskOnOlderState(["--prune"])));
    afterAll(() => scenario[Symbol.dispose]());

    it(
      "apply --prune to an older state",
      async () => {
        await checkRuns(
          seeds(5),
          (seed) => runWithSeed(scenario, seed),
          (seed) => repeatCommand(import.meta.filename, { seed, test: "older" }),
        );
      },
      scaledTimeout(240_000),
    );
  });
});
