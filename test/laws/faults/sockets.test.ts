// The faults of this folder as they are on sockets: the built program must see the same of each of
// them as the program in this process does, try for try, and so must a connection that is refused.
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { heldBy } from "../property/remote-state.ts";
import { diceFrom } from "../property/generate-text.ts";
import { answerOf, beginning } from "./injection/fault-response.ts";
import { openClock } from "./injection/fake-clock.ts";
import { contentsOf } from "./oracle/content-lines.ts";
import {
  byList,
  byName,
  creates,
  deletes,
  onLists,
  reasons,
  stories,
  updates,
} from "./scenarios/every-fault-once.ts";
import type { Fault, Schedule } from "./injection/faults.ts";
import { faultyFetch } from "./injection/faulty-fetch.ts";
import type { Ended } from "./oracle/run-rules.ts";
import { start } from "./injection/built-program.ts";
import { proxyTo, type Reply, type Visit } from "./injection/faulty-proxy.ts";
import { count } from "./repeated-runs.ts";
import { shop } from "./scenarios/shop.ts";
import type { Staged } from "./scenarios/scenario.ts";
import { type Opened, playing } from "./run-with-faults.ts";

const timeout = ["--timeout", "2s"];

/** What a faulty request gets from the proxy; `later` takes what is done when the tool gave up. */
async function replyTo(
  fault: Fault,
  { pass, gone }: Visit,
  later: (work: Promise<unknown>) => void,
): Promise<Reply> {
  const own = fault.done === "at once" ? await pass() : undefined;
  if (fault.done === "late") later(gone.then(() => setTimeout(300)).then(pass));
  switch (fault.seen) {
    case "connection closed":
      return "close";
    case "no answer in time":
      return "silence";
    case "answer broken off":
      return { begin: await beginning(own, diceFrom(1)) };
    default:
      return answerOf(fault, own, diceFrom(1));
  }
}

type Told = { readonly ended: Ended; readonly contents: readonly string[] };

/** Runs the words in a process, through the proxy. */
async function inProcess(
  trial: Staged,
  words: readonly string[],
  schedule: Schedule,
): Promise<Told> {
  const { store, handler } = await trial.open();
  const late: Promise<unknown>[] = [];
  await using proxy = await proxyTo(handler, async (visit) => {
    const fault = schedule(visit);
    return fault ? replyTo(fault, visit, (work) => late.push(work)) : visit.pass();
  });
  const [command, ...flags] = words;
  const all = [command!, trial.folder, "--base-url", proxy.url, ...trial.flags, ...flags];
  const ended = await start(all, { PROMPTCTL_API_KEY: "good" }).ended;
  await Promise.all(late);
  return told(ended, store);
}

/** Runs the words here, time passing at once. */
async function here(trial: Staged, words: readonly string[], schedule: Schedule): Promise<Told> {
  using clock = openClock();
  const { store, handler } = await trial.open();
  const later = (pass: () => Promise<unknown>): void => clock.after(300, pass);
  const { fetch } = faultyFetch({ handler, schedule, clock, dice: diceFrom(1), later });
  const [command, ...flags] = words;
  const ended = await playing(trial, clock, () => 0)([command!, ".", ...flags], fetch);
  await clock.settled();
  return told(ended, store);
}

function told(ended: Ended, store: Opened["store"]): Told {
  const contents = contentsOf(heldBy(store)).sort();
  store.close();
  return { ended, contents };
}

const applying = ["apply", "--auto-approve", "--json", "--concurrency", "30", ...timeout];
const rows = [
  ["POST", creates, applying, () => byName("POST"), stories],
  ["PUT", updates, applying, () => byName("PUT"), stories],
  ["DELETE", deletes, applying, () => byName("DELETE"), stories],
  ["list", deletes, ["plan", ...timeout], byList, reasons],
] as const;

describe("the built program sees on sockets what the tests here play", () => {
  let trials: readonly Staged[];
  let processes: readonly Told[];
  beforeAll(async () => {
    trials = await Promise.all(rows.map(([, open]) => open()));
    processes = await Promise.all(
      rows.map(([, , words, schedule], row) => inProcess(trials[row]!, words, schedule())),
    );
    count(rows.length);
  }, 60_000);
  afterAll(() => {
    for (const each of trials) each[Symbol.dispose]();
  });

  it.each(rows.map((row, index) => [row[0], index] as const))(
    "of every fault on a %s",
    async (_method, index) => {
      const [, , words, schedule, tellingOf] = rows[index]!;
      const process = processes[index]!;
      const played = await here(trials[index]!, words, schedule());
      expect(tellingOf(process.ended)).toEqual(tellingOf(played.ended));
      expect(tellingOf(process.ended).length).toBeGreaterThanOrEqual(onLists.length);
      expect([process.ended.code, process.contents]).toEqual([played.ended.code, played.contents]);
    },
  );
});

/** Runs with connections refused from the answer before a request until the program says so. */
async function refusedAt(trial: Staged, at: number): Promise<string[]> {
  const { store, handler } = await trial.open();
  const before = heldBy(store);
  const methods: string[] = [];
  await using proxy = await proxyTo(
    handler,
    async ({ number, method, pass }) => {
      methods.push(method);
      const answer = await pass();
      if (number === at - 1) proxy.shut();
      return answer;
    },
    false,
  );
  if (at === 1) proxy.shut();
  const words = ["apply", trial.folder, "--base-url", proxy.url, "--auto-approve"];
  const program = start(
    [...words, "--concurrency", "1", ...trial.flags],
    { PROMPTCTL_API_KEY: "good" },
    (text) => void (text.includes("connection refused") && proxy.open()),
  );
  const { code, err } = await program.ended;
  expect([code, trial.mistakes(before, heldBy(store))]).toEqual([0, []]);
  expect(err.includes("connection refused")).toBe(at > 0);
  store.close();
  return methods;
}

it("a connection that is refused to a list, a create, an update or a delete is tried again", async () => {
  using trial = await shop(["--prune"]);
  const methods = await refusedAt(trial, 0);
  const first = ["GET", "POST", "PUT", "DELETE"].map((each) => methods.indexOf(each) + 1);
  for (const at of first) await refusedAt(trial, at);
  count(1 + first.length);
});
