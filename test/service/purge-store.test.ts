// `promptctl store purge`: afterwards no file of the store contains the text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../src/service/open-store.ts";
import { purgeStore } from "../../src/service/purge-store.ts";
import type { Store } from "../../src/service/store/stored-resource.ts";
import { folderOf } from "../io/folder.ts";

const secret = "sk-purged-0123456789";
/** On pages of its own, and on a page with others. */
const texts = [`${secret} `.repeat(4_000), secret];

/** Which files of a folder contain the secret. */
function filesWithSecret(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => readFileSync(join(folder, name)).includes(secret))
    .sort();
}

const tool = (id: string, text: string) => ({
  kind: "tool",
  id,
  body: { name: id, text },
  references: [],
});

/** A changed tool, a deleted one, and the response to a create of a prompt that contains the tool. */
async function fillWithSecrets(store: Store): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await store.insert(tool(`kept${index}`, text), { now: 1 });
    await store.replace(tool(`kept${index}`, "clean"), { now: 2 });
    await store.insert(tool(`gone${index}`, text), { now: 3 });
    await store.remove("tool", `gone${index}`, { now: Date.now() });
  }
  const responseOf = (): string =>
    JSON.stringify({ id: "p1", tools: [{ id: "kept0", text: secret }] });
  const once = { requestId: "r1", bodyDigest: "d1", now: Date.now(), responseOf };
  await store.insert({ kind: "prompt", id: "p1", body: {}, references: [] }, { now: 4, once });
  await store.insert(tool("other", "stays"), { now: 5 });
  await store.replace(tool("other", "changed"), { now: 6 });
}

const ids = ["kept0", "kept1", "gone0", "gone1"];
const removed = [
  { id: "kept0", kind: "tool", versions: 1, deletions: 0, responses: 1 },
  { id: "kept1", kind: "tool", versions: 1, deletions: 0, responses: 0 },
  { id: "gone0", versions: 0, deletions: 1, responses: 0 },
  { id: "gone1", versions: 0, deletions: 1, responses: 0 },
];

it("no file of the store has the text, also while a service has the store open", async () => {
  await using folder = folderOf({});
  const path = folder.at("store.sqlite");
  const store = await openStore(path);
  await fillWithSecrets(store);
  expect(filesWithSecret(folder.path)).not.toEqual([]);
  expect(await purgeStore({ location: path }, ids)).toEqual(removed);
  expect(readdirSync(folder.path)).toContain("store.sqlite-wal"); // searched too
  expect(filesWithSecret(folder.path)).toEqual([]);
  expect(await store.versions("tool", "kept0")).toMatchObject([{ number: 2 }]);
  expect(await store.versions("tool", "other")).toHaveLength(2);
  expect((await store.get("tool", "other"))?.resource).toEqual(tool("other", "changed"));
  await store.replace(tool("kept0", "again"), { now: 7 });
  expect((await store.versions("tool", "kept0")).map(({ number }) => number)).toEqual([3, 2]);
  await store.close();
  expect(filesWithSecret(folder.path)).toEqual([]);
});

it("the present state of a resource stays, until it is changed", async () => {
  await using folder = folderOf({});
  const path = folder.at("store.sqlite");
  const store = await openStore(path);
  await store.insert(tool("t", secret), { now: 1 });
  const purge = () => purgeStore({ location: path }, ["t", "t"]);
  expect(await purge()).toEqual([
    { id: "t", kind: "tool", versions: 0, deletions: 0, responses: 0 },
  ]);
  expect((await store.get("tool", "t"))?.resource).toEqual(tool("t", secret));
  await store.replace(tool("t", "clean"), { now: 2 });
  await purge();
  expect(filesWithSecret(folder.path)).toEqual([]);
  await store.close();
});

it("an id that the store does not have removes nothing", async () => {
  await using folder = folderOf({});
  const path = folder.at("store.sqlite");
  const store = await openStore(path);
  await fillWithSecrets(store);
  const before = await store.deletions("tool", { now: Date.now() });
  expect(await purgeStore({ location: path }, ["gone", "%", ""])).toEqual(
    ["gone", "%", ""].map((id) => ({ id, versions: 0, deletions: 0, responses: 0 })),
  );
  expect(await store.deletions("tool", { now: Date.now() })).toEqual(before);
  await store.close();
});
