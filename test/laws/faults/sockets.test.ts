// Compares the faults of faulty-fetch.ts with real connections: with each of them the built program, which
// talks to a proxy, must make the same retries as the program in this process. Connections that are
// refused are tested with the built program alone.
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../fixtures/seeded-random.ts";
import { readRemoteState } from "../property/remote-state.ts";
import { type CommandResult, startProgram } from "./injection/built-program.ts";
import { createFakeClock } from "./injection/fake-clock.ts";
import { faultResponse, partialBody } from "./injection/fault-response.ts";
import type { Fault, FaultSchedule } from "./injection/faults.ts";
import { createFaultyFetch } from "./injection/faulty-fetch.ts";
import { type ProxyReply, type ProxyRequest, startFaultyProxy } from "./injection/faulty-proxy.ts";
import { contentLines } from "./oracle/content-lines.ts";
import { tallyRuns } from "./repeated-runs.ts";
import { programRunner } from "./run-with-faults.ts";
import {
  createPerFault,
  deletePerFault,
  eventsPerFault,
  faultPerResource,
  faultsOnLists,
  listSymptoms,
  reportedRetries,
  updatePerFault,
} from "./scenarios/every-fault-once.ts";
import type { FaultScenario, RunningService } from "./scenarios/scenario.ts";
import { shop } from "./scenarios/shop.ts";

/** What the program reports if a connection is refused. */
const refusedMessage = "connection refused";

const timeout = ["--timeout", "2s"];

/** The reply of the proxy for a fault. `defer` takes processing after the tool's time-out. */
async function faultyReply(
  fault: Fault,
  { forward, closed }: ProxyRequest,
  defer: (work: Promise<unknown>) => void,
): Promise<ProxyReply> {
  const own = fault.processing === "immediately" ? await forward() : undefined;
  if (fault.processing === "late") defer(closed.then(() => setTimeout(300)).then(forward));
  switch (fault.symptom) {
    case "connection closed":
      return "close";
    case "no response in time":
      return "no response";
    case "response cut off":
      return { partialBody: await partialBody(own, seededRandom(1)) };
    default:
      return faultResponse(fault, own, seededRandom(1));
  }
}

/** How a command ended and what the service contains then. */
interface RunOutcome {
  readonly result: CommandResult;
  readonly contents: readonly string[];
}

/** Runs a command as a process of its own, through the proxy. */
async function runBuiltProgram(
  scenario: FaultScenario,
  argv: readonly string[],
  schedule: FaultSchedule,
): Promise<RunOutcome> {
  const { store, handler } = await scenario.startService();
  const deferred: Promise<unknown>[] = [];
  await using proxy = await startFaultyProxy(handler, async (request) => {
    const fault = schedule(request);
    return fault ? faultyReply(fault, request, (work) => deferred.push(work)) : request.forward();
  });
  const [command, ...flags] = argv;
  const target = [scenario.folder, "--base-url", proxy.url];
  const fullArgv = [command!, ...target, ...scenario.flags, ...flags];
  const result = await startProgram(fullArgv, { PROMPTCTL_API_KEY: "good" }).ended;
  await Promise.all(deferred);
  return outcomeOf(result, store);
}

/** Runs a command in this process with the fake clock. */
async function runInProcess(
  scenario: FaultScenario,
  argv: readonly string[],
  schedule: FaultSchedule,
): Promise<RunOutcome> {
  using clock = createFakeClock();
  const { store, handler } = await scenario.startService();
  const deferProcessing = (process: () => Promise<unknown>): void => clock.setTimer(300, process);
  const randomInt = seededRandom(1);
  const { fetch } = createFaultyFetch({ handler, schedule, clock, randomInt, deferProcessing });
  const [command, ...flags] = argv;
  const result = await programRunner(scenario, clock)([command!, ".", ...flags], fetch);
  await clock.idle();
  return outcomeOf(result, store);
}

async function outcomeOf(
  result: CommandResult,
  store: RunningService["store"],
): Promise<RunOutcome> {
  const contents = contentLines(await readRemoteState(store)).sort();
  await store.close();
  return { result, contents };
}

const apply = ["apply", "--auto-approve", "--json", "--concurrency", "30", ...timeout];

/** Name, scenario, command line, fault schedule, and the summary that is compared. */
const rows = [
  ["POST", createPerFault, apply, () => faultPerResource("POST"), eventsPerFault],
  ["PUT", updatePerFault, apply, () => faultPerResource("PUT"), eventsPerFault],
  ["DELETE", deletePerFault, apply, () => faultPerResource("DELETE"), eventsPerFault],
  ["list", deletePerFault, ["plan", ...timeout], faultsOnLists, reportedRetries],
] as const;

describe("the built program reacts as the program in this process", () => {
  let scenarios: readonly FaultScenario[];
  let builtOutcomes: readonly RunOutcome[];
  beforeAll(async () => {
    scenarios = await Promise.all(rows.map(([, openScenario]) => openScenario()));
    builtOutcomes = await Promise.all(
      rows.map(([, , argv, schedule], row) => runBuiltProgram(scenarios[row]!, argv, schedule())),
    );
    tallyRuns(rows.length);
  });
  afterAll(() => {
    for (const scenario of scenarios) scenario[Symbol.dispose]();
  });

  it.each(rows.map((row, index) => [row[0], index] as const))(
    "to every fault on a %s",
    async (_method, index) => {
      const [, , argv, schedule, summaryOf] = rows[index]!;
      const built = builtOutcomes[index]!;
      const inProcess = await runInProcess(scenarios[index]!, argv, schedule());
      expect(summaryOf(built.result)).toEqual(summaryOf(inProcess.result));
      expect(summaryOf(built.result).length).toBeGreaterThanOrEqual(listSymptoms.length);
      expect([built.result.code, built.contents]).toEqual([
        inProcess.result.code,
        inProcess.contents,
      ]);
    },
  );
});

/**
 * Applies while connections are refused: from the response before the given request until the program
 * reports it. With 0, connections are never refused. Returns the methods of the requests.
 */
async function applyWithRefusal(scenario: FaultScenario, requestNumber: number): Promise<string[]> {
  const { store, handler } = await scenario.startService();
  const before = await readRemoteState(store);
  const methods: string[] = [];
  await using proxy = await startFaultyProxy(
    handler,
    async ({ number, method, forward }) => {
      methods.push(method);
      const response = await forward();
      if (number === requestNumber - 1) proxy.refuseConnections();
      return response;
    },
    { keepAlive: false },
  );
  if (requestNumber === 1) proxy.refuseConnections();
  const argv = ["apply", scenario.folder, "--base-url", proxy.url, "--auto-approve"];
  const program = startProgram(
    [...argv, "--concurrency", "1", ...scenario.flags],
    { PROMPTCTL_API_KEY: "good" },
    (text) => void (text.includes(refusedMessage) && proxy.acceptConnections()),
  );
  const { code, err } = await program.ended;
  const violations = scenario.endStateViolations(before, await readRemoteState(store));
  expect([code, violations]).toEqual([0, []]);
  expect(err.includes(refusedMessage)).toBe(requestNumber > 0);
  await store.close();
  return methods;
}

it("a refused connection for a list, a create, an update or a delete is retried", async () => {
  using scenario = await shop(["--prune"]);
  const methods = await applyWithRefusal(scenario, 0);
  const firstOfEach = ["GET", "POST", "PUT", "DELETE"].map((method) => methods.indexOf(method) + 1);
  for (const requestNumber of firstOfEach) await applyWithRefusal(scenario, requestNumber);
  tallyRuns(1 + firstOfEach.length);
});
