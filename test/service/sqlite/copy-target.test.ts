// The file that promptctl store copy writes, and one that it cannot write.
import { copyFileSync } from "node:fs";
import { expect, it } from "vitest";
import { copyStore } from "../../../src/service/copy-store.ts";
import { openStore } from "../../../src/service/open-store.ts";
import { folderOf, rejectionOf } from "../../io/folder.ts";

it("a target that is no database is a failure with its path", async () => {
  await using folder = folderOf({ "text.sqlite": "no database\n".repeat(100) });
  const [from, to] = [folder.at("from.sqlite"), folder.at("text.sqlite")];
  await (await openStore(from)).close();
  const { message } = await rejectionOf(copyStore({ location: from }, { location: to }));
  expect(message).toBe(`The store ${to} is not a SQLite database.`);
});

it("the target is one file, which can be moved", async () => {
  await using folder = folderOf({});
  const [from, to, moved] = ["from", "to", "moved"].map((name) => folder.at(`${name}.sqlite`));
  const store = await openStore(from!);
  await store.insert({ kind: "tool", id: "t", body: {}, references: [] });
  await store.close();
  await copyStore({ location: from! }, { location: to! });
  copyFileSync(to!, moved!);
  const copied = await copyStore({ location: moved! }, { location: folder.at("again.sqlite") });
  expect(copied.resources).toBe(1);
});
