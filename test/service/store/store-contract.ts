// What every store does: the same tests for SQLite and PostgreSQL.
import { maxVersions } from "../../../src/service/store/stored-version.ts";
import { describe, expect, it } from "vitest";
import {
  maxExpiredPerWrite,
  type Store,
  type StoredResource,
  type WriteState,
} from "../../../src/service/store/stored-resource.ts";
import { listAll } from "./list-all.ts";

// Invented kinds, because the store knows none: a shelf contains boxes, a box contains items and refers to lids.
export const shelf = (id: string): StoredResource => ({
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

export const idsOf = (resources: readonly StoredResource[]): string[] =>
  resources.map(({ id }) => id);
export const done = { is: "done" };

/** A store with some resources of each kind. */
export async function filled(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
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
    expect(await store.insert(resource)).toMatchObject(done);
  return store;
}

/** A store made by `filled` and migrated from one without versions has one of each resource. */
export async function expectFirstVersions(store: Store): Promise<void> {
  const first = [{ number: 1, bytes: 14 }];
  expect(await store.versions("shelf", "s1")).toEqual(first);
  expect(await store.versions("box", "b1")).toEqual(first);
  expect(await store.getVersion("shelf", "s1", 1)).toEqual(shelf("s1"));
  expect(await store.getVersion("box", "b1", 1)).toEqual(box("b1", "s1", "l2", "l1"));
  await store.replace(box("b1", "s1"), { now: 7 });
  expect(await store.versions("box", "b1")).toEqual([
    { number: 2, writtenAt: 7, bytes: 14 },
    ...first,
  ]);
}

/** Tests a store. `open` returns an empty one. */
export function storeContract(open: () => Promise<Store>): void {
  const testWith =
    (opened: () => Promise<Store>) =>
    (name: string, run: (store: Store) => Promise<void>): void =>
      it(name, async () => {
        const store = await opened();
        await run(store);
        await store.close();
      });
  const onEmpty = testWith(open);
  const onFilled = testWith(() => filled(open));

  describe("reading", () => {
    onEmpty("lists in order of creation, also after a replace, and not by id", async (store) => {
      for (const id of ["m", "z", "a"]) await store.insert(shelf(id));
      await store.replace({ ...shelf("m"), body: { label: "new" } });
      expect(idsOf(await listAll(store, "shelf"))).toEqual(["m", "z", "a"]);
      await store.remove("shelf", "a");
      await store.insert(shelf("b"));
      expect(idsOf(await listAll(store, "shelf"))).toEqual(["m", "z", "b"]);
    });

    onFilled("returns what was written, references in their order", async (store) => {
      expect((await store.get("box", "b1"))?.resource).toEqual({
        kind: "box",
        id: "b1",
        parent: { kind: "shelf", id: "s1" },
        body: { label: "b1" },
        references: [
          { field: "lids", to: { kind: "lid", id: "l2" } },
          { field: "lids", to: { kind: "lid", id: "l1" } },
        ],
      });
      expect((await store.get("shelf", "s1"))?.resource).toEqual({
        kind: "shelf",
        id: "s1",
        body: { label: "s1" },
        references: [],
      });
    });

    onFilled("returns what resources refer to, directly and through others", async (store) => {
      const chain: StoredResource = {
        ...shelf("c1"),
        references: [{ field: "boxes", to: { kind: "box", id: "b1" } }],
      };
      expect(await store.insert(chain)).toMatchObject(done);
      const found = await store.get("shelf", "c1");
      expect(found?.targets).toEqual(
        new Map([
          ["b1", expect.anything()],
          ["l2", lid("l2")],
          ["l1", lid("l1")],
        ]),
      );
      expect((await store.list("shelf")).targets).toEqual(found?.targets);
      expect((await store.list("box", { parentId: "s2" })).targets).toEqual(new Map());
      expect((await store.get("lid", "l1"))?.targets).toEqual(new Map());
    });

    onFilled("returns a long list in parts, each with its targets", async (store) => {
      const text = "x".repeat(12_500);
      const ids = Array.from({ length: 150 }, (_, index) => `long${index}`);
      for (const [index, id] of ids.entries())
        await store.insert({ ...box(id, "s1", index < 75 ? "l1" : "l2"), body: { text } });
      const first = await store.list("box", { parentId: "s1" });
      expect(first.resources.length).toBeGreaterThan(64);
      expect(first.resources.length).toBeLessThan(120);
      expect(await store.remove("box", "long149")).toEqual(done);
      const rest = await store.list("box", { parentId: "s1", after: first.next! });
      expect([first.targets.has("l1"), rest.targets.has("l2")]).toEqual([true, true]);
      expect(idsOf([...first.resources, ...rest.resources])).toEqual(["b1", ...ids.slice(0, -1)]);
    });

    onFilled("lists the children of one parent", async (store) => {
      expect(idsOf(await listAll(store, "item", "b1"))).toEqual(["t1", "t2"]);
      expect(idsOf(await listAll(store, "item", "nothing"))).toEqual([]);
      expect(idsOf(await listAll(store, "shelf", "b1"))).toEqual([]);
    });

    it.each([
      ["another kind", "box", "s1"],
      ["an unknown id", "shelf", "s9"],
      ["an id cut at a NUL", "shelf", "s1\0"],
      ["no id", "shelf", ""],
    ])("finds no resource by %s", async (_, kind, id) => {
      const store = await filled(open);
      expect(await store.get(kind, id)).toBeUndefined();
      expect(await store.remove(kind, id)).toEqual({ is: "absent" });
      await store.close();
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
    ])("rejects %s and writes nothing", async (_, resource, missing) => {
      const store = await filled(open);
      expect(await store.insert(resource)).toEqual({ is: "dangling", missing });
      expect(await store.get("box", "b9")).toBeUndefined();
      expect(await store.replace({ ...resource, id: "b1" })).toEqual({ is: "dangling", missing });
      expect((await store.get("box", "b1"))?.resource).toMatchObject({
        parent: { id: "s1" },
        references: [{ to: { id: "l2" } }, { to: { id: "l1" } }],
      });
      await store.close();
    });

    onFilled(
      "rejects a duplicate id, even of another kind, and leaves the first resource unchanged",
      async (store) => {
        await expect(store.insert({ ...lid("s1"), body: {} })).rejects.toThrow(/unique/i);
        expect((await store.get("shelf", "s1"))?.resource).toMatchObject({ body: { label: "s1" } });
        expect(await store.insert(shelf("s3"))).toMatchObject(done);
      },
    );

    onFilled("a write that fails half-way is rolled back", async (store) => {
      const halfWay = {
        ...box("b9", "s1"),
        references: [{ field: null as never, to: { kind: "lid", id: "l1" } }],
      };
      await expect(store.insert(halfWay)).rejects.toThrow(/not.null/i);
      await expect(store.replace({ ...halfWay, id: "b1" })).rejects.toThrow(/not.null/i);
      expect(await store.get("box", "b9")).toBeUndefined();
      expect((await store.get("box", "b1"))?.resource.references).toHaveLength(2);
      expect(await store.insert(box("b9", "s1"))).toMatchObject(done);
    });

    onFilled(
      "a check sees the state before the write, and rejects the write if it throws",
      async (store) => {
        const seen: WriteState[] = [];
        const check = (state: WriteState): void => {
          seen.push(state);
          throw new Error(`rejected ${seen.length}`);
        };
        await expect(store.insert(box("b9", "s1", "l1", "l9"), { check })).rejects.toThrow(
          "rejected 1",
        );
        await expect(store.replace(box("b1", "s1"), { check })).rejects.toThrow("rejected 2");
        await expect(store.remove("box", "b1", { check })).rejects.toThrow("rejected 3");
        expect(await store.replace(box("b9", "s1"), { check })).toEqual({ is: "absent" });
        expect(await store.remove("box", "b9", { check })).toEqual({ is: "absent" });
        expect(seen).toEqual([
          { targets: new Map([["l1", lid("l1")]]) },
          { current: box("b1", "s1", "l2", "l1"), targets: new Map() },
          { current: box("b1", "s1", "l2", "l1"), targets: new Map() },
        ]);
        expect((await store.get("box", "b1"))?.resource.references).toHaveLength(2);
        expect(await store.get("box", "b9")).toBeUndefined();
      },
    );

    onFilled(
      "replaces body, parent and references, and does not create a missing resource",
      async (store) => {
        expect(await store.replace(box("b1", "s2", "l1"))).toMatchObject(done);
        expect((await store.get("box", "b1"))?.resource).toMatchObject({
          parent: { id: "s2" },
          references: [{ to: { id: "l1" } }],
        });
        expect((await store.get("box", "b1"))?.resource.references).toHaveLength(1);
        expect(await store.replace(shelf("s9"))).toEqual({ is: "absent" });
        expect(await store.get("shelf", "s9")).toBeUndefined();
      },
    );
  });

  describe("a request with an identity", () => {
    const day = 24 * 60 * 60 * 1000;
    const request = (requestId: string, now: number, response = `response ${requestId}`) => ({
      once: { requestId, bodyDigest: `digest ${requestId}`, now, responseOf: () => response },
    });
    const repeated = (requestId: string) => ({
      is: "repeated",
      bodyDigest: `digest ${requestId}`,
      response: `response ${requestId}`,
    });

    onEmpty("inserts once within 24 hours; then its first response is returned", async (store) => {
      expect(await store.insert(shelf("s1"), request("r", day))).toMatchObject(done);
      expect(await store.insert(shelf("s2"), request("r", day))).toEqual(repeated("r"));
      expect(await store.remove("shelf", "s1")).toEqual(done);
      expect(await store.insert(shelf("s3"), request("r", 2 * day - 1, "other"))).toEqual(
        repeated("r"),
      );
      expect(await store.insert(shelf("s4"), request("other", day))).toMatchObject(done);
      expect(await store.insert(shelf("s5"), request("r", 2 * day))).toMatchObject(done);
      expect(idsOf(await listAll(store, "shelf"))).toEqual(["s4", "s5"]);
    });

    onEmpty("several at the same time insert once", async (store) => {
      const ids = ["s1", "s2", "s3", "s4", "s5"];
      const outcomes = await Promise.all(ids.map((id) => store.insert(shelf(id), request("r", 0))));
      expect(outcomes.map(({ is }) => is).sort()).toEqual([
        "done",
        ...Array<string>(4).fill("repeated"),
      ]);
      expect(await listAll(store, "shelf")).toHaveLength(1);
    });

    onEmpty("is not stored if it inserts nothing", async (store) => {
      expect(await store.insert(box("b1", "s1"), request("r", 0))).toMatchObject({
        is: "dangling",
      });
      const { once } = request("r", 0);
      const failing = { once: { ...once, responseOf: () => expect.fail("no response") } };
      await expect(store.insert(shelf("s1"), failing)).rejects.toThrow("no response");
      expect(await listAll(store, "shelf")).toEqual([]);
      expect(await store.insert(shelf("s1"), request("r", 0))).toMatchObject(done);
      expect(await store.insert(box("b1", "s1"), request("r", 0))).toEqual(repeated("r"));
    });

    onEmpty("deletes expired ones, the oldest first, a limited number at a time", async (store) => {
      for (let index = 0; index <= maxExpiredPerWrite; index++)
        await store.insert(shelf(`s${index}`), request(`r${index}`, index));
      await store.insert(shelf("new"), request("new", maxExpiredPerWrite + 1 + day));
      // A request with an earlier time finds what is still stored.
      const outcome = async (index: number) =>
        (await store.insert(shelf(`again${index}`), request(`r${index}`, index))).is;
      expect(await outcome(maxExpiredPerWrite)).toBe("repeated");
      expect(await outcome(maxExpiredPerWrite - 1)).toBe("done");
      expect(await outcome(0)).toBe("done");
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
      const store = await filled(open);
      expect(await store.remove("shelf", "s1", { cascadingKinds })).toEqual(done);
      for (const [kind, ids] of Object.entries(remaining))
        expect(idsOf(await listAll(store, kind))).toEqual(ids);
      await store.close();
    });

    onFilled(
      "rejects the removal of a referenced resource and returns the referring ones",
      async (store) => {
        const outcome = await store.remove("lid", "l1");
        expect(outcome).toMatchObject({
          is: "used",
          by: [{ kind: "box", id: "b1", body: { label: "b1" } }],
        });
        expect(idsOf(await listAll(store, "lid"))).toEqual(["l1", "l2"]);
      },
    );

    onFilled("a reference from a resource that is removed too does not count", async (store) => {
      await store.insert({ ...lid("l3"), parent: { kind: "shelf", id: "s1" } });
      await store.replace(box("b1", "s1", "l3"));
      expect(await store.remove("shelf", "s1", { cascadingKinds: ["lid", "box"] })).toEqual(done);
      expect(idsOf(await listAll(store, "lid"))).toEqual(["l1", "l2"]);
    });

    onFilled(
      "removing a resource removes its references, so that their targets can be removed",
      async (store) => {
        expect(await store.remove("box", "b1")).toEqual(done);
        expect(await store.remove("lid", "l1")).toEqual(done);
        await store.insert(box("b1", "s1"));
        expect((await store.get("box", "b1"))?.resource.references).toEqual([]);
        expect(await store.remove("lid", "l2")).toEqual(done);
      },
    );
  });

  onFilled(
    "a summary has the newest version and the number of children of a kind",
    async (store) => {
      await store.replace(
        { ...shelf("s1"), body: { label: "new" } },
        { now: 7, writer: { keyName: "ci" } },
      );
      await store.insert(shelf("s3"), { now: 8 });
      const summaries = await store.summaries(["s1", "s3", "none", "b1"], "box");
      expect(summaries.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
        { id: "b1", children: 0 },
        { id: "s1", writtenAt: 7, keyName: "ci", children: 1 },
        { id: "s3", writtenAt: 8, children: 0 },
      ]);
      expect(await store.summaries(["b1"], "item")).toEqual([{ id: "b1", children: 2 }]);
      expect(await store.summaries([], "item")).toEqual([]);
    },
  );

  describe("deletions", () => {
    const origin = { commit: "a".repeat(40), dirty: false };
    const verifiedRun = { repository: "octo/shop", commit: "c".repeat(40) };
    const writer = { keyName: "ci", origin, verifiedRun };
    const day = 24 * 60 * 60 * 1000;
    const placesOf = async (store: Store, kind: string, now: number): Promise<string[]> =>
      (await store.deletions(kind, { now })).map(({ id }) => id);

    onFilled(
      "a removal leaves an entry of each removed resource, with its content and who removed it",
      async (store) => {
        await store.remove("shelf", "s1", { cascadingKinds: ["box", "item"], now: 7, writer });
        const [found] = await store.deletions("shelf", { now: 8 });
        expect(found).toEqual({
          place: found!.place,
          id: "s1",
          deletedAt: 7,
          bytes: 14,
          ...writer,
        });
        expect(await placesOf(store, "box", 8)).toEqual(["b1"]);
        expect(await placesOf(store, "item", 8)).toEqual(["t2", "t1"]);
        const [removed] = await store.deletions("box", { now: 8 });
        expect(await store.getDeletion("box", removed!.place)).toEqual(box("b1", "s1", "l2", "l1"));
        expect(await store.getDeletion("shelf", removed!.place)).toBeUndefined();
      },
    );

    onFilled("a removal that is refused or rolled back leaves none", async (store) => {
      await store.remove("lid", "l1", { now: 7 });
      await store.remove("lid", "l9", { now: 7 });
      const check = (): never => {
        throw new Error("stopped");
      };
      await expect(store.remove("item", "t1", { now: 7, check })).rejects.toThrow("stopped");
      for (const kind of ["lid", "item"]) expect(await placesOf(store, kind, 8)).toEqual([]);
    });

    onFilled(
      "they are found by name, also one with characters of SQL and JSON; other names are none",
      async (store) => {
        const names = ["a", `'"\\$.name ü\u2028`, 7, null, "b".repeat(5_000)];
        for (const [index, name] of names.entries()) {
          await store.insert({ ...shelf(`n${index}`), body: { name } });
          await store.remove("shelf", `n${index}`, { now: 7 });
        }
        const found = await store.deletions("shelf", { now: 8 });
        expect(found.map(({ name }) => name)).toEqual(
          names.toReversed().map((name) => (typeof name === "string" ? name : undefined)),
        );
        for (const [index, name] of names.entries()) {
          if (typeof name !== "string") continue;
          const [only, ...others] = await store.deletions("shelf", { now: 8, name });
          expect([only!.id, others]).toEqual([`n${index}`, []]);
        }
        expect(await store.deletions("shelf", { now: 8, name: "7" })).toEqual([]);
      },
    );

    onFilled("they are kept for 90 days", async (store) => {
      for (const [id, now] of [
        ["s1", 0],
        ["s2", 5],
      ] as const)
        await store.remove("shelf", id, { now, cascadingKinds: ["box", "item"] });
      expect(await placesOf(store, "shelf", 90 * day - 1)).toEqual(["s2", "s1"]);
      expect(await placesOf(store, "shelf", 90 * day)).toEqual(["s2"]);
      const [first] = (await store.deletions("shelf", { now: 5 })).slice(-1);
      await store.remove("lid", "l1", { now: 90 * day });
      expect(await store.getDeletion("shelf", first!.place)).toBeUndefined();
    });

    onFilled("the last 1,000 of each kind are kept", async (store) => {
      for (let count = 0; count < 1_003; count += 1) {
        await store.insert({ ...lid(`x${count}`) });
        await store.remove("lid", `x${count}`, { now: count });
      }
      await store.remove("item", "t1", { now: 0 });
      const kept = await placesOf(store, "lid", 2_000);
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, "x1002", "x3"]);
      expect(await placesOf(store, "item", 2_000)).toEqual(["t1"]);
    });
  });

  describe("versions", () => {
    const labelled = (label: string): StoredResource => ({ ...shelf("s1"), body: { label } });
    const numbersOf = async (store: Store, kind: string, id: string): Promise<number[]> =>
      (await store.versions(kind, id)).map(({ number }) => number);

    onEmpty(
      "are the states after each write, newest first, with number, time and size",
      async (store) => {
        await store.insert(labelled("one"), { now: 10 });
        await store.replace(labelled("zwölf"), { now: 1_800_000_000_000 });
        await store.replace(labelled("three"));
        expect(await store.versions("shelf", "s1")).toEqual([
          { number: 3, bytes: 17 },
          { number: 2, writtenAt: 1_800_000_000_000, bytes: 18 },
          { number: 1, writtenAt: 10, bytes: 15 },
        ]);
        expect(await store.getVersion("shelf", "s1", 1)).toEqual(labelled("one"));
        expect(await store.getVersion("shelf", "s1", 2)).toEqual(labelled("zwölf"));
        expect(await store.getVersion("shelf", "s1", 3)).toEqual(labelled("three"));
      },
    );

    onEmpty(
      "have the key name, the origin and the verified run of their write, if it had them",
      async (store) => {
        const origin = {
          commit: "ab".repeat(20),
          dirty: false,
          path: "prompts/zwölf \u{1f389}.yaml",
        };
        const verifiedRun = { repository: "octo/shop", commit: "cd".repeat(20), runId: "9" };
        await store.insert(labelled("one"), {
          now: 1,
          writer: { keyName: "ci", origin, verifiedRun },
        });
        await store.replace(labelled("two"), { now: 2, writer: { keyName: "ci" } });
        await store.replace(labelled("two"), { now: 3, writer: { origin } }); // changes nothing
        await store.replace(labelled("three"), { now: 4 });
        expect(await store.versions("shelf", "s1")).toEqual([
          { number: 3, writtenAt: 4, bytes: 17 },
          { number: 2, writtenAt: 2, bytes: 15, keyName: "ci" },
          { number: 1, writtenAt: 1, bytes: 15, keyName: "ci", origin, verifiedRun },
        ]);
      },
    );

    onFilled(
      "have the parent and the references of their time, also if those were deleted since",
      async (store) => {
        expect(await store.replace(box("b1", "s2"))).toMatchObject(done);
        expect(await store.remove("lid", "l1")).toEqual(done);
        expect(await store.remove("shelf", "s1")).toEqual(done);
        expect(await store.getVersion("box", "b1", 1)).toEqual(box("b1", "s1", "l2", "l1"));
        expect(await store.getVersion("box", "b1", 2)).toEqual(box("b1", "s2"));
      },
    );

    it.each([
      ["another kind", "box", "s1", 1],
      ["an unknown id", "shelf", "s9", 1],
      ["an id cut at a NUL", "shelf", "s1\0", 1],
      ["an unknown number", "shelf", "s1", 2],
      ["a number that is too large for a column", "shelf", "s1", Number.MAX_SAFE_INTEGER],
    ])("none is found by %s", async (_, kind, id, number) => {
      const store = await filled(open);
      expect(await store.getVersion(kind, id, number)).toBeUndefined();
      if (number === 1) expect(await store.versions(kind, id)).toEqual([]);
      await store.close();
    });

    it.each<[string, (before: StoredResource) => StoredResource, number]>([
      ["nothing", (before) => ({ ...before }), 1],
      ["the order of keys", (before) => ({ ...before, body: { b: 2, a: 1 } }), 1],
      ["the body", (before) => ({ ...before, body: { a: 1, b: 3 } }), 2],
      ["the parent", (before) => ({ ...before, parent: { kind: "shelf", id: "s2" } }), 2],
      [
        "the references",
        ({ references: [first], ...rest }) => ({ ...rest, references: [first!] }),
        2,
      ],
      [
        "the order of the references",
        ({ references, ...rest }) => ({ ...rest, references: references.toReversed() }),
        2,
      ],
    ])("a replacement that changes %s", async (_, change, count) => {
      const store = await filled(open);
      const before = { ...box("b3", "s1", "l1", "l2"), body: { a: 1, b: 2 } };
      await store.insert(before);
      expect(await store.replace(change(before))).toMatchObject(done);
      expect(await store.versions("box", "b3")).toHaveLength(count);
      await store.close();
    });

    onFilled("a write that is rejected or fails adds none", async (store) => {
      const check = (): void => expect.fail("rejected");
      await expect(store.replace(labelled("new"), { check })).rejects.toThrow("rejected");
      expect(await store.replace(box("b1", "s9"))).toMatchObject({ is: "dangling" });
      await expect(store.insert(shelf("s1"))).rejects.toThrow(/unique/i);
      expect(await numbersOf(store, "shelf", "s1")).toEqual([1]);
      expect(await numbersOf(store, "box", "b1")).toEqual([1]);
    });

    onFilled(
      "are at most 50 of a resource; the oldest are deleted and no number is used twice",
      async (store) => {
        const last = maxVersions + 3;
        for (let write = 2; write <= last; write += 1)
          await store.replace(labelled(`write ${write}`));
        const numbers = await numbersOf(store, "shelf", "s1");
        expect(numbers).toEqual(Array.from({ length: 50 }, (_none, index) => last - index));
        expect(await store.getVersion("shelf", "s1", last - 50)).toBeUndefined();
        expect(await store.getVersion("shelf", "s1", last - 49)).toEqual(labelled("write 4"));
        expect(await numbersOf(store, "shelf", "s2")).toEqual([1]);
      },
    );

    onFilled("are deleted with their resource, also if its parent is deleted", async (store) => {
      await store.replace(box("b2", "s2", "l1"));
      expect(await store.remove("shelf", "s1", { cascadingKinds: ["box", "item"] })).toEqual(done);
      for (const resource of [shelf("s1"), box("b1", "s2"), item("t1", "b2")]) {
        await store.insert(resource); // with the same id, to find rows that were not deleted
        expect(await numbersOf(store, resource.kind, resource.id)).toEqual([1]);
      }
      expect(await numbersOf(store, "box", "b2")).toEqual([2, 1]);
    });

    onFilled("concurrent writes each get a number", async (store) => {
      const writes = Array.from({ length: 8 }, (_none, index) =>
        store.replace(labelled(`write ${index}`)),
      );
      await Promise.all(writes);
      expect(await numbersOf(store, "shelf", "s1")).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    });

    onFilled("reading them does not change the version of the store", async (store) => {
      const before = await store.version();
      await store.versions("shelf", "s1");
      await store.getVersion("shelf", "s1", 1);
      await store.findSession("id", 0);
      expect(await store.version()).toBe(before);
    });
  });

  describe("sessions", () => {
    const session = (idDigest: string, expiresAt: number) => ({
      idDigest,
      keyDigest: `key of ${idDigest}`,
      expiresAt,
    });

    onEmpty("are found until they expire or are closed", async (store) => {
      const now = 1_800_000_000_000;
      await store.openSession(session("a", now + 10), now);
      await store.openSession(session("b", now + 20), now);
      expect(await store.findSession("a", now + 9)).toBe("key of a");
      expect(await store.findSession("a", now + 10)).toBeUndefined();
      expect(await store.findSession("b", now + 10)).toBe("key of b");
      expect(await store.findSession("c", now)).toBeUndefined();
      await store.closeSession("b");
      await store.closeSession("b");
      expect(await store.findSession("b", now)).toBeUndefined();
      expect(await store.findSession("a", now)).toBe("key of a");
    });

    onEmpty("one with the id of another is refused, and the first one stays", async (store) => {
      await store.openSession(session("a", 10), 0);
      const other = { ...session("a", 10), keyDigest: "other key" };
      await expect(store.openSession(other, 0)).rejects.toThrow(/unique/i);
      expect(await store.findSession("a", 0)).toBe("key of a");
    });

    onEmpty(
      "opening one deletes expired ones, the oldest first, a limited number at a time",
      async (store) => {
        for (let index = 0; index <= maxExpiredPerWrite; index += 1)
          await store.openSession(session(`s${index}`, 100 + index), 0);
        await store.openSession(session("new", 2_000), 1_000);
        // An earlier time finds what is still stored.
        expect(await store.findSession(`s${maxExpiredPerWrite}`, 0)).toBeDefined();
        expect(await store.findSession(`s${maxExpiredPerWrite - 1}`, 0)).toBeUndefined();
        expect(await store.findSession("s0", 0)).toBeUndefined();
        expect(await store.findSession("new", 1_000)).toBe("key of new");
      },
    );
  });
}
