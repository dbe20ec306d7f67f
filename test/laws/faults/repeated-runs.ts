// How many runs are made and from which seed, and how a failure is told so that it can be repeated.
// PROMPTCTL_FAULT_RUNS: how many times the short form; 0 is one run a test · PROMPTCTL_FAULT_SEED ·
// PROMPTCTL_FAULT_REQUEST: only this request of a run · PROMPTCTL_FAULT_TALLY: a file to count in.
import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { expect } from "vitest";
import { nameOf } from "./injection/faults.ts";
import type { Sent } from "./injection/faulty-fetch.ts";
import type { Lived } from "./run-with-faults.ts";

const { env } = process;
/** How many times the short form. */
const times = Number(env["PROMPTCTL_FAULT_RUNS"] ?? 1);
/** The first seed. */
export const firstSeed: number = Number(env["PROMPTCTL_FAULT_SEED"] ?? 20_261_121);
const request = env["PROMPTCTL_FAULT_REQUEST"];

/** How long a test may take, given how long its short form does at most. */
export function patience(shortMs: number): number {
  return shortMs * Math.max(1, times);
}

/** As many seeds, one after another. */
export function seeds(short: number): number[] {
  const count = Math.max(1, Math.round(short * times));
  return Array.from({ length: count }, (_none, index) => firstSeed + index);
}

/**
 * The requests of a run that faults are tried on, from 1: every one in the long form, else one in
 * `step` with a beginning of its own for each `offset`.
 */
export function requests(count: number, step: number, offset: number): number[] {
  if (request !== undefined) return [Number(request)];
  const every = Math.max(1, Math.floor(step / times));
  const all = Array.from({ length: count }, (_none, index) => index + 1);
  const some = all.filter((number) => (number + offset) % every === 0);
  return times === 0 ? some.slice(0, 1) : some;
}

/** So many failures of one test are shown. */
const shown = 3;

/** Makes runs one after another, counts them, and shows the first failures with how to repeat each. */
export async function inRuns<Run>(
  runs: readonly Run[],
  make: (run: Run) => Promise<Lived | undefined>,
  repeat: (run: Run) => string,
): Promise<void> {
  const failures: string[] = [];
  let made = 0;
  for (const each of runs) {
    const lived = await make(each);
    if (!lived) continue;
    made++;
    if (lived.wrong.length > 0) failures.push(failureText(lived, repeat(each)));
  }
  count(made);
  const all = failures.slice(0, shown).join("\n\n");
  expect(all, `${failures.length} of ${made} runs under faults went wrong`).toBe("");
}

/** Notes that so many runs were made. */
export function count(made: number): void {
  const file = env["PROMPTCTL_FAULT_TALLY"];
  if (file !== undefined) appendFileSync(file, `${made}\n`);
}

/** The command that repeats a run of a test file; `test`: the name of the test, where that matters. */
export function command(
  file: string,
  given: { seed: number; request?: number; test?: string },
): string {
  const { seed, request, test } = given;
  return [
    `PROMPTCTL_FAULT_SEED=${seed}`,
    request === undefined ? "PROMPTCTL_FAULT_RUNS=0" : `PROMPTCTL_FAULT_REQUEST=${request}`,
    `npx vitest run test/laws/faults/${basename(file)}`,
    ...(test === undefined ? [] : [`-t ${JSON.stringify(test)}`]),
  ].join(" ");
}

function failureText({ wrong, sent }: Lived, repeat: string): string {
  return [
    `Repeat it: ${repeat}`,
    "Faults:",
    ...sent.flatMap(faultLine),
    "Wrong:",
    ...wrong.map((each) => `  ${each}`),
  ].join("\n");
}

function faultLine({ number, method, path, fault }: Sent): string[] {
  return fault ? [`  ${number} ${method} ${path}: ${nameOf(fault)}`] : [];
}
