// Runs apply under faults in this process, then apply and plan without faults, and checks them all with
// the rules of oracle/ and the end state of the scenario.
import { runProgram } from "../../../src/cli/program.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { fakeHost, serviceEnv, serviceUrl } from "../../cli/fake-host.ts";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import { withoutExtensions } from "../../fixtures/plain-service.ts";
import { readRemoteState, type RemoteState } from "../property/remote-state.ts";
import type { CommandResult } from "./injection/built-program.ts";
import { createFakeClock, type FakeClock } from "./injection/fake-clock.ts";
import { type FaultSchedule, noFaults } from "./injection/faults.ts";
import { createFaultyFetch, type RecordedRequest } from "./injection/faulty-fetch.ts";
import { countViolations } from "./oracle/resource-counts.ts";
import { createRequestChecker, exitViolations, rerunViolations } from "./oracle/run-rules.ts";
import { deleteLocalFiles, type FaultScenario } from "./scenarios/scenario.ts";

/** Wraps the fetch of the tool. Tests use it to simulate a mistake of the tool. */
export type FetchWrapper = (fetch: Fetch) => Fetch;

/** The settings of one run under faults. */
export interface FaultRunOptions {
  readonly schedule: FaultSchedule;
  readonly seed: number;
  /** The value of --timeout. */
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  /** How many applies under faults follow each other. Default: 1. */
  readonly rounds?: number;
  /** True to apply a saved plan. */
  readonly saved?: boolean;
  /** True for a service that honours Idempotency-Key and If-Match. */
  readonly extensions?: boolean;
}

export interface FaultRunResult {
  /** How the last apply under faults ended. */
  readonly code: CommandResult["code"];
  /** The violations of the runs under faults and of those after them. */
  readonly violations: readonly string[];
  /** The requests of the runs under faults. */
  readonly requests: readonly RecordedRequest[];
}

const unwrapped: FetchWrapper = (fetch) => fetch;

/** Applies under faults, then applies without faults, then plans: that plan must be empty. */
export async function runWithFaults(
  scenario: FaultScenario,
  options: FaultRunOptions,
  wrapFetch: FetchWrapper = unwrapped,
): Promise<FaultRunResult> {
  using clock = createFakeClock();
  deleteLocalFiles(scenario.folder);
  const { extensions = false } = options;
  const { store, handler: service } = await scenario.startService();
  const handler = extensions ? service : withoutExtensions(service, ["model-options"]);
  const randomInt = seededRandom(options.seed);
  const run = programRunner(scenario, clock, { random: () => randomInt(1000) / 1000 });
  const runCommand = async (
    argv: readonly string[],
    schedule: FaultSchedule = noFaults,
    wrap: FetchWrapper = unwrapped,
  ): Promise<CommandRun> => {
    const { onRequest, violations } = createRequestChecker(scenario, store, { extensions });
    const maxDelayMs = Math.min(options.timeoutSeconds, 60) * 1000;
    const deferProcessing = (process: () => Promise<unknown>): void =>
      clock.setTimer((maxDelayMs * (1 + randomInt(98))) / 100, process);
    const faultyFetchOptions = { handler, schedule, clock, randomInt, deferProcessing, onRequest };
    const { fetch, requests } = createFaultyFetch(faultyFetchOptions);
    const result = await run(argv, wrap(fetch));
    await clock.idle();
    return { result, requests, violations, state: await readRemoteState(store) };
  };
  try {
    const before = await readRemoteState(store);
    const apply = options.saved
      ? ["apply", "saved.json"]
      : commandLine(scenario, "apply", "--auto-approve");
    if (options.saved) await runCommand(commandLine(scenario, "plan", "--out", "saved.json"));
    const { timeoutSeconds, concurrency, rounds = 1 } = options;
    const limits = ["--timeout", `${timeoutSeconds}s`, "--concurrency", `${concurrency}`];
    const faultyRuns: CommandRun[] = [];
    while (faultyRuns.length < rounds)
      faultyRuns.push(await runCommand([...apply, ...limits], options.schedule, wrapFetch));
    const nextApply = await runCommand(apply);
    const plan = await runCommand(commandLine(scenario, "plan", "--detailed-exitcode"));
    const violations = [
      ...faultyRuns.flatMap((faulty) => [
        ...exitViolations(faulty.result),
        ...faulty.violations,
        ...countViolations({ before, afterFaults: faulty.state, end: nextApply.state }),
      ]),
      ...nextApply.violations.map((violation) => `in the next apply, ${violation}`),
      ...rerunViolations({
        faulty: faultyRuns.at(-1)!.result,
        nextApply: nextApply.result,
        nextApplyWrites: nextApply.requests.filter(({ method }) => method !== "GET").length,
        plan: plan.result,
      }),
      ...scenario.endStateViolations(before, nextApply.state),
    ];
    const requests = faultyRuns.flatMap((faulty) => faulty.requests);
    return { code: faultyRuns.at(-1)!.result.code, violations, requests };
  } finally {
    await store.close();
  }
}

/** One command: its result, its requests, and the state of the service after it. */
interface CommandRun {
  readonly result: CommandResult;
  readonly requests: readonly RecordedRequest[];
  readonly violations: readonly string[];
  readonly state: RemoteState;
}

/** The command line of apply or plan for the project of a scenario. */
export function commandLine(
  { flags }: Pick<FaultScenario, "flags">,
  command: "apply" | "plan",
  ...more: readonly string[]
): string[] {
  return [command, ".", ...flags, ...more];
}

/** Runs the program in this process. All its waiting uses the fake clock. */
export function programRunner(
  { folder }: Pick<FaultScenario, "folder">,
  { now, sleep }: FakeClock,
  { random = () => 0, baseUrl = serviceUrl }: { random?: () => number; baseUrl?: string } = {},
): (argv: readonly string[], fetch: Fetch) => Promise<CommandResult> {
  return async (argv, fetch) => {
    const env = { ...serviceEnv, PROMPTCTL_BASE_URL: baseUrl };
    const { host, seen } = fakeHost(argv, { cwd: folder, env, fetch });
    const code = await Promise.race([
      runProgram({ ...host, now, sleep, random }).catch(crashText),
      hangDetector(),
    ]);
    return { code, out: seen.out, err: seen.err };
  };
}

function crashText(error: unknown): string {
  return `a crash: ${error instanceof Error ? error.stack : String(error)}`;
}

/** Resolves after 20 seconds of real time. No run takes so long, because the clock is fake. */
function hangDetector(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, 20_000, "a hang: it was still running after 20 seconds").unref();
  });
}
