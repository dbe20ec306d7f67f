// Promise 6, creates that the service processes later than the tool waits: the next run finds the resource,
// or it is a duplicate that the next plan shows and that apply --prune deletes.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { project } from "../../cli/project.ts";
import { withoutExtensions } from "../../fixtures/plain-service.ts";
import { folderOf } from "../../io/folder.ts";
import { readRemoteState } from "../property/remote-state.ts";
import type { CommandResult } from "./injection/built-program.ts";
import { createFakeClock } from "./injection/fake-clock.ts";
import type { FaultSchedule } from "./injection/faults.ts";
import { createFaultyFetch, type FaultyFetchOptions } from "./injection/faulty-fetch.ts";
import { programRunner } from "./run-with-faults.ts";
import { createScenario, emptyState } from "./scenarios/scenario.ts";

interface LateCreateFixture extends AsyncDisposable {
  /** Runs a command in the project without faults. */
  run(argv: readonly string[]): Promise<CommandResult>;
  /** Applies. The first create at the path is processed only when the test calls `process`. */
  applyWithLateCreate(
    path: string,
  ): Promise<{ readonly result: CommandResult; process(): Promise<unknown> }>;
  /** Applies. `action` happens before the first write. */
  applyAfter(action: () => Promise<unknown>): Promise<CommandResult>;
  endStateViolations(): Promise<readonly string[]>;
}

async function createFixture({ extensions = false } = {}): Promise<LateCreateFixture> {
  const clock = createFakeClock();
  const scenario = await createScenario(folderOf(project).path, emptyState, []);
  const { store, handler: service } = await scenario.startService();
  const handler = extensions ? service : withoutExtensions(service);
  const before = await readRemoteState(store);
  const runProgram = programRunner(scenario, clock);
  const direct: Fetch = (url, init) => handler(new Request(url, { ...init, signal: null }));
  return {
    run: ([command, ...flags]) => runProgram([command!, ".", ...flags], direct),
    applyWithLateCreate: async (path) => {
      let process = (): Promise<unknown> => expect.fail("no request was late");
      const deferProcessing: FaultyFetchOptions["deferProcessing"] = (late) => (process = late);
      const schedule = lateFirstCreate(path);
      const options = { handler, schedule, clock, randomInt: () => 0, deferProcessing };
      const { fetch } = createFaultyFetch(options);
      const result = await runProgram(["apply", ".", "--auto-approve"], fetch);
      return { result, process };
    },
    applyAfter: async (action) => {
      let done: Promise<unknown> | undefined;
      const fetch: Fetch = async (url, init) => {
        if (init.method !== "GET") await (done ??= action());
        return direct(url, init);
      };
      return runProgram(["apply", ".", "--auto-approve"], fetch);
    },
    endStateViolations: async () =>
      scenario.endStateViolations(before, await readRemoteState(store)),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      clock[Symbol.dispose]();
      scenario[Symbol.dispose]();
    },
  };
}

/** The first create at a path gets no response in time and is processed late. */
function lateFirstCreate(path: string): FaultSchedule {
  let isFirst = true;
  return (request) => {
    if (!isFirst || request.method !== "POST" || request.path !== path) return undefined;
    isFirst = false;
    return { symptom: "no response in time", processing: "late" };
  };
}

/** Kind, path, and how the next plan shows the duplicate: without --prune and with it. */
const rows = [
  ["tool", "/sdk/v1/tools", /tool\/.*duplicate.*apply --prune/, /- tool\/.*duplicate/],
  ["prompt", "/sdk/v1/prompts", /prompt\/.*duplicate.*apply --prune/, /- prompt\/.*duplicate/],
  ["evaluation", "/sdk/v1/evaluations", /evaluation\/.*duplicate.*apply --prune/, /- evaluation\//],
  ["assertion", "/sdk/v1/evaluation-assertions", /- assertion\//, /- assertion\//],
] as const;

describe.each(rows)("a create of a %s that is processed late", (kind, path, shown, deleted) => {
  it("is not sent again in that run, which reports an unknown result", async () => {
    await using fixture = await createFixture();
    const { result } = await fixture.applyWithLateCreate(path);
    expect(result.code).toBe(1);
    expect(result.err).toContain("Create result unknown");
  });

  it("is sent again if the service honours Idempotency-Key, and is created once", async () => {
    await using fixture = await createFixture({ extensions: true });
    const { result, process } = await fixture.applyWithLateCreate(path);
    expect(result.code).toBe(0);
    expect(await fixture.endStateViolations()).toEqual([]);
    await process();
    expect(await fixture.endStateViolations()).toEqual([]);
    expect((await fixture.run(["plan", "--detailed-exitcode"])).code).toBe(0);
  });

  it("before the next run: that run finds the resource", async () => {
    await using fixture = await createFixture();
    const { process } = await fixture.applyWithLateCreate(path);
    await process();
    expect((await fixture.run(["apply", "--auto-approve"])).code).toBe(0);
    expect(await fixture.endStateViolations()).toEqual([]);
    expect((await fixture.run(["plan", "--detailed-exitcode"])).code).toBe(0);
  });

  it.each(["during", "after"])(
    "%s the next run: the next plan shows the duplicate, and apply --prune deletes it",
    async (when) => {
      await using fixture = await createFixture();
      const { process } = await fixture.applyWithLateCreate(path);
      const next =
        when === "during" ? fixture.applyAfter(process) : fixture.run(["apply", "--auto-approve"]);
      // An apply that sees two resources with the name that it created fails.
      const hasSeen = when === "during" && (kind === "tool" || kind === "prompt");
      expect((await next).code).toBe(hasSeen ? 1 : 0);
      if (when === "after") await process();
      expect(await fixture.endStateViolations()).not.toEqual([]);
      expect((await fixture.run(["plan"])).out).toMatch(shown);
      expect((await fixture.run(["plan", "--prune"])).out).toMatch(deleted);
      expect((await fixture.run(["apply", "--prune", "--auto-approve"])).code).toBe(0);
      expect(await fixture.endStateViolations()).toEqual([]);
      expect((await fixture.run(["plan", "--prune", "--detailed-exitcode"])).code).toBe(0);
    },
  );
});
