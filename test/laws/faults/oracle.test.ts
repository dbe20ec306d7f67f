// Who watches the watchers: a tool that does what it must not is found out. What stands between it
// and the faults plays the mistake.
import { expect, it } from "vitest";
import { type Fault, only } from "./injection/faults.ts";
import { firstSeed } from "./repeated-runs.ts";
import { shop } from "./scenarios/shop.ts";
import { type Through, undergo } from "./run-with-faults.ts";

/** Sends a create again after a 500. */
const sendsAgain: Through = (fetch) => async (url, init) => {
  const answer = await fetch(url, init);
  return init.method === "POST" && answer.status === 500 ? fetch(url, init) : answer;
};

/** Takes a delete for done whatever comes of it. */
const takesForDone: Through = (fetch) => (url, init) =>
  init.method === "DELETE"
    ? fetch(url, init).catch(() => Response.json({ success: true }))
    : fetch(url, init);

/** Deletes an old evaluation before anything is made. */
const deletesFirst: Through = (fetch) => {
  let deleted = false;
  let assertions: readonly { id: string; evaluationId: string }[] = [];
  return async (url, init) => {
    const answer = await fetch(url, init);
    if (url.endsWith("/evaluation-assertions") && init.method === "GET")
      assertions = (await answer.clone().json()) as typeof assertions;
    const [first] = assertions;
    if (init.method === "GET" || deleted || !first) return answer;
    deleted = true;
    await fetch(`${new URL(url).origin}/sdk/v1/evaluation-assertions/${first.id}`, {
      ...init,
      method: "DELETE",
      body: null,
    });
    return answer;
  };
};

const lost = (seen: Fault["seen"]): Fault => ({ seen, done: "nothing" });
const done = (seen: Fault["seen"]): Fault => ({ seen, done: "at once" });

it.each([
  ["sends a create again, perhaps done", sendsAgain, "POST tools", lost("500"), /was sent again/],
  [
    "sends a create again that was done",
    sendsAgain,
    "POST tools",
    done("500"),
    /should not be there/,
  ],
  ["makes two and deletes one", sendsAgain, "POST evaluations", done("500"), /2 times in between/],
  [
    "takes a lost delete for done",
    takesForDone,
    "DELETE evaluation-assertions",
    lost("connection closed"),
    /should not be there/,
  ],
  ["deletes the old one of a replace first", deletesFirst, "GET tools", lost("429"), /too early/],
] as const)("a tool that %s", async (_what, through, call, fault, found) => {
  using trial = await shop([]);
  const fate = { seed: firstSeed, timeoutSeconds: 60, concurrency: 1 };
  const clean = await undergo(trial, { ...fate, schedule: () => undefined });
  expect(clean.wrong).toEqual([]);
  const first = clean.sent.find(({ method, path }) => `${method} ${path.split("/")[3]}` === call);
  const schedule = only(fault, first!.number);
  const { wrong } = await undergo(trial, { ...fate, schedule }, through);
  expect(wrong.join("\n")).toMatch(found);
});
