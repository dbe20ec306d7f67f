// Promise 6, what is done later than the tool waits: it is found by the next run, or it is a double
// that the next plan shows and apply --prune deletes.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { project } from "../../cli/project.ts";
import { heldBy } from "../property/remote-state.ts";
import { folderOf } from "../../io/folder.ts";
import { openClock } from "./injection/fake-clock.ts";
import type { Schedule } from "./injection/faults.ts";
import { type Between, faultyFetch } from "./injection/faulty-fetch.ts";
import type { Ended } from "./oracle/run-rules.ts";
import { nothing, type Staged, staged } from "./scenarios/scenario.ts";
import { type Opened, playing } from "./run-with-faults.ts";

interface Scene extends AsyncDisposable {
  readonly trial: Staged;
  readonly service: Opened;
  tool(words: readonly string[]): Promise<Ended>;
  /** An apply whose first create of a kind is done only when the test says so. */
  applyWithLate(path: string): Promise<{ readonly ended: Ended; arrive(): Promise<unknown> }>;
  /** An apply before whose first call that writes something else happens. */
  applyAfter(what: () => Promise<unknown>): Promise<Ended>;
  /** What is not as it must be in the end. */
  mistakes(): readonly string[];
}

async function scene(): Promise<Scene> {
  const clock = openClock();
  const trial = await staged(folderOf(project).path, nothing, []);
  const service = await trial.open();
  const before = heldBy(service.store);
  const play = playing(trial, clock, () => 0);
  const { handler } = service;
  const direct: Fetch = (url, init) => handler(new Request(url, { ...init, signal: null }));
  return {
    trial,
    service,
    tool: ([command, ...words]) => play([command!, ".", ...words], direct),
    applyWithLate: async (path) => {
      let arrive = (): Promise<unknown> => expect.fail("nothing was late");
      const later: Between["later"] = (pass) => (arrive = pass);
      const schedule = firstCreate(path);
      const { fetch } = faultyFetch({ handler, schedule, clock, dice: () => 0, later });
      const ended = await play(["apply", ".", "--auto-approve"], fetch);
      return { ended, arrive };
    },
    applyAfter: async (what) => {
      let happened: Promise<unknown> | undefined;
      const fetch: Fetch = async (url, init) => {
        if (init.method !== "GET") await (happened ??= what());
        return direct(url, init);
      };
      return play(["apply", ".", "--auto-approve"], fetch);
    },
    mistakes: () => trial.mistakes(before, heldBy(service.store)),
    [Symbol.asyncDispose]: async () => {
      service.store.close();
      clock[Symbol.dispose]();
      trial[Symbol.dispose]();
    },
  };
}

/** The first create at a path gets no answer, and is done later. */
function firstCreate(path: string): Schedule {
  let met = false;
  return (asked) => {
    if (met || asked.method !== "POST" || asked.path !== path) return undefined;
    met = true;
    return { seen: "no answer in time", done: "late" };
  };
}

/** Kind, path, and what the next plan says of a second one: without --prune, and with it. */
const rows = [
  ["tool", "/sdk/v1/tools", /tool\/.*duplicate.*--prune/, /- tool\/.*duplicate/],
  ["prompt", "/sdk/v1/prompts", /prompt\/.*duplicate.*--prune/, /- prompt\/.*duplicate/],
  ["evaluation", "/sdk/v1/evaluations", /- evaluation\/.*duplicate/, /- evaluation\//],
  ["assertion", "/sdk/v1/evaluation-assertions", /- assertion\//, /- assertion\//],
] as const;

describe.each(rows)("a %s that is made later than the tool waits", (_kind, path, shown, goes) => {
  it("is not made again in that run, which says that nobody knows", async () => {
    await using all = await scene();
    const { ended } = await all.applyWithLate(path);
    expect(ended.code).toBe(1);
    expect(ended.err).toContain("Create result unknown");
  });

  it("before the next run: that one takes it as its own", async () => {
    await using all = await scene();
    const { arrive } = await all.applyWithLate(path);
    await arrive();
    expect((await all.tool(["apply", "--auto-approve"])).code).toBe(0);
    expect(all.mistakes()).toEqual([]);
    expect((await all.tool(["plan", "--detailed-exitcode"])).code).toBe(0);
  });

  it.each(["during", "after"])(
    "%s the next run: the next plan shows it, and apply --prune leaves each once",
    async (when) => {
      await using all = await scene();
      const { arrive } = await all.applyWithLate(path);
      const next =
        when === "during" ? all.applyAfter(arrive) : all.tool(["apply", "--auto-approve"]);
      expect((await next).code).toBe(0);
      if (when === "after") await arrive();
      expect(all.mistakes()).not.toEqual([]);
      expect((await all.tool(["plan", "--unmanaged"])).out).toMatch(shown);
      expect((await all.tool(["plan", "--prune"])).out).toMatch(goes);
      expect((await all.tool(["apply", "--prune", "--auto-approve"])).code).toBe(0);
      expect(all.mistakes()).toEqual([]);
      expect((await all.tool(["plan", "--prune", "--detailed-exitcode"])).code).toBe(0);
    },
  );
});
