// Each fault on each request of a run: the same tests for every project and state they are made on.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fault, faults, isUnknown, nameOf, only } from "./injection/faults.ts";
import { command, firstSeed, inRuns, patience, requests } from "./repeated-runs.ts";
import type { Staged } from "./scenarios/scenario.ts";
import { type Lived, undergo } from "./run-with-faults.ts";

/** One fault is made good in the same run, but where nothing more may be done: then it is told. */
function codeMistakes({ code, sent }: Lived, fault: Fault): string[] {
  const method = sent.find((each) => each.fault)?.method;
  const isLost = method === "POST" && isUnknown(fault) && fault.done === "nothing";
  const wanted = isLost || fault.seen === "429 asking for 5 minutes" ? 1 : 0;
  return code === wanted ? [] : [`the run under faults ended with ${code}, not with ${wanted}`];
}

/**
 * Describes the runs; `file` is the test file, for the command that repeats a failure. In the short
 * form a request meets only so many of the faults: `share` of 1 is one.
 */
export function singleFaults(
  file: string,
  what: string,
  open: () => Promise<Staged>,
  share: number,
): void {
  const title = `${what}, one request of which meets`;
  describe(title, () => {
    let trial: Staged;
    let count: number;
    const fate = { seed: firstSeed, timeoutSeconds: 60, concurrency: 10 };
    beforeAll(async () => {
      trial = await open();
      const { wrong, sent } = await undergo(trial, { ...fate, schedule: () => undefined });
      expect(wrong).toEqual([]);
      count = sent.length;
    }, 60_000);
    afterAll(() => trial[Symbol.dispose]());

    it.each(faults.map((fault, index) => [nameOf(fault), fault, index] as const))(
      "%s",
      async (name, fault, index) => {
        await inRuns(
          requests(count, faults.length / share, index),
          async (request) => {
            const lived = await undergo(trial, { ...fate, schedule: only(fault, request) });
            return { ...lived, wrong: [...lived.wrong, ...codeMistakes(lived, fault)] };
          },
          (request) => command(file, { seed: firstSeed, request, test: `${title} ${name}` }),
        );
      },
      patience(30_000),
    );
  });
}
