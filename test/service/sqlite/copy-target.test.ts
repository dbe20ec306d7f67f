// A file that cannot be the target of promptctl store copy.
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
