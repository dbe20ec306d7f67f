// The response cache is never stale after writes, by this store or by another one on the same file.
import { expect, it } from "vitest";
import {
  createResponseCache,
  sharedCall,
} from "../../../../src/service/http/resources/response-cache.ts";
import { openStore } from "../../../../src/service/open-store.ts";
import type { Store } from "../../../../src/service/store/stored-resource.ts";
import { listAll } from "../../store/list-all.ts";
import { folderOf } from "../../../io/folder.ts";
import { setImmediate as nextTurn } from "node:timers/promises";

const put = (store: Store, id: string): Promise<unknown> =>
  store.insert({ kind: "shelf", id, body: {}, references: [] });
const lengthOf = (text: string): number => text.length;
const ids = async (store: Store): Promise<string> =>
  (await listAll(store, "shelf")).map(({ id }) => id).join(" ");

it.each([
  ["the writing store", "itself"],
  ["another writing store", "other"],
  ["a read-only store beside an open writer", "reader"],
])(
  "the cache of %s sees each write and creates each text once in between",
  async (_, observerKind) => {
    await using folder = folderOf();
    const writer = await openStore(folder.at("s.sqlite"));
    await put(writer, "a");
    const readOnly = { readOnly: true };
    const observer =
      observerKind === "itself"
        ? writer
        : await openStore(folder.at("s.sqlite"), observerKind === "reader" ? readOnly : {});
    let created = 0;
    const cache = createResponseCache<string>(observer, lengthOf);
    const list = () => cache("all", async () => `${(created += 1)}: ${await ids(observer)}`);
    expect([await list(), await list()]).toEqual(["1: a", "1: a"]);
    await put(writer, "b");
    expect([await list(), await list()]).toEqual(["2: a b", "2: a b"]);
    await writer.remove("shelf", "a");
    expect([await list(), await list()]).toEqual(["3: b", "3: b"]);
    if (observer !== writer) await observer.close();
    await writer.close();
  },
);

it("a read-only store sees the writes of a writer that has closed", async () => {
  await using folder = folderOf();
  await (await openStore(folder.at("s.sqlite"))).close();
  const reader = await openStore(folder.at("s.sqlite"), { readOnly: true });
  const cache = createResponseCache<string>(reader, lengthOf);
  const list = () => cache("all", () => ids(reader));
  const seen = [await list()];
  for (const id of ["a", "b", "c"]) {
    const writer = await openStore(folder.at("s.sqlite"));
    await put(writer, id);
    seen.push(await list());
    await writer.close();
    seen.push(await list());
  }
  expect(seen).toEqual(["", "a", "a", "a b", "a b", "a b c", "a b c"]);
  await reader.close();
});

it("a text over the limit is created each time, and cached texts stay", async () => {
  let created = 0;
  const cache = createResponseCache<string>({ version: async () => "1" }, lengthOf);
  const long = () => cache("long", async () => "x".repeat(17 * 1024 * 1024 + (created += 1)));
  expect(await cache("short", async () => "first")).toBe("first");
  expect(await long()).not.toBe(await long());
  expect(await cache("short", async () => "second")).toBe("first");
});

it("a text read before a write is not cached after it", async () => {
  let version = "1";
  const cache = createResponseCache<string>({ version: async () => version }, lengthOf);
  let finish = (_text: string): void => {};
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const slow = cache("all", () => {
    begin();
    return new Promise<string>((resolve) => (finish = resolve));
  });
  await begun; // the version is read, and the text is being read
  version = "2";
  expect(await cache("other", async () => "other")).toBe("other");
  finish("old");
  expect(await slow).toBe("old");
  expect(await cache("all", async () => "new")).toBe("new");
});

it("requests for one text at the same time share it, but not its failure with later ones", async () => {
  const cache = createResponseCache<string>({ version: async () => "1" }, lengthOf);
  let created = 0;
  const failing = () =>
    cache("all", async () => {
      created += 1;
      throw new Error("the store is busy");
    });
  const outcomes = await Promise.allSettled([failing(), failing()]);
  expect([outcomes.map(({ status }) => status), created]).toEqual([["rejected", "rejected"], 1]);
  const succeeding = () => cache("all", async () => `text ${(created += 1)}`);
  expect(await Promise.all([succeeding(), succeeding()])).toEqual(["text 2", "text 2"]);
});

it("the oldest texts make room for new ones", async () => {
  const cache = createResponseCache<string>({ version: async () => "1" }, lengthOf);
  const created: string[] = [];
  const get = (key: string) =>
    cache(key, async () => {
      created.push(key);
      return "x".repeat(6 * 1024 * 1024);
    });
  for (const key of ["a", "b", "c", "c", "b", "a"]) await get(key);
  expect(created).toEqual(["a", "b", "c", "a"]);
});

it("is one call for all in one turn of the event loop, and begins after them", async () => {
  const log: string[] = [];
  let calls = 0;
  const shared = sharedCall(async () => {
    log.push("call");
    return (calls += 1);
  });
  const first = [shared(), shared()];
  await Promise.resolve();
  first.push(shared());
  log.push("asked");
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  expect(log).toEqual(["asked", "call"]);
  expect(await shared()).toBe(2);
});

it("does not wait for a call that began earlier", async () => {
  const results = [new Promise<string>(() => {}), Promise.resolve("new")];
  const shared = sharedCall(() => results.shift()!);
  void shared();
  await nextTurn();
  await nextTurn();
  expect(await shared()).toBe("new");
});

it("gives an error to all who share the call, and calls again for the next one", async () => {
  const results = [() => Promise.reject(new Error("lost")), () => Promise.resolve("new")];
  const shared = sharedCall(() => results.shift()!());
  const outcomes = await Promise.allSettled([shared(), shared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared()).toBe("new");
});
