// What is kept is never stale: writes by this store and by another over the same file are seen.
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
  ["the writer itself", "itself"],
  ["another writer", "other"],
  ["a reader beside an open writer", "reader"],
])("%s sees each write, and makes nothing twice in between", async (_, who) => {
  await using folder = temporaryFolder();
  const writer = await openStore(folder.file("s.sqlite"));
  put(writer, "a");
  const readOnly = { readOnly: true };
  const seer =
    who === "itself"
      ? writer
      : await openStore(folder.file("s.sqlite"), who === "reader" ? readOnly : {});
  let made = 0;
  const kept = createResponseCache(seer);
  const list = (): string => kept("all", () => `${(made += 1)}: ${ids(seer)}`);
  expect([list(), list()]).toEqual(["1: a", "1: a"]);
  put(writer, "b");
  expect([list(), list()]).toEqual(["2: a b", "2: a b"]);
  writer.remove("shelf", "a");
  expect([list(), list()]).toEqual(["3: b", "3: b"]);
  if (seer !== writer) seer.close();
  writer.close();
});

it("a reader of a file at rest sees what a writer left when it closed", async () => {
  await using folder = temporaryFolder();
  (await openStore(folder.file("s.sqlite"))).close();
  const reader = await openStore(folder.file("s.sqlite"), { readOnly: true });
  const kept = createResponseCache(reader);
  const list = (): string => kept("all", () => ids(reader));
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

it("a text that is too long is made each time, and others stay", () => {
  let made = 0;
  const kept = createResponseCache({ version: () => "1" });
  const long = (): number => kept("long", () => "x".repeat(17 * 1024 * 1024 + (made += 1))).length;
  expect(kept("short", () => "first")).toBe("first");
  expect(long()).not.toBe(long());
  expect(kept("short", () => "second")).toBe("first");
});
