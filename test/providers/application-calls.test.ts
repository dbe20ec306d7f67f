// The calls to the application under test: what is shared, limited, counted and ended, and what goes to judges.
import { expect, it, test } from "vitest";
import type { CommandLine } from "../../src/engine/evaluate/trials/command-lines.ts";
import type {
  CallBudget,
  PromptCalls,
  TrialRequest,
} from "../../src/engine/evaluate/trials/trial-calls.ts";
import type { ApplicationOutcome } from "../../src/io/commands/run-application.ts";
import { createApplicationCalls } from "../../src/providers/application-calls.ts";
import { createCallCounters } from "../../src/providers/call-counters.ts";
import { createFailureStreaks } from "../../src/providers/failure-streaks.ts";
import { commandLine } from "../io/commands/programs.ts";
import { kindOf, trialOf } from "./calls-fixture.ts";

interface Options {
  readonly run?: (side: string, line: CommandLine) => Promise<ApplicationOutcome>;
  readonly budget?: CallBudget;
  readonly maximum?: number;
}

function callsOf({ run, budget = {}, maximum = 8 }: Options = {}) {
  const started: string[] = [];
  const stop = new AbortController();
  const counters = createCallCounters(budget);
  const judged: TrialRequest[] = [];
  const judges: PromptCalls = {
    call: async (request) => {
      judged.push(request);
      return { problem: { code: "rejected", message: "of the judge" } };
    },
    kept: async () => undefined,
    estimate: async (requests) => ({
      calls: requests.length,
      cached: 0,
      cost: requests.length,
      unpricedModels: [],
      hosts: [],
    }),
    progress: counters.progress,
  };
  const calls = createApplicationCalls({
    name: "node agent.mjs",
    run: async (side, line) => {
      started.push(`${side} ${String(line.variables["ticket"])}`);
      await new Promise((resolve) => setImmediate(resolve));
      return run?.(side, line) ?? { answer: { id: "1", text: "Hi", cost: 0.5 }, latency: 1 };
    },
    digest: ({ line }, side) => `${side} ${JSON.stringify(line!())}`,
    judges,
    counters,
    streaks: createFailureStreaks(stop.signal),
    maximum,
    time: () => new Date(0),
  });
  return { calls, started, stop, judged };
}

const request = (ticket: string, rest: Partial<TrialRequest> = {}): TrialRequest =>
  trialOf({ line: () => ({ ...commandLine, variables: { ticket } }), ...rest });

it("equal lines of a trial share a process, other trials do not", async () => {
  const { calls, started } = callsOf();
  const outcomes = await Promise.all([
    calls.call(request("a")),
    calls.call(request("a", { evaluation: "evaluation/Prompt/other" })),
    calls.call(request("a", { trial: 2 })),
    calls.call(request("b")),
    calls.call(request("a", { side: "base" })),
  ]);
  expect(started).toEqual(["head a", "head a", "head b", "base a"]);
  expect(outcomes[0]).toBe(outcomes[1]);
});

it("a kept reply serves again, but not where a new one is needed", async () => {
  const { calls, started } = callsOf();
  await calls.call(request("a"));
  await calls.call(request("a"));
  expect(started).toHaveLength(1);
  const needsNew = { needsNew: true };
  await Promise.all([calls.call(request("a", needsNew)), calls.call(request("a", needsNew))]);
  expect(started).toHaveLength(2);
});

it("replies are never said to be cached, and none is known before", async () => {
  const { calls } = callsOf();
  const outcome = await calls.call(request("a"));
  expect(outcome).toMatchObject({ cached: false });
  expect(await calls.kept(request("a"))).toBeUndefined();
});

it("a judge is asked at its provider", async () => {
  const { calls, started, judged } = callsOf();
  expect(kindOf(await calls.call(request("a", { judge: "Tone judge" })))).toBe("rejected");
  expect([started.length, judged.length]).toEqual([0, 1]);
});

it("at most so many processes run at once", async () => {
  let [now, most] = [0, 0];
  const { calls } = callsOf({
    maximum: 3,
    run: async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
      return { answer: { id: "1", text: "Hi" }, latency: 1 };
    },
  });
  await Promise.all(["a", "b", "c", "d", "e", "f", "g"].map((each) => calls.call(request(each))));
  expect(most).toBe(3);
});

it("a line is one call of the budget, and costs count", async () => {
  const { calls, started } = callsOf({ budget: { maxCalls: 2 }, maximum: 1 });
  const kinds = [];
  for (const each of ["a", "b", "c"]) kinds.push(kindOf(await calls.call(request(each))));
  expect([kinds, started.length]).toEqual([["live", "live", "over-budget"], 2]);
  expect(calls.progress()).toMatchObject({ live: 2, failed: 0, cost: 1 });
});

const failed: ApplicationOutcome = { problem: "ended with exit code 1", isLate: false, output: "" };

it("five failures in a row end the run, a reply between them does not", async () => {
  let count = 0;
  const { calls, started } = callsOf({
    maximum: 1,
    run: async () => (++count === 4 ? { answer: { id: "1", text: "Hi" }, latency: 1 } : failed),
  });
  const kinds = [];
  for (let at = 0; at < 12; at++) kinds.push(kindOf(await calls.call(request(String(at)))));
  expect(kinds.slice(0, 9)).toEqual([
    ...Array(3).fill("command-failed"),
    "live",
    ...Array(5).fill("command-failed"),
  ]);
  expect([kinds.slice(9), started.length]).toEqual([Array(3).fill("provider-down"), 9]);
  expect(calls.progress().ended).toBe(
    "The run ended after 5 failed calls in a row (command-failed).",
  );
});

it("after an interrupt nothing starts, and a process that was ended is no failure", async () => {
  const opened = callsOf({
    run: async () => {
      opened.stop.abort();
      return failed;
    },
  });
  expect(kindOf(await opened.calls.call(request("a")))).toBe("interrupted");
  expect(kindOf(await opened.calls.call(request("b")))).toBe("interrupted");
  expect(opened.started).toHaveLength(1);
});

test.each([
  [[request("a"), request("a"), request("a", { trial: 2 }), request("b")], 3, 0],
  [[request("a"), request("a", { judge: "Tone judge" })], 2, 1],
])("the estimate counts processes and judges", async (requests, calls, cost) => {
  const opened = callsOf();
  expect(await opened.calls.estimate(requests)).toMatchObject({
    calls,
    cost,
    unpricedModels: ["node agent.mjs"],
    hosts: [{ host: "node agent.mjs", calls: calls - cost }],
  });
  expect(opened.started).toEqual([]);
});
