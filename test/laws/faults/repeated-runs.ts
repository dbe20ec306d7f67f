// How many runs the fault tests make and from which seed, and failure messages with the command that
// repeats a run. Environment variables:
// PROMPTCTL_FAULT_RUNS: factor for the number of runs (0.25; each night 1); 0 is one run per test.
// PROMPTCTL_FAULT_SEED: the first seed.
// PROMPTCTL_FAULT_REQUEST: tests faults only on the request with this number.
// PROMPTCTL_FAULT_TALLY: a file to which the numbers of runs are appended.
import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { expect } from "vitest";
import { faultName } from "./injection/faults.ts";
import type { RecordedRequest } from "./injection/faulty-fetch.ts";
import type { FaultRunResult } from "./run-with-faults.ts";

const { env } = process;
const runFactor = Number(env["PROMPTCTL_FAULT_RUNS"] ?? 1);
/** The first seed. */
export const firstSeed: number = Number(env["PROMPTCTL_FAULT_SEED"] ?? 20_261_121);
const onlyRequest = env["PROMPTCTL_FAULT_REQUEST"];

/** The time-out of a test in milliseconds. `shortMs`: its time-out with a factor of 1. */
export function scaledTimeout(shortMs: number): number {
  return shortMs * Math.max(1, runFactor);
}

/** Of runs that are one for each request: the distance between the requests that are tested. */
export const requestStep: number = Math.max(1, Math.round(1 / runFactor));

/** Consecutive seeds. `short`: how many with a factor of 1. */
export function seeds(short: number): number[] {
  const count = Math.max(1, Math.round(short * runFactor));
  return Array.from({ length: count }, (_none, index) => firstSeed + index);
}

/**
 * The numbers of the requests on which faults are tested, of `count` requests of a run: with a factor
 * of 1 one in `step`, starting at another request for each `offset`; with a large factor all. At least one.
 */
export function requestNumbers(count: number, step: number, offset: number): number[] {
  if (onlyRequest !== undefined) return [Number(onlyRequest)];
  if (runFactor === 0) return [1 + (offset % count)];
  const scaledStep = Math.min(count, Math.max(1, Math.floor(step / runFactor)));
  const all = Array.from({ length: count }, (_none, index) => index + 1);
  return all.filter((number) => (number + offset) % scaledStep === 0);
}

/** How many failures of one test are shown. */
const shownFailures = 3;

/**
 * Makes one run for each input, one after another. Fails with the first violations and the commands
 * that repeat those runs. Inputs for which `run` returns undefined are not counted.
 */
export async function checkRuns<Input>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<FaultRunResult | undefined>,
  repeatCommandOf: (input: Input) => string,
): Promise<void> {
  const failures: string[] = [];
  let runCount = 0;
  for (const input of inputs) {
    const result = await run(input);
    if (!result) continue;
    runCount++;
    if (result.violations.length > 0) failures.push(failureText(result, repeatCommandOf(input)));
  }
  tallyRuns(runCount);
  const text = failures.slice(0, shownFailures).join("\n\n");
  expect(text, `${failures.length} of ${runCount} runs under faults failed`).toBe("");
}

/** Appends the number of runs to the tally file that long.mjs reads. */
export function tallyRuns(count: number): void {
  const file = env["PROMPTCTL_FAULT_TALLY"];
  if (file !== undefined) appendFileSync(file, `${count}\n`);
}

/** The command that repeats a run of a test file, or of one test in it. */
export function repeatCommand(
  file: string,
  { seed, request, test }: { seed: number; request?: number; test?: string },
): string {
  return [
    `PROMPTCTL_FAULT_SEED=${seed}`,
    request === undefined ? "PROMPTCTL_FAULT_RUNS=0" : `PROMPTCTL_FAULT_REQUEST=${request}`,
    `npx vitest run test/laws/faults/${basename(file)}`,
    ...(test === undefined ? [] : [`-t ${JSON.stringify(test)}`]),
  ].join(" ");
}

function failureText({ violations, requests }: FaultRunResult, command: string): string {
  return [
    `Repeat with: ${command}`,
    "Faults:",
    ...requests.flatMap(faultLine),
    "Violations:",
    ...violations.map((violation) => `  ${violation}`),
  ].join("\n");
}

function faultLine({ number, method, path, fault }: RecordedRequest): string[] {
  return fault ? [`  ${number} ${method} ${path}: ${faultName(fault)}`] : [];
}
