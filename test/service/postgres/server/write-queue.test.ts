// Writes that wait at the same time and are one transaction, in a real database: each gets its own answer, which
// says what is stored.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectPostgres, defaultSettings } from "../../../../src/service/postgres/postgres.ts";
import { openPostgresStore } from "../../../../src/service/postgres/postgres-store.ts";
import type { Store, StoredResource } from "../../../../src/service/store/stored-resource.ts";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { listAll } from "../../store/list-all.ts";
import { done, idsOf, shelf } from "../../store/store-contract.ts";
import { errorOf, startProxy, waitingSessions, whileLocked } from "./trouble.ts";

const limits = { ...defaultSettings, statementTimeoutMs: 4_000 };
const unavailable = { code: "store-unavailable" };

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

const shelves = async (store: Store): Promise<string[]> => idsOf(await listAll(store, "shelf"));
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `w${index}`);
const withLabel = (id: string, label: string): StoredResource => ({
  ...shelf(id),
  body: { label },
});

interface Opened extends AsyncDisposable {
  readonly url: string;
  readonly store: Store;
}

/** A store with the shelf s1. */
async function opened(through = (url: string): string => url): Promise<Opened> {
  const url = await server.createDatabase();
  const store = await openPostgresStore(through(url), limits);
  await store.insert(shelf("s1"));
  return { url, store, [Symbol.asyncDispose]: store.close };
}

/** Starts these writes while another one waits for the database, so that they are one transaction. */
async function together<Result>(
  { url, store }: Opened,
  start: () => readonly Promise<Result>[],
): Promise<PromiseSettledResult<Result>[]> {
  const { first, writes } = await whileLocked(url, async () => {
    const waiting = store.insert(shelf("first"));
    await waitingSessions(server, url, 1);
    return { first: waiting, writes: start() };
  });
  expect(await first).toMatchObject(done);
  return Promise.allSettled(writes);
}

const transactionsOf = async (url: string): Promise<number> => {
  const text =
    "SELECT count(DISTINCT xmin::text) AS count FROM promptctl.resources WHERE id ~ '^w'";
  return Number((await server.sql(url, text))[0]!["count"]);
};

describe("writes of one transaction", () => {
  it("are one transaction", async () => {
    await using context = await opened();
    const { url, store } = context;
    const results = await together(context, () => ids(16).map((id) => store.insert(shelf(id))));
    expect(results).toMatchObject(ids(16).map(() => ({ value: done })));
    expect(await transactionsOf(url)).toBe(1);
  });

  it("see those before them, and each gets its own answer", async () => {
    await using context = await opened();
    const { store } = context;
    const box: StoredResource = {
      kind: "box",
      id: "b1",
      parent: { kind: "shelf", id: "w0" },
      body: {},
      references: [],
    };
    const check = (): void => expect.fail("refused");
    const results = await together<unknown>(context, () => [
      store.insert(shelf("w0")),
      store.insert(box),
      store.insert(shelf("s1")), // a statement that fails
      store.insert({ ...box, id: "b2", parent: { kind: "shelf", id: "w9" } }),
      store.replace(withLabel("s1", "refused"), { check }),
      store.remove("shelf", "w0", { cascadingKinds: ["box"] }),
      store.replace(box),
      store.insert(shelf("w1")),
    ]);
    expect(results).toMatchObject([
      { value: done },
      { value: done },
      { reason: { message: expect.stringMatching(/unique/) } },
      { value: { is: "dangling" } },
      { reason: { message: "refused" } },
      { value: done },
      { value: { is: "absent" } },
      { value: done },
    ]);
    expect(await shelves(store)).toEqual(["s1", "first", "w1"]);
    expect(await store.versions("shelf", "s1")).toHaveLength(1);
    expect(await listAll(store, "box")).toEqual([]);
  });

  it("with the same Idempotency-Key create one resource", async () => {
    await using context = await opened();
    const { store } = context;
    const once = (id: string) => ({
      requestId: "r1",
      bodyDigest: "d1",
      now: 5,
      responseOf: () => `created ${id}`,
    });
    const results = await together(context, () =>
      ids(4).map((id) => store.insert(shelf(id), { once: once(id) })),
    );
    const repeated = { value: { is: "repeated", response: "created w0" } };
    expect(results).toMatchObject([{ value: done }, repeated, repeated, repeated]);
    expect(await shelves(store)).toEqual(["s1", "first", "w0"]);
  });

  it("with the same precondition: only the first is executed", async () => {
    await using context = await opened();
    const { store } = context;
    const results = await together(context, () =>
      ids(4).map((label) =>
        store.replace(withLabel("s1", label), {
          check: ({ current }) => expect(current?.body).toEqual({ label: "s1" }),
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect((await store.get("shelf", "s1"))?.resource.body).toEqual({ label: "w0" });
    expect(await store.versions("shelf", "s1")).toHaveLength(2);
  });

  it("are repeated together if the database asks for it, and each is written once", async () => {
    await using context = await opened();
    const { url, store } = context;
    await server.sql(
      url,
      `CREATE SEQUENCE promptctl.inserts;
      CREATE FUNCTION promptctl.fail_third() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('promptctl.inserts') = 3 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_third BEFORE INSERT ON promptctl.resources
        FOR EACH ROW WHEN (NEW.id ~ '^w') EXECUTE FUNCTION promptctl.fail_third()`,
    );
    const results = await together(context, () => ids(4).map((id) => store.insert(shelf(id))));
    expect(results).toMatchObject(ids(4).map(() => ({ value: done })));
    expect(await shelves(store)).toEqual(["s1", "first", ...ids(4)]);
    expect((await server.sql(url, "SELECT last_value FROM promptctl.inserts"))[0]).toEqual({
      last_value: "7",
    });
    for (const id of ids(4)) expect(await store.versions("shelf", id)).toHaveLength(1);
  });
});

describe("a transaction of several writes that cannot be completed", () => {
  it("because a statement takes too long: none is executed, and all can be repeated", async () => {
    await using context = await opened();
    const { url, store } = context;
    const start = () => [
      store.insert(shelf("w0")),
      store.replace(withLabel("s1", "new")),
      store.insert(shelf("w1")),
    ];
    await whileLocked(
      url,
      async () => {
        const reason = { ...unavailable, message: expect.stringContaining("statement timeout") };
        const results = await together(context, start);
        expect(results).toMatchObject(results.map(() => ({ reason })));
        expect(await shelves(store)).toEqual(["s1", "first"]);
      },
      "SELECT FROM promptctl.resources WHERE id = 's1' FOR UPDATE",
    );
    expect(await Promise.all(start())).toMatchObject([done, done, done]);
  });

  it("because its connection is cut: none is executed", async () => {
    await using context = await opened();
    const { url, store } = context;
    let results: PromiseSettledResult<unknown>[] = [];
    await whileLocked(
      url,
      async () => {
        const ending = together(context, () => [
          store.insert(shelf("w0")),
          store.replace(withLabel("s1", "new")),
          store.insert(shelf("w1")),
        ]);
        await expect.poll(() => shelves(store)).toContain("first");
        const [pid] = await waitingSessions(server, url, 1);
        await server.sql(url, `SELECT pg_terminate_backend(${pid})`);
        results = await ending;
      },
      "SELECT FROM promptctl.resources WHERE id = 's1' FOR UPDATE",
    );
    expect(results).toMatchObject(results.map(() => ({ reason: unavailable })));
    expect(await shelves(store)).toEqual(["s1", "first"]);
    expect(await store.insert(shelf("w0"))).toMatchObject(done);
  });

  it.each([
    ["before the server receives it", false, []],
    ["before the client gets the answer", true, ids(3)],
  ])("because COMMIT is cut %s: all results are unknown", async (_when, isForwarded, stored) => {
    const target = await server.createDatabase();
    await using proxy = await startProxy(target, isForwarded);
    const store = await openPostgresStore(proxy.url, limits);
    const context = { url: target, store, [Symbol.asyncDispose]: store.close };
    let first = true;
    const cutAtSecond = (): void => void (first ? (first = false) : proxy.cutAtCommit());
    const results = await together(context, () =>
      ids(3).map((id) => store.insert(shelf(id), { check: cutAtSecond })),
    );
    const unknown = { reason: { code: "store-result-unknown" } };
    expect(results).toMatchObject([unknown, unknown, unknown]);
    await expect.poll(() => shelves(store)).toEqual(["first", ...stored]);
    await store.close();
  });
});

it("when the store is closed, each write that waits has an answer, which is true", async () => {
  const context = await opened();
  const { url, store } = context;
  const { writes, closing } = await whileLocked(url, async () => {
    const first = errorOf(store.insert(shelf("w0")));
    await waitingSessions(server, url, 1);
    const others = ids(40)
      .slice(1)
      .map((id) => errorOf(store.insert(shelf(id))));
    return { writes: [first, ...others], closing: store.close() };
  });
  const answers = await Promise.all(writes);
  await closing;
  expect(answers[0]).toBe("no error");
  const refused = answers.filter((each) => each !== "no error");
  expect(refused).toMatchObject(refused.map(() => unavailable));
  const again = await openPostgresStore(url, limits);
  const answered = ids(40).filter((_, index) => answers[index] === "no error");
  expect(await shelves(again)).toEqual(["s1", ...answered]);
  await again.close();
});

it("a transaction that PostgreSQL rolls back at COMMIT is not done", async () => {
  const database = connectPostgres(await server.createDatabase(), limits);
  const writing = database.write(async (query) => {
    await query({ text: "CREATE TABLE kept (id int)" });
    await query({ text: "SELECT 1 / 0" }).catch(() => {});
    return { is: "done" };
  });
  await expect(writing).rejects.toMatchObject({ message: expect.stringContaining("rolled back") });
  await expect(database.read({ text: "SELECT FROM kept" })).rejects.toThrow("does not exist");
  await database.close();
});
