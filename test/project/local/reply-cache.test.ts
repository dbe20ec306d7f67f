// The files of the reply cache: which are read, and what is written.
import { chmodSync, lstatSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { expect, it } from "vitest";
import type { CachedReply, ReplyCache } from "../../../src/engine/model/ports.ts";
import { defaultMaxAgeMs, openReplyCache } from "../../../src/project/local/reply-cache.ts";
import { withoutPermission } from "../../fixtures/other-user.ts";
import { type Folder, folderOf } from "../../io/folder.ts";

const today = new Date("2026-01-20T00:00:00Z");
const key = "a".repeat(64);
const path = `.promptctl/replies/${key}.json`;
const reply: CachedReply = { date: "2026-01-19T00:00:00.000Z", reply: { text: "Hi" } };

function cacheOf(folder: Folder, warnings: string[] = []): ReplyCache {
  const warn = (why: string): void => void warnings.push(why);
  return openReplyCache(folder.path, { maxAgeMs: defaultMaxAgeMs, time: () => today, warn });
}

it("a reply is one file, which only its owner can read and git ignores", async () => {
  await using folder = folderOf();
  cacheOf(folder).write(key, reply);
  expect(cacheOf(folder).read(key)).toEqual(reply);
  expect(readdirSync(folder.at(".promptctl/replies"))).toEqual([`${key}.json`]);
  expect(lstatSync(folder.at(path)).mode & 0o777).toBe(0o600);
  expect(lstatSync(folder.at(".promptctl/replies")).mode & 0o777).toBe(0o700);
  expect(folder.read(".promptctl/.gitignore")).toBe("*\n");
});

it.each([
  ["an empty file", ""],
  ["half of a file", JSON.stringify(reply).slice(0, 30)],
  ["another value", "[]"],
  ["no date", JSON.stringify({ reply: {} })],
  ["a date that is none", JSON.stringify({ ...reply, date: "yesterday" })],
  ["no reply", JSON.stringify({ date: reply.date })],
  ["a reply that is too old", JSON.stringify({ ...reply, date: "2026-01-05T23:59:59.000Z" })],
  ["a file of 9 MB", JSON.stringify({ ...reply, reply: { text: "x".repeat(9_000_000) } })],
])("%s is ignored, and replaced", async (_, content) => {
  await using folder = folderOf({ [path]: content });
  const cache = cacheOf(folder);
  expect(cache.read(key)).toBeUndefined();
  cache.write(key, reply);
  expect(cache.read(key)).toEqual(reply);
});

it("a file .promptctl: nothing is read, and a warning says that replies cannot be kept", async () => {
  await using folder = folderOf({ ".promptctl": "" });
  const warnings: string[] = [];
  const cache = cacheOf(folder, warnings);
  expect(cache.read(key)).toBeUndefined();
  cache.write(key, reply);
  expect(warnings).toEqual([
    "There is a file .promptctl, but promptctl needs a folder with this name",
  ]);
});

it("a link is ignored, and replaced", async () => {
  await using folder = folderOf({ "other.json": JSON.stringify(reply) });
  folder.link(path, folder.at("other.json"));
  const cache = cacheOf(folder);
  expect(cache.read(key)).toBeUndefined();
  cache.write(key, { ...reply, reply: { text: "new" } });
  expect(lstatSync(folder.at(path)).isFile()).toBe(true);
  expect(folder.read("other.json")).toBe(JSON.stringify(reply));
});

it("a cache that cannot be written warns once, and the replies are lost", async () => {
  await using folder = folderOf({ ".promptctl/replies": "a file" });
  const warnings: string[] = [];
  const cache = cacheOf(folder, warnings);
  cache.write(key, reply);
  cache.write(key, reply);
  expect([warnings.length, cache.read(key)]).toEqual([1, undefined]);
});

it("so does a cache in a folder of another user", async () => {
  await using folder = folderOf({ ".promptctl/replies/a": "" });
  chmodSync(folder.path, 0o755);
  const warnings: string[] = [];
  await withoutPermission(folder.at(".promptctl"), 0o755, async () => {
    const cache = cacheOf(folder, warnings);
    cache.write(key, reply);
    expect(cache.read(key)).toBeUndefined();
  });
  expect(warnings).toEqual(["permission denied"]);
});

it("the first write removes what is older than 14 days, also leftovers of killed runs", async () => {
  await using folder = folderOf({ ".promptctl/replies/old.json": "{}" });
  mkdirSync(folder.at(".promptctl/replies/.a.json-x7"));
  for (const name of ["old.json", ".a.json-x7"])
    utimesSync(
      folder.at(`.promptctl/replies/${name}`),
      new Date("2026-01-05"),
      new Date("2026-01-05"),
    );
  folder.write(".promptctl/replies/young.json", "{}");
  cacheOf(folder).write(key, reply);
  const names = readdirSync(folder.at(".promptctl/replies"));
  expect(names.sort()).toEqual([`${key}.json`, "young.json"]);
});
