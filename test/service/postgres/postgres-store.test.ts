// The store in PostgreSQL, on a real server: what every store does, and several processes at once.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../../src/service/store.ts";
import { type PostgresServer, startPostgres } from "../../fixtures/postgres-server.ts";
import { listAll } from "../list-all.ts";
import { done, filled, idsOf, shelf, storeContract } from "../store-contract.ts";

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

storeContract(async () => openStore(await server.createDatabase()));

describe("several stores on one database", () => {
  it("eight concurrent opens create the tables once", async () => {
    const url = await server.createDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(url)));
    for (const [index, store] of stores.entries())
      expect(await store.insert(shelf(`s${index}`))).toMatchObject(done);
    expect(await listAll(stores[0]!, "shelf")).toHaveLength(8);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("each sees the writes of the other, and a new version", async () => {
    const url = await server.createDatabase();
    const one = await filled(() => openStore(url));
    const two = await openStore(url);
    const before = await two.version();
    await one.insert(shelf("s3"));
    expect(idsOf(await listAll(two, "shelf"))).toEqual(["s1", "s2", "s3"]);
    const after = await two.version();
    expect(after).not.toBe(before);
    expect(await one.remove("shelf", "nothing")).toEqual({ is: "absent" });
    expect(await one.version()).toBe(after);
    await Promise.all([one.close(), two.close()]);
  });

  it("a resource that gets a reference while it is removed is either used or absent", async () => {
    const url = await server.createDatabase();
    const [one, two] = [await openStore(url), await openStore(url)];
    const outcomes = new Set<string>();
    for (let number = 0; number < 40; number += 1) {
      const lid = { kind: "lid", id: `l${number}`, body: {}, references: [] };
      await one.insert(lid);
      const box = { kind: "box", id: `b${number}`, body: {} };
      const references = [{ field: "lids", to: { kind: "lid", id: lid.id } }];
      const insert = (): Promise<unknown> => one.insert({ ...box, references });
      const remove = (): Promise<unknown> => two.remove("lid", lid.id);
      const writes = number % 2 === 0 ? [insert(), remove()] : [remove(), insert()];
      const results = (await Promise.all(writes)) as { is: string }[];
      outcomes.add(
        results
          .map(({ is }) => is)
          .sort()
          .join(" "),
      );
      const stored = await two.get("box", box.id);
      expect(stored?.targets.size).toBe(stored ? 1 : undefined);
    }
    expect([...outcomes].filter((each) => !["dangling done", "done used"].includes(each))).toEqual(
      [],
    );
    await Promise.all([one.close(), two.close()]);
  });

  it("concurrent writes keep the order in which they were made", async () => {
    const url = await server.createDatabase();
    const stores = [await openStore(url), await openStore(url)];
    const made: string[] = [];
    const write = async (id: string, index: number): Promise<void> => {
      await stores[index % 2]!.insert(shelf(id));
      made.push(id);
    };
    await Promise.all(Array.from({ length: 30 }, (_none, index) => write(`s${index}`, index)));
    const listed = idsOf(await listAll(stores[0]!, "shelf"));
    expect(listed.toSorted()).toEqual(made.toSorted());
    await stores[0]!.insert(shelf("last"));
    expect(idsOf(await listAll(stores[1]!, "shelf")).at(-1)).toBe("last");
    await Promise.all(stores.map((store) => store.close()));
  });
});

describe("opening", () => {
  it("rejects the tables of a newer version and does not change them", async () => {
    const url = await server.createDatabase();
    await (await openStore(url)).close();
    await server.sql(url, "UPDATE promptctl.state SET migration = 99");
    await expect(openStore(url)).rejects.toThrow(
      /written by a newer promptctl \(store version 99, supported up to \d+\)/,
    );
  });

  it("needs no privilege to create tables if they are there", async () => {
    const url = await server.createDatabase();
    await server.sql(url, "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN");
    const guestUrl = url.replace("test@", "guest@");
    await expect(openStore(guestUrl)).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be opened: permission denied for database test\w+\.$/),
      hint: expect.stringContaining("privilege CREATE"),
    });
    await (await openStore(url)).close();
    await server.sql(
      url,
      `GRANT USAGE ON SCHEMA promptctl TO guest;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA promptctl TO guest`,
    );
    const store = await filled(() => openStore(guestUrl));
    expect(await store.remove("item", "t1")).toEqual(done);
    await store.close();
  });

  it("uses a schema that an administrator has created", async () => {
    const url = await server.createDatabase();
    await server.sql(url, "DROP ROLE IF EXISTS owner; CREATE ROLE owner LOGIN");
    await server.sql(url, "CREATE SCHEMA promptctl AUTHORIZATION owner");
    const store = await filled(() => openStore(url.replace("test@", "owner@")));
    await store.close();
    await server.sql(url, "DROP OWNED BY owner");
  });
});
