// The tests with one fault per run, for any scenario: each fault on each request of an apply.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Fault,
  faultAt,
  faultName,
  faults,
  isAmbiguous,
  noFaults,
} from "./injection/faults.ts";
import {
  checkRuns,
  firstSeed,
  repeatCommand,
  requestNumbers,
  scaledTimeout,
} from "./repeated-runs.ts";
import { type FaultRunResult, runWithFaults } from "./run-with-faults.ts";
import type { FaultScenario } from "./scenarios/scenario.ts";

/**
 * The tool recovers from one fault in the same run and ends with 0. It ends with 1 after a create
 * whose result stays unknown, which needs a service without extensions, and after a Retry-After longer than it waits. The lists after the creates
 * can only warn.
 */
function exitCodeViolations(
  { code, requests }: FaultRunResult,
  fault: Fault,
  extensions: boolean,
): string[] {
  const index = requests.findIndex((request) => request.fault);
  const method = requests[index]?.method;
  const isLostCreate =
    method === "POST" && isAmbiguous(fault) && fault.processing === "never" && !extensions;
  const isTooLong = fault.symptom === "429 with Retry-After 5 min";
  const isLastList =
    method === "GET" && requests.slice(0, index).some((earlier) => earlier.method === "POST");
  const expected = isLostCreate || (isTooLong && !isLastList) ? 1 : 0;
  return code === expected ? [] : [`the run under faults ended with ${code}, expected ${expected}`];
}

/**
 * Declares the tests of a scenario. `file` is the test file, for the command that repeats a failure.
 * `share`: on how many requests each fault is tested with a factor of 1, where 1 means that on
 * average each request meets one of the faults.
 */
export function describeSingleFaults(
  file: string,
  name: string,
  openScenario: () => Promise<FaultScenario>,
  share: number,
  { extensions = false } = {},
): void {
  const title = `${name}, with one fault:`;
  describe(title, () => {
    let scenario: FaultScenario;
    let requestCount: number;
    const options = { seed: firstSeed, timeoutSeconds: 60, concurrency: 10, extensions };
    beforeAll(async () => {
      scenario = await openScenario();
      const { violations, requests } = await runWithFaults(scenario, {
        ...options,
        schedule: noFaults,
      });
      expect(violations).toEqual([]);
      requestCount = requests.length;
    }, 60_000);
    afterAll(() => scenario[Symbol.dispose]());

    it.each(faults.map((fault, index) => [faultName(fault), fault, index] as const))(
      "%s",
      async (testName, fault, index) => {
        await checkRuns(
          requestNumbers(requestCount, faults.length / share, index),
          async (request) => {
            const schedule = faultAt(fault, request);
            const result = await runWithFaults(scenario, { ...options, schedule });
            const violations = [
              ...result.violations,
              ...exitCodeViolations(result, fault, extensions),
            ];
            return { ...result, violations };
          },
          (request) =>
            repeatCommand(file, { seed: firstSeed, request, test: `${title} ${testName}` }),
        );
      },
      scaledTimeout(30_000),
    );
  });
}
