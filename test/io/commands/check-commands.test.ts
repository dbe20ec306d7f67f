// The programs of checks: one line at a time, a new process for a failed line, and all ends of them.
import { expect, it, test } from "vitest";
import type { CheckOutcome } from "../../../src/engine/evaluate/trials/command-lines.ts";
import {
  type CheckCommands,
  type CheckCommandsOptions,
  createCheckCommands,
} from "../../../src/io/commands/check-commands.ts";
import { type Folder, folderOf } from "../folder.ts";
import { answering, checkLine, processesWith } from "./programs.ts";

interface Opened extends AsyncDisposable {
  readonly checks: CheckCommands;
  readonly folder: Folder;
  readonly outcomes: CheckOutcome[];
  readonly stop: AbortController;
  ask(text?: string): Promise<CheckOutcome>;
}

/** A check in Node.js. */
function open(script: string, options: Partial<CheckCommandsOptions> = {}): Opened {
  const folder = folderOf({ "check.mjs": script });
  const outcomes: CheckOutcome[] = [];
  const stop = new AbortController();
  const checks = createCheckCommands({
    concurrency: 1,
    timeoutMs: 20_000,
    waitMs: 1,
    stop: stop.signal,
    onOutcome: (_command, outcome) => void outcomes.push(outcome),
    ...options,
  });
  const command = {
    words: [process.execPath, "check.mjs"],
    folder: folder.path,
    env: { PATH: process.env["PATH"] },
  };
  return {
    checks,
    folder,
    outcomes,
    stop,
    ask: (text = "It is $5.") =>
      checks.ask(command, { ...checkLine, reply: { ...checkLine.reply, text } }),
    [Symbol.asyncDispose]: async () => {
      await checks.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `reply ${at}`);

it("a program gets one line after the other", async () => {
  await using opened = open(answering("{ pass: true, reason: `${count} ${line.reply.text}` }"));
  const outcomes = await Promise.all(texts(20).map(opened.ask));
  expect(outcomes).toEqual(
    texts(20).map((text, at) => ({ pass: true, reason: `${at + 1} ${text}` })),
  );
});

/** How many processes answered. */
function processesIn(outcomes: readonly CheckOutcome[]): number {
  return new Set(outcomes.map((each) => "reason" in each && each.reason)).size;
}

it("lines that wait get up to --concurrency processes", async () => {
  const script = `import { readdirSync, writeFileSync } from "node:fs";
writeFileSync(\`process-\${process.pid}\`, "");
while (readdirSync(".").filter((name) => name.startsWith("process-")).length < 4)
  await new Promise((resolve) => setTimeout(resolve, 5)); // none answers before four run
${answering("{ pass: true, reason: String(process.pid) }")}`;
  await using opened = open(script, { concurrency: 4 });
  expect(processesIn(await Promise.all(texts(40).map(opened.ask)))).toBe(4);
});

it("lines that need not wait share one process", async () => {
  const script = answering("{ pass: true, reason: String(process.pid) }");
  await using opened = open(script, { concurrency: 4, waitMs: 60_000 });
  expect(processesIn(await Promise.all(texts(40).map(opened.ask)))).toBe(1);
});

it("when a process ends, a line that waits starts another", async () => {
  const script = `${answering("(setImmediate(() => process.exit(0)), { pass: true, reason: String(process.pid) })")}`;
  await using opened = open(script, { concurrency: 4, waitMs: 60_000 });
  expect(processesIn(await Promise.all(texts(12).map(opened.ask)))).toBe(12);
});

it("a line that waits when the run ends is interrupted", async () => {
  await using opened = open("setInterval(() => {}, 1000);", { concurrency: 2, waitMs: 60_000 });
  const outcomes = Promise.all(texts(2).map(opened.ask));
  opened.stop.abort();
  expect(await outcomes).toMatchObject([{ isStopped: true }, { isStopped: true }]);
});

it("a program that answers one line and ends: 20 lines, 20 verdicts", async () => {
  await using opened = open(`import { createInterface } from "node:readline";
for await (const text of createInterface({ input: process.stdin })) {
  const { id, reply } = JSON.parse(text);
  console.log(JSON.stringify({ id, pass: true, reason: reply.text }));
  process.exit(0);
}`);
  const outcomes = await Promise.all(texts(20).map(opened.ask));
  expect(outcomes).toEqual(texts(20).map((reason) => ({ pass: true, reason })));
});

test.each([
  ["a crash", `process.exit(2)`, "ended with exit code 2"],
  [
    "an end without an answer",
    `process.exit(0)`,
    'ended without an answer, which is a line of JSON with "id"',
  ],
  ["another id", answering(`{ id: "x", pass: true }`), 'answered with the id "x", not "2"'],
  ["an id that is a number", answering(`{ id: 1, pass: true }`), 'answered with the id 1, not "2"'],
  ["no pass", answering(`{ reason: "fine" }`), 'answered without "pass": true or false'],
  ["pass as a text", answering(`{ pass: "yes" }`), 'answered without "pass": true or false'],
  [
    "a reason that is a list",
    answering(`{ pass: true, reason: [] }`),
    'answered with a "reason" that is not a text',
  ],
  [
    "two answers at once",
    `process.stdin.once("data", (text) => {
       const { id } = JSON.parse(text);
       process.stdout.write((JSON.stringify({ id, pass: true }) + "\\n").repeat(2));
     });`,
    "answered twice",
  ],
  [
    "a line that is too long",
    answering(`{ pass: true, reason: "x".repeat(1024 * 1024) }`),
    "printed a line of more than 1 MiB",
  ],
])("%s is no verdict", async (_name, script, problem) => {
  await using opened = open(script);
  expect(await opened.ask()).toMatchObject({ problem });
});

it("an answer after a byte order mark counts", async () => {
  await using opened = open(
    `process.stdin.once("data", (text) => console.log("\\uFEFF" + JSON.stringify({ id: JSON.parse(text).id, pass: true })));`,
    { timeoutMs: 5000 },
  );
  expect(await opened.ask()).toEqual({ pass: true });
});

it("a line that fails goes once to a new process", async () => {
  await using opened = open(
    `import { existsSync, writeFileSync } from "node:fs";
     if (!existsSync("second")) { writeFileSync("second", ""); process.exit(1); }
     ${answering("{ pass: true, reason: String(count) }")}`,
  );
  expect(await opened.ask()).toEqual({ pass: true, reason: "1" });
  expect(opened.outcomes).toEqual([{ pass: true, reason: "1" }]);
});

it("a program that crashes between lines loses none", async () => {
  await using opened = open(
    answering("(count === 2 && process.exit(1), { pass: true, reason: line.reply.text })"),
  );
  const outcomes = await Promise.all(texts(9).map(opened.ask));
  expect(outcomes).toEqual(texts(9).map((reason) => ({ pass: true, reason })));
});

it("an error of the check is not repeated, and its process stays", async () => {
  await using opened = open(
    answering("count === 1 ? { error: 'No price list.' } : { pass: true, reason: String(count) }"),
  );
  expect(await opened.ask()).toMatchObject({
    problem: "reports an error: No price list.",
    isError: true,
  });
  expect(await opened.ask()).toEqual({ pass: true, reason: "2" });
});

it("the reason is cut at 500 characters", async () => {
  await using opened = open(answering(`{ pass: false, reason: "x".repeat(700) }`));
  expect(await opened.ask()).toEqual({ pass: false, reason: `${"x".repeat(500)}…` });
});

it("what a failed program printed is kept", async () => {
  await using opened = open(`console.log("npm banner"); throw new Error("no price list")`);
  const outcome = await opened.ask();
  expect(outcome).toMatchObject({ problem: "ended with exit code 1" });
  expect(outcome).toHaveProperty("output", expect.stringMatching(/npm banner[^]*no price list/));
});

it("a program that reads its whole input is late once, then gets a process with the end of its input for each line", async () => {
  const script = `import { text } from "node:stream/consumers";
import { appendFileSync } from "node:fs";
appendFileSync("starts", "x");
const { id, reply } = JSON.parse(await text(process.stdin));
console.log(JSON.stringify({ id, pass: true, reason: reply.text }));`;
  await using opened = open(script, { timeoutMs: 3000 });
  const outcomes = await Promise.all(texts(5).map(opened.ask));
  expect(outcomes).toEqual(texts(5).map((reason) => ({ pass: true, reason })));
  expect(opened.folder.read("starts")).toBe("x".repeat(6));
});

it("a check without an answer is late, and ends with its children", async () => {
  const name = `promptctl-check-${Math.random()}`;
  await using opened = open(
    `import { spawn } from "node:child_process";
     spawn(process.execPath, ["-e", "/* ${name} */ setInterval(() => {}, 1000)"], { stdio: "ignore" });
     process.stdin.resume();`,
    { timeoutMs: 300 },
  );
  expect(await opened.ask()).toMatchObject({
    problem: "did not answer within 300 ms",
    isLate: true,
  });
  await expect.poll(() => processesWith(name), { timeout: 5000 }).toEqual([]);
});

it("when the run ends, lines are stopped, none starts, and no process stays", async () => {
  const name = `promptctl-check-${Math.random()}`;
  await using opened = open(`process.title = "${name}"; /* ${name} */ setInterval(() => {}, 1000)`);
  const first = opened.ask();
  const second = opened.ask();
  setTimeout(() => opened.stop.abort(), 200);
  expect(await first).toEqual({ problem: "was interrupted", isStopped: true });
  expect(await second).toEqual({ problem: "was interrupted", isStopped: true });
  await expect.poll(() => processesWith(name), { timeout: 5000 }).toEqual([]);
});

it("nothing starts before the first line, and nothing stays after the last", async () => {
  const opened = open(answering("{ pass: true, reason: String(process.pid) }"));
  const outcome = await opened.ask();
  await opened[Symbol.asyncDispose]();
  const id = "reason" in outcome ? Number(outcome.reason) : 0;
  expect(() => process.kill(id, 0)).toThrow("ESRCH");
});
