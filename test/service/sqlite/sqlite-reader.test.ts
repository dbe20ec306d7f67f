// A read-only store repeats a read during which the file changed.
import { expect, it } from "vitest";
import { createStoreReader } from "../../../src/service/sqlite/sqlite-reader.ts";
import type { SynchronousStore } from "../../../src/service/sqlite/synchronous-store.ts";
import { openStore } from "../../../src/service/open-store.ts";
import { filled, idsOf, shelf } from "../store/store-contract.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it.each([
  ["fails, because a page looks corrupt", new Error("a page that looks corrupt")],
  ["succeeds", undefined],
])("a read during which the file changes and that %s is repeated", async (_what, failure) => {
  await using folder = temporaryFolder();
  const path = folder.file("store.db");
  const writer = await filled(() => openStore(path));
  let reads = 0;
  const list: SynchronousStore["list"] = () => {
    reads += 1;
    if (reads > 1) return { resources: [shelf("second")], targets: new Map() };
    void writer.insert(shelf("s3")); // both are complete when they return
    void writer.close();
    if (failure) throw failure;
    return { resources: [shelf("first")], targets: new Map() };
  };
  const opened = { list, close: () => {} } as Partial<SynchronousStore> as SynchronousStore;
  const reader = createStoreReader(() => opened, path);
  expect([idsOf(reader.list("shelf").resources), reads]).toEqual([["second"], 2]);
});
