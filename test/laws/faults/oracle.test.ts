// Tests of the fault tests themselves: a tool that makes a mistake is detected. The wrapper between the
// tool and the faults simulates the mistake.
import { expect, it } from "vitest";
import { type Fault, faultAt, noFaults } from "./injection/faults.ts";
import { firstSeed } from "./repeated-runs.ts";
import { type FetchWrapper, runWithFaults } from "./run-with-faults.ts";
import { shop } from "./scenarios/shop.ts";

/** Sends a create again after a 500. */
const repeatCreates: FetchWrapper = (fetch) => async (url, init) => {
  const response = await fetch(url, init);
  return init.method === "POST" && response.status === 500 ? fetch(url, init) : response;
};

/** Treats each delete as successful. */
const ignoreFailedDeletes: FetchWrapper = (fetch) => (url, init) =>
  init.method === "DELETE"
    ? fetch(url, init).catch(() => Response.json({ success: true }))
    : fetch(url, init);

/** Deletes an assertion of an old evaluation before anything is created. */
const deleteFirst: FetchWrapper = (fetch) => {
  let deleted = false;
  let assertions: readonly { id: string; evaluationId: string }[] = [];
  return async (url, init) => {
    const response = await fetch(url, init);
    if (url.endsWith("/evaluation-assertions") && init.method === "GET")
      assertions = (await response.clone().json()) as typeof assertions;
    const [first] = assertions;
    if (init.method === "GET" || deleted || !first) return response;
    deleted = true;
    await fetch(`${new URL(url).origin}/sdk/v1/evaluation-assertions/${first.id}`, {
      ...init,
      method: "DELETE",
      body: null,
    });
    return response;
  };
};

const unprocessed = (symptom: Fault["symptom"]): Fault => ({ symptom, processing: "never" });
const processed = (symptom: Fault["symptom"]): Fault => ({ symptom, processing: "immediately" });

it.each([
  [
    "sends a create again although its result is unknown",
    repeatCreates,
    "POST tools",
    unprocessed("500"),
    /was sent again/,
  ],
  [
    "sends a create again that was processed",
    repeatCreates,
    "POST tools",
    processed("500"),
    /should not exist/,
  ],
  [
    "creates an evaluation twice",
    repeatCreates,
    "POST evaluations",
    processed("500"),
    /should not exist: evaluation/,
  ],
  [
    "treats a lost delete as successful",
    ignoreFailedDeletes,
    "DELETE evaluation-assertions",
    unprocessed("connection closed"),
    /should not exist/,
  ],
  [
    "deletes before the replacement is created",
    deleteFirst,
    "GET tools",
    unprocessed("429"),
    /too early/,
  ],
] as const)("detects a tool that %s", async (_name, wrapFetch, call, fault, violation) => {
  using scenario = await shop([]);
  const options = { seed: firstSeed, timeoutSeconds: 60, concurrency: 1 };
  const correct = await runWithFaults(scenario, { ...options, schedule: noFaults });
  expect(correct.violations).toEqual([]);
  const target = correct.requests.find(
    ({ method, path }) => `${method} ${path.split("/")[3]}` === call,
  );
  const schedule = faultAt(fault, target!.number);
  const { violations } = await runWithFaults(scenario, { ...options, schedule }, wrapFetch);
  expect(violations.join("\n")).toMatch(violation);
});
