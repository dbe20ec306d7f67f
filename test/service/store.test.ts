import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/service/store.ts";
import type { StoredResource } from "../../src/service/stored-resource.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// Invented kinds, because the store knows none: a shelf contains boxes, a box contains items and refers to lids.
const shelf = (id: string): StoredResource => ({
  kind: "shelf",
  id,
  body: { label: id },
  references: [],
});
const box = (id: string, parent: string, ...lids: string[]): StoredResource => ({
  kind: "box",
  id,
  parent: { kind: "shelf", id: parent },
  body: { label: id },
  references: lids.map((to) => ({ field: "lids", to: { kind: "lid", id: to } })),
});
const item = (id: string, parent: string): StoredResource => ({
  kind: "item",
  id,
  parent: { kind: "box", id: parent },
  body: {},
  references: [],
});
const lid = (id: string): StoredResource => ({
  kind: "lid",
  id,
  body: { size: 3 },
  references: [],
});

const idsOf = (resources: readonly StoredResource[]): string[] => resources.map(({ id }) => id);
const done = { is: "done" };

async function filled(path = ":memory:"): Promise<Store> {
  const store = await openStore(path);
  for (const resource of [
    shelf("s1"),
    shelf("s2"),
    lid("l1"),
    lid("l2"),
    box("b1", "s1", "l2", "l1"),
    box("b2", "s2"),
    item("t1", "b1"),
    item("t2", "b1"),
    item("t3", "b2"),
  ])
    expect(store.insert(resource)).toEqual(done);
  return store;
}

describe("reading", () => {
  it("lists in order of creation, also after a replace, and not by id", async () => {
    const store = await openStore(":memory:");
    for (const id of ["m", "z", "a"]) store.insert(shelf(id));
    store.replace({ ...shelf("m"), body: { label: "new" } });
    expect(idsOf(store.list("shelf"))).toEqual(["m", "z", "a"]);
    store.remove("shelf", "a");
    store.insert(shelf("b"));
    expect(idsOf(store.list("shelf"))).toEqual(["m", "z", "b"]);
    store.close();
  });

  it("returns what was written, references in their order", async () => {
    const store = await filled();
    expect(store.get("box", "b1")).toEqual({
      kind: "box",
      id: "b1",
      parent: { kind: "shelf", id: "s1" },
      body: { label: "b1" },
      references: [
        { field: "lids", to: { kind: "lid", id: "l2" } },
        { field: "lids", to: { kind: "lid", id: "l1" } },
      ],
    });
    expect(store.get("shelf", "s1")).toEqual({
      kind: "shelf",
      id: "s1",
      body: { label: "s1" },
      references: [],
    });
    store.close();
  });

  it("lists the children of one parent", async () => {
    const store = await filled();
    expect(idsOf(store.list("item", "b1"))).toEqual(["t1", "t2"]);
    expect(idsOf(store.list("item", "nothing"))).toEqual([]);
    expect(idsOf(store.list("shelf", "b1"))).toEqual([]);
    store.close();
  });

  it.each([
    ["another kind", "box", "s1"],
    ["an unknown id", "shelf", "s9"],
    ["an id cut at a NUL", "shelf", "s1\0"],
    ["no id", "shelf", ""],
  ])("finds no resource by %s", async (_, kind, id) => {
    const store = await filled();
    expect(store.get(kind, id)).toBeUndefined();
    expect(store.remove(kind, id)).toEqual({ is: "absent" });
    store.close();
  });
});

describe("writing", () => {
  it.each<[string, StoredResource, unknown]>([
    ["an unknown parent", box("b9", "s9"), [{ kind: "shelf", id: "s9" }]],
    ["a parent of another kind", box("b9", "l1"), [{ kind: "shelf", id: "l1" }]],
    [
      "unknown references without repeats",
      box("b9", "s1", "l1", "l8", "l8", "l9"),
      [
        { kind: "lid", id: "l8" },
        { kind: "lid", id: "l9" },
      ],
    ],
  ])("rejects %s and writes nothing", async (_, resource, targets) => {
    const store = await filled();
    expect(store.insert(resource)).toEqual({ is: "dangling", targets });
    expect(store.get("box", "b9")).toBeUndefined();
    expect(store.replace({ ...resource, id: "b1" })).toEqual({ is: "dangling", targets });
    expect(store.get("box", "b1")).toMatchObject({
      parent: { id: "s1" },
      references: [{ to: { id: "l2" } }, { to: { id: "l1" } }],
    });
    store.close();
  });

  it("rejects a duplicate id, even of another kind, and leaves the first resource unchanged", async () => {
    const store = await filled();
    expect(() => store.insert({ ...lid("s1"), body: {} })).toThrow(/UNIQUE/);
    expect(store.get("shelf", "s1")).toMatchObject({ body: { label: "s1" } });
    expect(store.insert(shelf("s3"))).toEqual(done);
    store.close();
  });

  it("a write that fails half-way is rolled back", async () => {
    const store = await filled();
    const halfWay = {
      ...box("b9", "s1"),
      references: [{ field: null as never, to: { kind: "lid", id: "l1" } }],
    };
    expect(() => store.insert(halfWay)).toThrow(/NOT NULL/);
    expect(() => store.replace({ ...halfWay, id: "b1" })).toThrow(/NOT NULL/);
    expect(store.get("box", "b9")).toBeUndefined();
    expect(store.get("box", "b1")?.references).toHaveLength(2);
    expect(store.insert(box("b9", "s1"))).toEqual(done);
    store.close();
  });

  it("replaces body, parent and references, and does not create a missing resource", async () => {
    const store = await filled();
    expect(store.replace(box("b1", "s2", "l1"))).toEqual(done);
    expect(store.get("box", "b1")).toMatchObject({
      parent: { id: "s2" },
      references: [{ to: { id: "l1" } }],
    });
    expect(store.get("box", "b1")?.references).toHaveLength(1);
    expect(store.replace(shelf("s9"))).toEqual({ is: "absent" });
    expect(store.get("shelf", "s9")).toBeUndefined();
    store.close();
  });
});

describe("removing", () => {
  it.each<[string, readonly string[], { shelf: string[]; box: string[]; item: string[] }]>([
    ["alone", [], { shelf: ["s2"], box: ["b1", "b2"], item: ["t1", "t2", "t3"] }],
    ["with its children", ["box"], { shelf: ["s2"], box: ["b2"], item: ["t1", "t2", "t3"] }],
    ["with all descendants", ["box", "item"], { shelf: ["s2"], box: ["b2"], item: ["t3"] }],
    [
      "without grandchildren whose parent stays",
      ["item"],
      { shelf: ["s2"], box: ["b1", "b2"], item: ["t1", "t2", "t3"] },
    ],
  ])("removes a parent %s", async (_, cascadingKinds, remaining) => {
    const store = await filled();
    expect(store.remove("shelf", "s1", cascadingKinds)).toEqual(done);
    for (const [kind, ids] of Object.entries(remaining))
      expect(idsOf(store.list(kind))).toEqual(ids);
    store.close();
  });

  it("rejects the removal of a referenced resource and returns the referring ones", async () => {
    const store = await filled();
    const outcome = store.remove("lid", "l1");
    expect(outcome).toMatchObject({
      is: "used",
      by: [{ kind: "box", id: "b1", body: { label: "b1" } }],
    });
    expect(idsOf(store.list("lid"))).toEqual(["l1", "l2"]);
    store.close();
  });

  it("a reference from a resource that is removed too does not count", async () => {
    const store = await filled();
    store.insert({ ...lid("l3"), parent: { kind: "shelf", id: "s1" } });
    store.replace(box("b1", "s1", "l3"));
    expect(store.remove("shelf", "s1", ["lid", "box"])).toEqual(done);
    expect(idsOf(store.list("lid"))).toEqual(["l1", "l2"]);
    store.close();
  });

  it("removing a resource removes its references, so that their targets can be removed", async () => {
    const store = await filled();
    expect(store.remove("box", "b1")).toEqual(done);
    expect(store.remove("lid", "l1")).toEqual(done);
    store.insert(box("b1", "s1"));
    expect(store.get("box", "b1")?.references).toEqual([]);
    expect(store.remove("lid", "l2")).toEqual(done);
    store.close();
  });
});

describe("the file", () => {
  it("keeps its content when it is reopened, and is created with its folder", async () => {
    await using folder = temporaryFolder();
    const path = folder.file("a b/ü?#%/store.db");
    (await filled(path)).close();
    const store = await openStore(path);
    expect(idsOf(store.list("box"))).toEqual(["b1", "b2"]);
    expect(store.remove("lid", "l1")).toMatchObject({ is: "used" });
    expect(store.insert(shelf("s3"))).toEqual(done);
    expect(idsOf(store.list("shelf"))).toEqual(["s1", "s2", "s3"]);
    store.close();
  });

  it("two connections can write and see each other's writes", async () => {
    await using folder = temporaryFolder();
    const one = await filled(folder.file("store.db"));
    const two = await openStore(folder.file("store.db"));
    expect(two.insert(shelf("s3"))).toEqual(done);
    expect(one.insert(shelf("s4"))).toEqual(done);
    expect(idsOf(one.list("shelf"))).toEqual(["s1", "s2", "s3", "s4"]);
    expect(one.remove("shelf", "s3")).toEqual(done);
    expect(two.get("shelf", "s3")).toBeUndefined();
    one.close();
    expect(two.insert(shelf("s5"))).toEqual(done);
    two.close();
  });

  it("eight concurrent opens of a new file create one store", async () => {
    await using folder = temporaryFolder();
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openStore(folder.file("store.db"))),
    );
    stores.forEach((store, index) => expect(store.insert(shelf(`s${index}`))).toEqual(done));
    expect(stores[0]!.list("shelf")).toHaveLength(8);
    for (const store of stores) store.close();
  });

  it("a snapshot does not see writes made during it", async () => {
    await using folder = temporaryFolder();
    const one = await filled(folder.file("store.db"));
    const two = await openStore(folder.file("store.db"));
    one.snapshot(() => {
      expect(one.list("shelf")).toHaveLength(2);
      two.insert(shelf("s3"));
      expect(one.list("shelf")).toHaveLength(2);
    });
    expect(one.list("shelf")).toHaveLength(3);
    one.close();
    two.close();
  });

  it("of a newer version is rejected and not changed", async () => {
    await using folder = temporaryFolder();
    const path = folder.file("store.db");
    (await filled(path)).close();
    await withSql(path, "PRAGMA user_version = 99");
    const before = readFileSync(path);
    const message = /written by a newer promptctl \(store version 99, supported up to 1\)/;
    await expect(openStore(path)).rejects.toThrow(message);
    await expect(openStore(path, { readOnly: true })).rejects.toThrow(message);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("that is another database, or no database, is rejected", async () => {
    await using folder = temporaryFolder();
    await withSql(folder.file("other.db"), "CREATE TABLE birds (name TEXT)");
    await expect(openStore(folder.file("other.db"))).rejects.toThrow(
      /is a database, but not a promptctl store/,
    );
    writeFileSync(
      folder.file("text.db"),
      "not a database, but long enough to be read as one\n".repeat(50),
    );
    await expect(openStore(folder.file("text.db"))).rejects.toThrow(/not a database/);
  });
});

describe("a damaged file", () => {
  it.each([
    ["a body that is not UTF-8", "UPDATE resources SET body = CAST(x'7b22ff227d' AS TEXT)"],
    ["a body that is not JSON", "UPDATE resources SET body = '{'"],
    ["an id that is not UTF-8", "UPDATE resources SET id = CAST(x'ff' AS TEXT) WHERE id = 's1'"],
    ["a parent that is not UTF-8", "UPDATE resources SET parent_id = CAST(x'ff' AS TEXT)"],
  ])("%s: the error names the file, and the process does not abort", async (_, sql) => {
    await using folder = temporaryFolder();
    const path = folder.file("store.db");
    (await filled(path)).close();
    await withSql(path, `PRAGMA ignore_check_constraints = 1; ${sql}`);
    for (const readOnly of [false, true]) {
      const store = await openStore(path, { readOnly });
      const list = (): unknown => [store.list("shelf"), store.list("box")];
      expect(list).toThrow(
        `The store ${path} is damaged: a resource in it is not valid UTF-8 or JSON.`,
      );
      expect(() => store.snapshot(list)).toThrow(`The store ${path} is damaged`);
      store.close();
    }
  });
});

describe("opening for reading only", () => {
  it("reads without changing file or folder", async () => {
    await using folder = temporaryFolder();
    (await filled(folder.file("first.db"))).close();
    await using copy = temporaryFolder(); // only the file, as after the end of its writer
    const path = copy.file("store.db");
    copyFileSync(folder.file("first.db"), path);
    const before = [readdirSync(copy.path), statSync(path).mtimeMs, readFileSync(path)] as const;
    const store = await openStore(path, { readOnly: true });
    expect(idsOf(store.list("box"))).toEqual(["b1", "b2"]);
    expect(store.get("box", "b1")?.references).toHaveLength(2);
    expect(() => store.insert(shelf("s3"))).toThrow(/open for reading only/);
    expect(() => store.remove("shelf", "s1")).toThrow(/open for reading only/);
    store.close();
    expect([readdirSync(copy.path), statSync(path).mtimeMs, readFileSync(path)]).toEqual(before);
  });

  it("sees the writes of another connection, before and after it closes", async () => {
    await using folder = temporaryFolder();
    const path = folder.file("store.db");
    (await filled(path)).close();
    const reader = await openStore(path, { readOnly: true });
    const look = (): string[] => {
      const alone = idsOf(reader.list("shelf"));
      expect(reader.snapshot(() => idsOf(reader.list("shelf")))).toEqual(alone);
      return alone;
    };
    expect(look()).toEqual(["s1", "s2"]);
    const writer = await openStore(path);
    writer.insert(shelf("s3"));
    expect(look()).toEqual(["s1", "s2", "s3"]);
    writer.insert(shelf("s4"));
    writer.close();
    expect(look()).toEqual(["s1", "s2", "s3", "s4"]);
    reader.close();
  });

  it("repeats a read during which the file changed", async () => {
    await using folder = temporaryFolder();
    const path = folder.file("store.db");
    (await filled(path)).close();
    const reader = await openStore(path, { readOnly: true });
    const writer = await openStore(path);
    let reads = 0;
    const seen = reader.snapshot(() => {
      reads += 1;
      const before = idsOf(reader.list("shelf"));
      if (reads > 1) return before;
      writer.insert(shelf("s3"));
      writer.close();
      throw new Error("a page that looks corrupt");
    });
    expect([seen, reads]).toEqual([["s1", "s2", "s3"], 2]);
    reader.close();
  });

  it("reads within a snapshot see one state, even if another connection writes between them", async () => {
    await using folder = temporaryFolder();
    const path = folder.file("store.db");
    (await filled(path)).close();
    const reader = await openStore(path, { readOnly: true });
    const writer = await openStore(path);
    let next = 3;
    const [first, second] = reader.snapshot(() => {
      const before = idsOf(reader.list("shelf"));
      if (next < 5) writer.insert(shelf(`s${next++}`));
      return [before, idsOf(reader.list("shelf"))];
    });
    expect(second).toEqual(first);
    writer.close();
    reader.close();
  });

  it("fails for a missing file and does not create it", async () => {
    await using folder = temporaryFolder();
    await expect(openStore(folder.file("store.db"), { readOnly: true })).rejects.toThrow(
      /There is no store at .*store\.db/,
    );
    expect(existsSync(folder.file("store.db"))).toBe(false);
  });

  it.each([
    ["no bytes", () => Promise.resolve()],
    ["no tables", (path: string) => withSql(path, "PRAGMA journal_mode = WAL")],
  ])("reads a file with %s as an empty store, until it is written", async (_what, create) => {
    await using folder = temporaryFolder();
    const path = folder.file("store.db");
    writeFileSync(path, "");
    await create(path);
    const before = readFileSync(path);
    const reader = await openStore(path, { readOnly: true });
    expect(reader.list("shelf")).toEqual([]);
    expect(() => reader.insert(shelf("s1"))).toThrow("open for reading only");
    expect(readFileSync(path).equals(before)).toBe(true);
    (await filled(path)).close();
    expect(reader.list("shelf")).not.toEqual([]);
    reader.close();
  });

  it("opens an empty store in memory that rejects writes", async () => {
    const store = await openStore(":memory:", { readOnly: true });
    expect(store.list("shelf")).toEqual([]);
    expect(() => store.insert(shelf("s1"))).toThrow(/readonly/);
    store.close();
  });
});

async function withSql(path: string, sql: string): Promise<void> {
  const { default: Database } = await import("libsql");
  const database = new Database(path);
  database.exec(sql);
  database.close();
}
