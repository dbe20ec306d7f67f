// Promise 6: many faults in one run, retries and lists that look for lost creates included, and
// several such runs one after another.
import { afterAll, beforeAll, describe, it } from "vitest";
import { diceFrom } from "../property/generate-text.ts";
import { deskOntoOlder } from "./scenarios/support-desk.ts";
import { oneIn } from "./injection/faults.ts";
import { command, inRuns, patience, seeds } from "./repeated-runs.ts";
import type { Staged } from "./scenarios/scenario.ts";
import { type Lived, type Trial, undergo } from "./run-with-faults.ts";
import { generated } from "./scenarios/generated.ts";

/** A run whose faults, limits and turns all come from one seed. */
function underSeed(trial: Trial, seed: number, saved = false): Promise<Lived> {
  const dice = diceFrom(seed);
  const schedule = oneIn([2, 3, 4, 8, 16][dice(5)]!, dice);
  const timeoutSeconds = [1, 10, 60][dice(3)]!;
  const concurrency = [1, 2, 10][dice(3)]!;
  const rounds = 1 + dice(3);
  return undergo(trial, { seed, schedule, timeoutSeconds, concurrency, rounds, saved });
}

describe("runs with many faults", () => {
  it.each([
    ["over generated projects and what services hold of them", false, 45],
    ["over saved plans of such", true, 15],
  ])(
    "%s",
    async (test, saved, short) => {
      await inRuns(
        seeds(short),
        async (seed) => {
          using trial = await generated(seed);
          return trial && (await underSeed(trial, seed, saved));
        },
        (seed) => command(import.meta.filename, { seed, test }),
      );
    },
    patience(60_000),
  );

  describe("over the support desk", () => {
    let desk: Staged;
    beforeAll(async () => (desk = await deskOntoOlder(["--prune"])));
    afterAll(() => desk[Symbol.dispose]());

    it(
      "onto an older one, with --prune",
      async () => {
        await inRuns(
          seeds(5),
          (seed) => underSeed(desk, seed),
          (seed) => command(import.meta.filename, { seed, test: "older" }),
        );
      },
      patience(60_000),
    );
  });
});
