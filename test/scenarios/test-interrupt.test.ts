// An interrupted and a killed `promptctl test` of the built program: the same command pays only for what
// was in progress.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it, test } from "vitest";
import { greetingProject } from "../fixtures/support-project.ts";
import { processesWith } from "../io/commands/programs.ts";
import { type Folder, folderOf } from "../io/folder.ts";
import { fakeProvider, type FakeProvider } from "../providers/fake-provider.ts";
import { claudeReply } from "../providers/replies.ts";
import { builtProgram } from "../fixtures/built.ts";

const main = builtProgram;
const caseCount = 12;
const names = Array.from({ length: caseCount }, (_none, index) => `n${index}`);
const files = greetingProject(names);

/** A provider that stops to reply after this number of calls, until it is released. */
async function stallingProvider(replies: number, concurrency: number) {
  let isStalling = true;
  const [stalled, markStalled] = signal();
  const fake = await fakeProvider((_, index) => {
    if (!isStalling || index < replies) return { body: claudeReply("Hi") };
    if (index === replies + concurrency - 1) markStalled();
    return { stall: "before headers" };
  });
  return { fake, stalled, release: () => (isStalling = false) };
}

function signal(): [Promise<void>, () => void] {
  let mark = (): void => {};
  const marked = new Promise<void>((resolve) => (mark = resolve));
  return [marked, () => mark()];
}

function testIn(folder: Folder, { url }: FakeProvider, ...flags: string[]): ChildProcess {
  const args = [main, "test", folder.path, "--base", "none", "--concurrency", "2", ...flags];
  const env = {
    PATH: process.env["PATH"],
    ANTHROPIC_API_KEY: "key-for-tests",
    ANTHROPIC_BASE_URL: url,
  };
  return spawn(process.execPath, args, { env });
}

async function endOf(child: ChildProcess) {
  const texts = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [code, name] = (await once(child, "exit")) as [number | null, string | null];
  const [out, err] = await texts;
  return { code, name, out, err };
}

it("after kill -9, the same command makes only the calls that were in progress or not begun", async () => {
  await using folder = folderOf(files);
  const { fake, stalled, release } = await stallingProvider(6, 2);
  await using provider = fake;
  const killed = testIn(folder, provider);
  const ended = endOf(killed);
  await stalled;
  killed.kill("SIGKILL");
  expect((await ended).name).toBe("SIGKILL");
  release();
  const again = await endOf(testIn(folder, provider));
  expect([again.code, provider.requests.length]).toEqual([0, caseCount + 2]);
  expect(again.out).toContain("6 calls, 6 cached replies");
});

it("the first interrupt reports what was measured, and the same command continues", async () => {
  await using folder = folderOf(files);
  const { fake, stalled, release } = await stallingProvider(6, 2);
  await using provider = fake;
  const child = testIn(folder, provider, "--timeout", "1s", "--retries", "0");
  const ended = endOf(child);
  await stalled;
  child.kill("SIGINT");
  const { code, out, err } = await ended;
  expect([code, err]).toEqual([130, expect.stringContaining("The replies so far are cached.")]);
  expect(out).toContain("Incomplete.");
  expect(out).toContain("6 of 6 first replies passed");
  expect(out).toContain("The command was interrupted.");
  release();
  const again = await endOf(testIn(folder, provider));
  expect([again.code, provider.requests.length]).toEqual([0, caseCount + 2]);
});

/** An application that says that it runs, and then starts a program that does not end. */
const stayingAgent = (name: string): string => `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
process.on("SIGTERM", () => {});
spawn("sleep", ["${name}"]);
writeFileSync("running", "");
setInterval(() => {}, 1000);`;

test.each([
  ["one interrupt", 1, "The command was interrupted."],
  ["two interrupts", 2, ""],
])("%s: no process and no file for an application stays", async (_name, interrupts, report) => {
  const seconds = `${4000 + Math.floor(Math.random() * 1000)}.${interrupts}`;
  await using folder = folderOf({
    ...files,
    "promptctl.yaml": `definitions: prompts\ntest: { command: [npm, run, agent] }\n`,
    "package.json": JSON.stringify({ name: "agent", scripts: { agent: "node agent.mjs" } }),
    "agent.mjs": stayingAgent(seconds),
  });
  await using temporary = folderOf({});
  const args = ["--on", "command", "--allow-commands", "--base", "none", "--concurrency", "1"];
  const child = spawn(process.execPath, [main, "test", folder.path, ...args], {
    env: { PATH: process.env["PATH"], HOME: folder.path, TMPDIR: temporary.path },
  });
  const ended = endOf(child);
  await expect.poll(() => folder.paths(), { timeout: 20_000 }).toContain("running");
  expect(processesWith(`sleep ${seconds}`)).toHaveLength(1);
  for (let count = 0; count < interrupts; count++) child.kill("SIGINT");
  const { code, out, err } = await ended;
  expect(code).toBe(130);
  expect(out).toContain(report);
  expect(err).not.toContain("cached");
  expect(temporary.paths().filter((path) => path.includes("bundle"))).toEqual([]);
  await expect.poll(() => processesWith(`sleep ${seconds}`), { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => processesWith(folder.path), { timeout: 10_000 }).toEqual([]);
});

it("two runs side by side lose nothing: the next run makes no call", async () => {
  await using folder = folderOf(files);
  await using provider = await fakeProvider({ body: claudeReply("Hi") });
  const both = await Promise.all([1, 2].map(() => endOf(testIn(folder, provider))));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  const made = provider.requests.length;
  const { code, out } = await endOf(testIn(folder, provider));
  expect([code, provider.requests.length]).toEqual([0, made]);
  expect(out).toContain(`0 calls, ${caseCount} cached replies`);
});
