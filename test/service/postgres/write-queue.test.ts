// The writes of a process that wait for each other. The transactions are those of a fake, which keeps what
// was committed.
import { describe, expect, it } from "vitest";
import { createWriteQueue, type WriteQueue } from "../../../src/service/postgres/write-queue.ts";
import type { Postgres } from "../../../src/service/postgres/postgres.ts";
import { storeResultUnknown, StoreUnavailable } from "../../../src/service/store/store-failure.ts";

interface FakeDatabase {
  readonly queue: WriteQueue;
  /** What each transaction wrote, and how it ended. */
  readonly transactions: string[];
  /** Writes a text: with this outcome, or this error. */
  write(text: string, outcome?: string | Error): Promise<unknown>;
}

/** `atCommit`: the error of each commit. */
function fakeDatabase({ atCommit, timeoutMs = 10_000 }: FakeSettings = {}): FakeDatabase {
  const transactions: string[] = [];
  let written: string[] = [];
  const transaction: Postgres["write"] = async (work) => {
    written = [];
    await new Promise(setImmediate); // so that other writes wait
    try {
      const outcome = await work(async () => []);
      transactions.push(`${outcome.is === "done" ? "commit" : "roll back"} ${written.join(" ")}`);
      if (atCommit) throw atCommit;
      return outcome;
    } catch (error) {
      if (error !== atCommit) transactions.push(`fail ${written.join(" ")}`);
      throw error;
    }
  };
  const begin = { text: "UPDATE state" };
  const queue = createWriteQueue({ transaction, begin, store: "postgres://x", timeoutMs });
  return {
    queue,
    transactions,
    write: (text, outcome = "done") =>
      queue
        .write(async () => {
          written.push(text);
          if (typeof outcome !== "string") throw outcome;
          return { is: outcome, text };
        })
        .catch((error: Error) => error.message),
  };
}

interface FakeSettings {
  readonly atCommit?: Error;
  readonly timeoutMs?: number;
}

/** Starts these writes at the same time. */
function writeAll(
  { write }: FakeDatabase,
  ...writes: readonly (readonly [string, (string | Error)?])[]
): Promise<unknown[]> {
  return Promise.all(writes.map((each) => write(...each)));
}

const done = (text: string) => ({ is: "done", text });

describe("writes that wait at the same time", () => {
  it("are one transaction", async () => {
    const database = fakeDatabase();
    const results = await writeAll(database, ["a"], ["b"], ["c"]);
    expect(results).toEqual(["a", "b", "c"].map(done));
    expect(database.transactions).toEqual(["commit a b c"]);
  });

  it("are at most 16 in a transaction", async () => {
    const database = fakeDatabase();
    await writeAll(database, ...Array.from({ length: 20 }, (_, at) => [`${at}`] as const));
    expect(database.transactions.map((each) => each.split(" ").length - 1)).toEqual([16, 4]);
  });

  it.each<[string, string | Error, unknown]>([
    ["is not done", "absent", { is: "absent", text: "b" }],
    ["fails", new Error("no"), "no"],
  ])("if one %s, it alone is not written", async (_name, outcome, result) => {
    const database = fakeDatabase();
    const results = await writeAll(database, ["a"], ["b", outcome], ["c"], ["d"]);
    expect(results).toEqual([done("a"), result, done("c"), done("d")]);
    expect(database.transactions).toEqual([
      "roll back a b",
      "commit a",
      typeof outcome === "string" ? "roll back b" : "fail b",
      "commit c d",
    ]);
  });

  it("all fail if the connection is lost, and none is repeated", async () => {
    const database = fakeDatabase();
    const lost = new StoreUnavailable("postgres://x", "the connection was closed");
    const results = await writeAll(database, ["a"], ["b", lost], ["c"]);
    expect(results).toEqual([lost.message, lost.message, lost.message]);
    expect(database.transactions).toEqual(["fail a b"]);
    expect(await database.write("later")).toEqual(done("later"));
  });

  it("all fail if the result of the commit is unknown", async () => {
    const unknown = storeResultUnknown("postgres://x", "the connection was closed");
    const database = fakeDatabase({ atCommit: unknown });
    expect(await writeAll(database, ["a"], ["b"])).toEqual([unknown.message, unknown.message]);
    expect(database.transactions).toEqual(["commit a b"]);
  });
});

it("a write that waits too long fails and is not executed", async () => {
  const database = fakeDatabase({ timeoutMs: 20 });
  let finish = (): void => {};
  const slow = database.queue.write<ReturnType<typeof done>>(
    () => new Promise((resolve) => (finish = () => resolve(done("slow")))),
  );
  await new Promise(setImmediate);
  expect(await database.write("late")).toContain("no free connection in time");
  expect(database.queue.waiting()).toBe(0);
  finish();
  expect(await slow).toEqual(done("slow"));
  expect(database.transactions).toEqual(["commit "]);
});
