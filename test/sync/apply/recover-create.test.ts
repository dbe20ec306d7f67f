// Creates of one kind share their lists and pauses. test/cli/plan/recover-create.test.ts has what a user sees.
import { expect, it } from "vitest";
import { Failure } from "../../../src/engine/model/failure.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import type { Wait } from "../../../src/engine/model/ports.ts";
import { createIdRegistry } from "../../../src/engine/apply/id-registry.ts";
import { kinds } from "../../../src/kinds.ts";
import { createRecovery } from "../../../src/sync/apply/recover-create.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { toolResponse } from "../../fixtures/responses.ts";

const definitions = ["a", "b"]
  .map((name) => `kind: tool\nname: ${name}\ndescription: d\nparameters: {}\n`)
  .join("---\n");

interface Given {
  /** Called for each list, numbered from 1. */
  list(number: number): readonly JsonObject[];
  /** Called in each pause, numbered from 1, with its length. */
  pause?(number: number, milliseconds: number): void;
}

/** `recover` looks up the create of a tool; `log` has the lists, the pauses and the results. */
async function setUp({ list, pause }: Given) {
  const log: string[] = [];
  const stop = new AbortController();
  let [lists, pauses, clock] = [0, 0, 0];
  const plan = await planOf(definitions, {});
  const recoverCreate = createRecovery({
    registry: createIdRegistry(plan),
    remote: {
      baseUrl: "https://prompts.test",
      get: () => Promise.reject(new Error("only lists are read")),
      versions: () => Promise.reject(new Error("only lists are read")),
      deletions: async () => undefined,
      maxBodyBytes: () => undefined,
      announces: () => true,
      list: async () => {
        log.push("list");
        return list(++lists);
      },
    },
    recovery: {
      recoveryMs: 10_000,
      listPauseMs: (lists) => 250 * 2 ** lists,
      stop: stop.signal,
      now: () => clock,
      sleep: async (milliseconds, signal) => {
        pause?.(++pauses, milliseconds);
        if (!signal?.aborted) clock += milliseconds;
      },
    },
  });
  const recover = async (name: string): Promise<void> => {
    const step = plan.steps.find(({ address }) => address === `tool/${name}`)!;
    const control = {
      release: () => void log.push(`release ${name}`),
      onWait: ({ delayMs, attempt }: Wait) => void log.push(`${name} ${delayMs} ms, ${attempt}`),
    };
    const failure = new Failure("failed", "unreadable-answer", "oops");
    await recoverCreate({ row: kindNamed(kinds, "tool"), step, failure, control }).then(
      ({ id }) => log.push(`${name} is ${id}`),
      (error: Error) => log.push(`${name}: ${error.message}`),
    );
  };
  return { recover, log, stop };
}

const a = toolResponse("t1", { name: "a" });
const b = toolResponse("t2", { name: "b" });

it("lists are repeated after growing pauses until the resource is listed", async () => {
  const { recover, log } = await setUp({ list: (number) => (number < 3 ? [b] : [a]) });
  await recover("a");
  const pauses = ["list", "release a", "a 500 ms, 2", "list", "release a", "a 1000 ms, 3"];
  expect(log).toEqual([...pauses, "list", "a is t1"]);
});

it("a create that is added in a pause ends it, and the pauses begin short again", async () => {
  let added: Promise<void> | undefined;
  const { recover, log } = await setUp({
    list: (number) => (number < 4 ? [] : [a, b]),
    pause: (number) => {
      if (number === 2) added = recover("b");
    },
  });
  await recover("a");
  await added;
  expect(log.slice(5)).toEqual([
    "a 1000 ms, 3",
    "list",
    "release a",
    "release b",
    "a 500 ms, 2",
    "b 500 ms, 2",
    "list",
    "a is t1",
    "b is t2",
  ]);
});

it("a create that is added during a list is listed at once", async () => {
  const { recover, log } = await setUp({ list: (number) => (number === 1 ? [a] : [a, b]) });
  await Promise.all([recover("a"), recover("b")]);
  expect(log.filter((each) => each === "list")).toHaveLength(2);
  expect(log.slice(-2)).toEqual(["a is t1", "b is t2"]);
});

it("a create after the end of a lookup starts another one", async () => {
  const { recover, log } = await setUp({ list: () => [a, b] });
  await recover("a");
  await recover("b");
  expect(log).toEqual(["list", "a is t1", "list", "b is t2"]);
});

it("the last list is at the end of the time", async () => {
  const { recover, log } = await setUp({ list: () => [] });
  await recover("a");
  const delays = log.flatMap((each) => /(\d+) ms/.exec(each)?.[1] ?? []);
  expect(delays.map(Number)).toEqual([500, 1000, 2000, 4000, 2500]);
  expect(log.slice(-2)).toEqual(["list", "a: Create result unknown: oops"]);
});

it("after a stop, one more list decides", async () => {
  const { recover, log, stop } = await setUp({
    list: () => [],
    pause: () => stop.abort(),
  });
  await recover("a");
  expect(log).toEqual([
    "list",
    "release a",
    "a 500 ms, 2",
    "list",
    "a: Create result unknown: oops",
  ]);
});

it("a list that cannot reach the service, after its retries, ends all creates", async () => {
  const { recover, log } = await setUp({
    list: () => {
      throw new Failure("failed", "unreachable", "connection refused");
    },
  });
  await Promise.all([recover("a"), recover("b")]);
  const unknown = "Create result unknown: oops";
  expect(log).toEqual(["list", `a: ${unknown}`, `b: ${unknown}`]);
});

it("a list that fails otherwise is repeated", async () => {
  const { recover, log } = await setUp({
    list: (number) => {
      if (number === 1) throw new Failure("failed", "service-error", "503");
      return [a];
    },
  });
  await recover("a");
  expect(log).toEqual(["list", "release a", "a 500 ms, 2", "list", "a is t1"]);
});

it("a bug ends all creates", async () => {
  const { recover, log } = await setUp({
    list: () => {
      throw new Error("bug");
    },
  });
  await Promise.all([recover("a"), recover("b")]);
  expect(log).toEqual(["list", "a: bug", "b: bug"]);
});
