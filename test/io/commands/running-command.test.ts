// Programs that run: answers and log, why they end, and that nothing of their group stays.
import { expect, it, test } from "vitest";
import { answerIn } from "../../../src/engine/evaluate/trials/command-lines.ts";
import {
  killCommands,
  type RunningCommand,
  startCommand,
} from "../../../src/io/commands/running-command.ts";
import { folderOf } from "../folder.ts";
import { processesWith } from "./programs.ts";

const env = { PATH: process.env["PATH"] };
const isAnswer = (line: string): boolean => answerIn(line) !== undefined;

async function start(script: string, folder: { readonly path: string }): Promise<RunningCommand> {
  const words = [process.execPath, "--input-type=module", "--eval", script];
  return startCommand({ words, folder: folder.path, env }, isAnswer);
}

async function answersOf(program: RunningCommand): Promise<string[]> {
  const answers: string[] = [];
  for (let each = await program.next(); each !== undefined; each = await program.next())
    answers.push(each);
  return answers;
}

it("lines that are no object with an id are log, also in pieces and without an end", async () => {
  await using folder = folderOf({});
  const program = await start(
    `process.stdout.write('> agent@1.0.0\\n{"note": 1}\\n{"i');
     setTimeout(() => process.stdout.write('d": "1", "text": "grün ✓"}\\n[1]\\n{"id": 2}'), 50);
     console.error("to stderr");`,
    folder,
  );
  expect(await answersOf(program)).toEqual(['{"id": "1", "text": "grün ✓"}', '{"id": 2}']);
  expect(await program.ended).toBeUndefined();
  const output = program.output();
  for (const line of ["> agent@1.0.0\n", '{"note": 1}\n', "[1]\n", "to stderr\n"])
    expect(output).toContain(line);
});

test.each([
  ["exit code 0", "process.exit(0)", undefined],
  ["another exit code", "process.exit(3)", "ended with exit code 3"],
  ["a crash", "throw new Error('no')", "ended with exit code 1"],
  ["a signal", "process.kill(process.pid, 'SIGKILL')", "was ended by SIGKILL"],
  [
    "a line of more than 1 MiB",
    "console.log('x'.repeat(1024 * 1024 + 1)); setInterval(() => {}, 1000)",
    "printed a line of more than 1 MiB",
  ],
  [
    "an endless line",
    "setInterval(() => process.stdout.write('x'.repeat(65536)))",
    "printed a line of more than 1 MiB",
  ],
  ["endless lines", "setInterval(() => console.log('x'.repeat(65536)))", "printed more than 8 MiB"],
])("a program ends with %s", async (_name, script, why) => {
  await using folder = folderOf({});
  const program = await start(script, folder);
  expect(await program.next()).toBeUndefined();
  expect(await program.ended).toBe(why);
});

it("what a program prints after too much is no answer, also if it ignores SIGTERM", async () => {
  await using folder = folderOf({});
  const program = await start(
    `process.on("SIGTERM", () => setTimeout(() => console.log('{"id": "1"}'), 50));
     process.stdout.write("x".repeat(2 * 1024 * 1024) + "\\n");
     setInterval(() => {}, 1000);`,
    folder,
  );
  expect(await program.next()).toBeUndefined();
  expect(await program.ended).toBe("printed a line of more than 1 MiB");
});

test.each([
  [
    "a program that does not exist",
    ["no-such-program"],
    /^cannot be started: there is no program no-such-program$/,
  ],
  ["a program in a folder that does not exist", ["./no-folder/agent"], /there is no program/],
  [
    "all words in one item",
    ["node agent.mjs"],
    /^cannot be started: there is no program node agent\.mjs\. Write each word as an item of the list$/,
  ],
  [
    "words that are too long",
    [process.execPath, "x".repeat(3_000_000)],
    /^cannot be started: .*E2BIG/,
  ],
  ["a word that no system takes", [process.execPath, "a\0b"], /^cannot be started: /],
  [
    "a file that is no program",
    ["./data.txt"],
    /^cannot be started: \.\/data\.txt is no executable file$/,
  ],
  ["a folder", ["./folder"], /^cannot be started: \.\/folder is no executable file$/],
])("%s", async (_name, words, why) => {
  await using folder = folderOf({ "data.txt": "text", "folder/file": "" });
  const program = await startCommand({ words, folder: folder.path, env }, isAnswer);
  program.write("{}");
  expect(await program.next()).toBeUndefined();
  expect(await program.ended).toMatch(why);
  await program.stop();
});

it("no shell reads the words", async () => {
  await using folder = folderOf({});
  const words = [process.execPath, "-p", "JSON.stringify({id: process.argv[1]})", "$(echo 1); *"];
  const program = await startCommand({ words, folder: folder.path, env }, isAnswer);
  expect(await answersOf(program)).toEqual(['{"id":"$(echo 1); *"}']);
});

it("output keeps the last 2,000 characters", async () => {
  await using folder = folderOf({});
  const program = await start("console.error('a'.repeat(5000) + 'end')", folder);
  await program.ended;
  expect([program.output().length, program.output().slice(-4)]).toEqual([2000, "end\n"]);
});

const marker = (): string => `promptctl-test-${Math.random()}`;

test.each([
  ["a child", ""],
  ["a child that ignores SIGTERM", "process.on('SIGTERM', () => {}); "],
])("%s of a program ends with it, and when the program is stopped", async (_name, ignore) => {
  await using folder = folderOf({});
  for (const ends of [true, false]) {
    const name = marker();
    const child = `/* ${name} */ ${ignore}setInterval(() => {}, 1000); console.error('ready')`;
    const program = await start(
      `import { spawn } from "node:child_process";
       const child = spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: ["ignore", "inherit", "pipe"] });
       child.stderr.once("data", () => {
         console.log('{"id": "1"}');
         ${ends ? "process.exit(0)" : ""}
       });`,
      folder,
    );
    expect(await program.next()).toBe('{"id": "1"}');
    if (!ends) expect(processesWith(name)).not.toEqual([]);
    if (!ends) await program.stop();
    await program.ended;
    await expect.poll(() => processesWith(name), { timeout: 5000 }).toEqual([]);
  }
});

it("a child in a session of its own that holds the streams does not keep the program open", async () => {
  await using folder = folderOf({});
  const name = marker();
  const program = await start(
    `import { spawn } from "node:child_process";
     spawn(process.execPath, ["-e", "/* ${name} */ setTimeout(() => {}, 20000)"], { stdio: "inherit", detached: true }).unref();
     console.log('{"id": "1"}');`,
    folder,
  );
  expect(await program.ended).toBeUndefined();
  expect(await program.next()).toBe('{"id": "1"}');
  for (const each of processesWith(name)) process.kill(Number(each.trim().split(/\s+/)[0]));
});

it("killCommands ends all that runs at once", async () => {
  await using folder = folderOf({});
  const program = await start(
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
    folder,
  );
  killCommands();
  expect(await program.ended).toBe("was ended by SIGKILL");
});
