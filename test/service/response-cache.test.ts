// The response cache is never stale after writes, by this store or by another one on the same file.
import { expect, it } from "vitest";
import { createResponseCache } from "../../src/service/response-cache.ts";
import { openStore, type Store } from "../../src/service/store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const put = (store: Store, id: string): unknown =>
  store.insert({ kind: "shelf", id, body: {}, references: [] });
const ids = (store: Store): string =>
  store
    .list("shelf")
    .map(({ id }) => id)
    .join(" ");

it.each([
  ["the writing store", "itself"],
  ["another writing store", "other"],
  ["a read-only store beside an open writer", "reader"],
])(
  "the cache of %s sees each write and creates each text once in between",
  async (_, observerKind) => {
    await using folder = temporaryFolder();
    const writer = await openStore(folder.file("s.sqlite"));
    put(writer, "a");
    const readOnly = { readOnly: true };
    const observer =
      observerKind === "itself"
        ? writer
        : await openStore(folder.file("s.sqlite"), observerKind === "reader" ? readOnly : {});
    let created = 0;
    const cache = createResponseCache(observer);
    const list = (): string => cache("all", () => `${(created += 1)}: ${ids(observer)}`);
    expect([list(), list()]).toEqual(["1: a", "1: a"]);
    put(writer, "b");
    expect([list(), list()]).toEqual(["2: a b", "2: a b"]);
    writer.remove("shelf", "a");
    expect([list(), list()]).toEqual(["3: b", "3: b"]);
    if (observer !== writer) observer.close();
    writer.close();
  },
);

it("a read-only store sees the writes of a writer that has closed", async () => {
  await using folder = temporaryFolder();
  (await openStore(folder.file("s.sqlite"))).close();
  const reader = await openStore(folder.file("s.sqlite"), { readOnly: true });
  const cache = createResponseCache(reader);
  const list = (): string => cache("all", () => ids(reader));
  const seen = [list()];
  for (const id of ["a", "b", "c"]) {
    const writer = await openStore(folder.file("s.sqlite"));
    put(writer, id);
    seen.push(list());
    writer.close();
    seen.push(list());
  }
  expect(seen).toEqual(["", "a", "a", "a b", "a b", "a b c", "a b c"]);
  reader.close();
});

it("a text over the limit is created each time, and cached texts stay", () => {
  let created = 0;
  const cache = createResponseCache({ version: () => "1" });
  const long = (): number =>
    cache("long", () => "x".repeat(17 * 1024 * 1024 + (created += 1))).length;
  expect(cache("short", () => "first")).toBe("first");
  expect(long()).not.toBe(long());
  expect(cache("short", () => "second")).toBe("first");
});
