// Runs in processes of their own that share a reply cache: side by side, and killed.
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { type Folder, folderOf } from "../io/folder.ts";
import { fakeProvider, type ScriptedResponse } from "./fake-provider.ts";
import { claudeReply } from "./replies.ts";

/** Makes 12 calls, two at once, and prints whether each was live or cached. */
const program = `
import { openReplyCache } from "../../src/project/local/reply-cache.ts";
import { callsTo, kindOf, trialOf } from "./calls-fixture.ts";
const [url, root] = process.argv.slice(2);
const cache = openReplyCache(root, { maxAgeMs: 1e9, time: () => new Date(0), warn: console.error });
const calls = callsTo(url, { cache, maximum: 2 });
const texts = Array.from({ length: 12 }, (_, index) => "text " + index);
void Promise.all(texts.map((text) => calls.call(trialOf({ text })))).then((all) =>
  console.log(JSON.stringify(all.map(kindOf))),
);
`;

async function programIn(folder: Folder): Promise<(url: string) => ChildProcess> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    logLevel: "error",
  });
  writeFileSync(folder.at("program.cjs"), outputFiles[0]!.contents);
  return (url) => spawn(process.execPath, [folder.at("program.cjs"), url, folder.path]);
}

async function kindsOf(child: ChildProcess): Promise<string[]> {
  return JSON.parse(await text(child.stdout!)) as string[];
}

const reply: ScriptedResponse = { body: claudeReply("Hi") };
const all = (kind: string): string[] => Array.from({ length: 12 }, () => kind);

it("two runs side by side lose nothing: the next run makes no call", async () => {
  await using folder = folderOf();
  await using fake = await fakeProvider(reply);
  const run = await programIn(folder);
  await Promise.all([kindsOf(run(fake.url)), kindsOf(run(fake.url))]);
  const made = fake.requests.length;
  expect(await kindsOf(run(fake.url))).toEqual(all("cached"));
  expect(fake.requests).toHaveLength(made);
});

it("after kill -9, the same command repays only the calls in progress", async () => {
  await using folder = folderOf();
  let isStalling = true;
  let markStalled = (): void => {};
  const stalled = new Promise<void>((resolve) => {
    markStalled = resolve;
  });
  await using fake = await fakeProvider((_, index) => {
    if (!isStalling || index < 6) return reply;
    if (index === 7) markStalled(); // both calls in progress
    return { stall: "before headers" };
  });
  const run = await programIn(folder);
  const killed = run(fake.url);
  const ended = new Promise((resolve) => killed.once("exit", resolve));
  await stalled;
  killed.kill("SIGKILL");
  await ended;
  isStalling = false;
  const kinds = await kindsOf(run(fake.url));
  expect(kinds.filter((kind) => kind === "cached")).toHaveLength(6);
  expect(kinds.filter((kind) => kind === "live")).toHaveLength(6);
  expect(fake.requests).toHaveLength(12 + 2);
});
