// The messages for errors of the store's file.
import { expect, it } from "vitest";
import { isFailure, messageWithHint } from "../../../src/engine/model/failure.ts";
import {
  DamagedStore,
  storeFailure,
  withStoreFailure,
} from "../../../src/service/store/store-failure.ts";

const errorWith = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });
const backup = "Restore it from a backup, or delete it and run apply to create it again.";
const space = "Free some space on the disk and run the same command again.";

it.each<[Error, string]>([
  [
    errorWith("SQLITE_CORRUPT", "database disk image is malformed"),
    `The store s.db is damaged: database disk image is malformed.\n${backup}`,
  ],
  [
    errorWith("SQLITE_NOTADB", "file is not a database"),
    "The store s.db is not a SQLite database.\nName the file of a store, or restore the store from a backup.",
  ],
  [new DamagedStore("no JSON"), `The store s.db is damaged: no JSON.\n${backup}`],
  [
    errorWith("SQLITE_FULL", "database or disk is full"),
    `The store s.db cannot be used: database or disk is full.\n${space}`,
  ],
  [
    errorWith("ENOSPC", "ENOSPC: no space left on device, write"),
    `The store s.db cannot be used: no space left on device.\n${space}`,
  ],
  [
    errorWith("EACCES", "EACCES: permission denied, access '/s.db'"),
    "The store s.db cannot be used: permission denied.\nCheck the owner and the permissions of the file and its folder.",
  ],
  [
    errorWith("SQLITE_BUSY", "database is locked"),
    "The store s.db cannot be used: database is locked.\nAnother program has locked the file. Close it or wait until it ends, then run the same command again.",
  ],
  [new Error(""), "The store s.db cannot be used: unknown reason."],
  [
    errorWith("SQLITE_IOERR_WRITE", "disk I/O error"),
    "The store s.db cannot be used: disk I/O error.\nCheck that the disk has free space and works, then run the same command again.",
  ],
])("%s", (error, text) => {
  expect(messageWithHint(storeFailure("s.db", "used", error))).toBe(text);
});

it("only errors of the file become failures", async () => {
  const thrown = (problem: Error): Promise<unknown> =>
    withStoreFailure("s.db", () => Promise.reject(problem)).catch((cause: unknown) => cause);
  const bug = errorWith("SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed");
  expect(await thrown(bug)).toBe(bug);
  expect(isFailure(await thrown(errorWith("SQLITE_FULL", "full")))).toBe(true);
});
