// Promise 6: the real process is killed at a request, and the same command again does the rest.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { heldBy } from "../property/remote-state.ts";
import { censusMistakes } from "./oracle/resource-counts.ts";
import { openClock } from "./injection/fake-clock.ts";
import type { Sent } from "./injection/faulty-fetch.ts";
import { repeatMistakes, watch } from "./oracle/run-rules.ts";
import { start } from "./injection/built-program.ts";
import { proxyTo, type Reply, type Visit } from "./injection/faulty-proxy.ts";
import { command, firstSeed, inRuns, patience, requests } from "./repeated-runs.ts";
import { shop } from "./scenarios/shop.ts";
import type { Staged } from "./scenarios/scenario.ts";
import { forget, type Lived, playing, type Trial, wordsOf } from "./run-with-faults.ts";

type Moment = (visit: Visit, kill: () => Promise<void>) => Promise<Reply>;

const moments: readonly (readonly [string, Moment])[] = [
  [
    "before the service sees it",
    async (_visit, kill) => {
      await kill();
      return "close";
    },
  ],
  [
    "when the service did it, before its answer",
    async ({ pass }, kill) => {
      await pass();
      await kill();
      return "close";
    },
  ],
  [
    "right after its answer",
    async ({ pass, answered }, kill) => {
      void answered.then(kill);
      return pass();
    },
  ],
];

/** Applies in a process that is killed at a request, then in this one; a number that never comes kills nothing. */
async function killed(trial: Trial, at: number, moment: Moment): Promise<Lived> {
  forget(trial.folder);
  const { store, handler } = await trial.open();
  const before = heldBy(store);
  const { coming, wrong } = watch(trial, store);
  const sent: Sent[] = [];
  await using proxy = await proxyTo(handler, async (visit) => {
    const each = { ...visit, fault: undefined, done: true };
    sent.push(each);
    coming(each);
    return visit.number === at ? moment(visit, () => program.kill()) : visit.pass();
  });
  const words = ["apply", trial.folder, "--base-url", proxy.url, "--auto-approve"];
  const flags = ["--concurrency", "3", ...trial.flags];
  const program = start([...words, ...flags], { PROMPTCTL_API_KEY: "good" });
  const first = await program.ended;
  const between = heldBy(store);
  using clock = openClock();
  let writes = 0;
  const fetch: Fetch = (url, init) => {
    if (init.method !== "GET") writes++;
    return handler(new Request(url, { ...init, signal: null }));
  };
  const tool = playing(trial, clock, () => 0, proxy.url);
  const second = await tool(wordsOf(trial, "apply", "--auto-approve"), fetch);
  const after = heldBy(store);
  const plan = await tool(wordsOf(trial, "plan", "--detailed-exitcode"), fetch);
  store.close();
  return {
    code: first.code,
    wrong: [
      ...wrong,
      ...(at > sent.length ? ["that request never came"] : []),
      ...(first.code === "SIGKILL" || first.code === 0
        ? []
        : [`it ended with ${first.code}\n${first.err}`]),
      ...censusMistakes(before, between, after),
      ...repeatMistakes(first, second, writes, plan),
      ...trial.mistakes(before, after),
    ],
    sent,
  };
}

describe.each([["without --prune"], ["with --prune"]])("an apply %s, killed", (prune) => {
  let trial: Staged;
  let count: number;
  beforeAll(async () => {
    trial = await shop(prune === "with --prune" ? ["--prune"] : []);
    const whole = await killed(trial, 0, moments[0]![1]);
    expect(whole.wrong).toEqual([]);
    count = whole.sent.length;
  }, 60_000);
  afterAll(() => trial[Symbol.dispose]());

  it.each(moments.map(([when, moment], index) => [when, moment, index] as const))(
    "%s",
    async (when, moment, index) => {
      await inRuns(
        requests(count, 12, 4 * index),
        (request) => killed(trial, request, moment),
        (request) =>
          command(import.meta.filename, {
            seed: firstSeed,
            request,
            test: `${prune}, killed ${when}`,
          }),
      );
    },
    patience(60_000),
  );
});
