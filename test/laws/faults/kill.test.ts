// Promise 6: no duplicates, nothing lost. The built program is killed at a request, and the same command
// again reaches the end state.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { readRemoteState } from "../property/remote-state.ts";
import { startProgram } from "./injection/built-program.ts";
import { createFakeClock } from "./injection/fake-clock.ts";
import type { RecordedRequest } from "./injection/faulty-fetch.ts";
import { type ProxyReply, type ProxyRequest, startFaultyProxy } from "./injection/faulty-proxy.ts";
import { countViolations } from "./oracle/resource-counts.ts";
import { createRequestChecker, rerunViolations } from "./oracle/run-rules.ts";
import {
  checkRuns,
  firstSeed,
  repeatCommand,
  requestNumbers,
  scaledTimeout,
} from "./repeated-runs.ts";
import { commandLine, type FaultRunResult, programRunner } from "./run-with-faults.ts";
import { deleteLocalFiles, type FaultScenario } from "./scenarios/scenario.ts";
import { shop } from "./scenarios/shop.ts";

/** Kills the program at one moment of a request and returns the reply of the proxy. */
type KillMoment = (request: ProxyRequest, kill: () => Promise<void>) => Promise<ProxyReply>;

const moments: readonly (readonly [string, KillMoment])[] = [
  [
    "before the service receives the request",
    async (_request, kill) => {
      await kill();
      return "close";
    },
  ],
  [
    "after the service processed the request, before its response",
    async ({ forward }, kill) => {
      await forward();
      await kill();
      return "close";
    },
  ],
  [
    "right after the response",
    async ({ forward, responseSent }, kill) => {
      void responseSent.then(kill);
      return forward();
    },
  ],
];

/**
 * Applies in a process that is killed at a request, then applies and plans in this process. With a
 * request number of 0 the process is not killed.
 */
async function runWithKill(
  scenario: FaultScenario,
  requestNumber: number,
  killAt: KillMoment,
): Promise<FaultRunResult> {
  deleteLocalFiles(scenario.folder);
  const { store, handler } = await scenario.startService();
  const before = await readRemoteState(store);
  const { onRequest, violations } = createRequestChecker(scenario, store);
  const requests: RecordedRequest[] = [];
  await using proxy = await startFaultyProxy(handler, async (request) => {
    const recorded = { ...request, fault: undefined, processed: true };
    requests.push(recorded);
    await onRequest(recorded);
    return request.number === requestNumber
      ? killAt(request, () => program.kill())
      : request.forward();
  });
  const argv = ["apply", scenario.folder, "--base-url", proxy.url, "--auto-approve"];
  const flags = ["--concurrency", "3", ...scenario.flags];
  const program = startProgram([...argv, ...flags], { PROMPTCTL_API_KEY: "good" });
  const killed = await program.ended;
  await proxy.drained();
  const afterFaults = await readRemoteState(store);
  using clock = createFakeClock();
  let nextApplyWrites = 0;
  const fetch: Fetch = (url, init) => {
    if (init.method !== "GET") nextApplyWrites++;
    return handler(new Request(url, { ...init, signal: null }));
  };
  const run = programRunner(scenario, clock, { baseUrl: proxy.url });
  const nextApply = await run(commandLine(scenario, "apply", "--auto-approve"), fetch);
  const end = await readRemoteState(store);
  const plan = await run(commandLine(scenario, "plan", "--detailed-exitcode"), fetch);
  await store.close();
  return {
    code: killed.code,
    violations: [
      ...violations,
      ...(requestNumber > requests.length ? ["the program never sent that request"] : []),
      ...(killed.code === "SIGKILL" || killed.code === 0
        ? []
        : [`the program ended with ${killed.code}\n${killed.err}`]),
      ...countViolations({ before, afterFaults, end }),
      ...rerunViolations({ faulty: killed, nextApply, nextApplyWrites, plan }),
      ...scenario.endStateViolations(before, end),
    ],
    requests,
  };
}

describe.each([["without --prune"], ["with --prune"]])("an apply %s that is killed", (prune) => {
  let scenario: FaultScenario;
  let requestCount: number;
  beforeAll(async () => {
    scenario = await shop(prune === "with --prune" ? ["--prune"] : []);
    const complete = await runWithKill(scenario, 0, moments[0]![1]);
    expect(complete.violations).toEqual([]);
    requestCount = complete.requests.length;
  });
  afterAll(() => scenario[Symbol.dispose]());

  it.each(moments.map(([name, moment], index) => [name, moment, index] as const))(
    "%s",
    async (name, moment, index) => {
      await checkRuns(
        requestNumbers(requestCount, 12, 4 * index),
        (request) => runWithKill(scenario, request, moment),
        (request) =>
          repeatCommand(import.meta.filename, {
            seed: firstSeed,
            request,
            test: `${prune} that is killed ${name}`,
          }),
      );
    },
    scaledTimeout(240_000),
  );
});
