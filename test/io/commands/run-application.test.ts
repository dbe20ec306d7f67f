// The application under test: one process for each line, whose input ends, and that must end well.
import { execFileSync } from "node:child_process";
import { expect, it, test } from "vitest";
import {
  type ApplicationOptions,
  type ApplicationOutcome,
  runApplication,
} from "../../../src/io/commands/run-application.ts";
import { folderOf } from "../folder.ts";
import { answering, commandLine, processesWith } from "./programs.ts";

const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };

async function run(
  files: Readonly<Record<string, string>>,
  words: readonly string[],
  options: Partial<ApplicationOptions> = {},
): Promise<ApplicationOutcome> {
  await using folder = folderOf(files);
  return await runApplication({ words, folder: folder.path, env }, commandLine, {
    timeoutMs: 20_000,
    stop: new AbortController().signal,
    now: () => performance.now(),
    ...options,
  });
}

const node = (script: string, options: Partial<ApplicationOptions> = {}) =>
  run({ "agent.mjs": script }, [process.execPath, "agent.mjs"], options);

it("the line has the inputs, and an id to repeat", async () => {
  const outcome = await node(answering("{ text: JSON.stringify(line) }"));
  expect(outcome).toHaveProperty("answer.id", "1");
  const { text } = "answer" in outcome ? outcome.answer : {};
  expect(JSON.parse(String(text))).toEqual({ ...commandLine, id: "1" });
});

it("an application that counts its lines always counts 1, and sees the end of its input", async () => {
  const script = answering("{ text: String(count) }");
  for (let trial = 0; trial < 3; trial++)
    expect(await node(script)).toHaveProperty("answer.text", "1");
});

it("an application that reads its whole input", async () => {
  const script = `import { text } from "node:stream/consumers";
    const { id, prompt } = JSON.parse(await text(process.stdin));
    console.log(JSON.stringify({ id, text: prompt }));`;
  expect(await node(script)).toHaveProperty("answer.text", "Support");
});

it("npm run, which prints lines of its own", async () => {
  const files = {
    "package.json": JSON.stringify({
      name: "agent",
      version: "1.0.0",
      scripts: { agent: "node agent.mjs" },
    }),
    "agent.mjs": answering("{ text: 'Hi' }"),
  };
  expect(await run(files, ["npm", "run", "agent"])).toHaveProperty("answer.text", "Hi");
});

const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test.runIf(hasPython)("Python", async () => {
  const script = `import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "text": "Grüße"}, ensure_ascii=False))
`;
  expect(await run({ "agent.py": script }, ["python3", "agent.py"])).toHaveProperty(
    "answer.text",
    "Grüße",
  );
});

test.each([
  [
    "another exit code",
    answering("(process.exitCode = 3, { text: 'Hi' })"),
    "ended with exit code 3",
  ],
  [
    "no answer",
    "console.log('done')",
    'ended without an answer, which is a line of JSON with "id"',
  ],
  [
    "two answers",
    answering("{ text: 'Hi' }") + `\nconsole.log('{"id": "1", "text": "Ho"}')`,
    "answered twice",
  ],
  ["another id", answering("{ id: '2', text: 'Hi' }"), 'answered with the id "2", not "1"'],
  [
    "a crash after the answer",
    answering("{ text: 'Hi' }") + "\nthrow new Error('late')",
    "ended with exit code 1",
  ],
])("%s is no reply", async (_name, script, problem) => {
  expect(await node(script)).toMatchObject({ problem, isLate: false });
});

test.each([
  ["no answer", "setInterval(() => {}, 1000)", "did not answer within 4 s"],
  [
    "an answer without an end",
    answering("{ text: 'Hi' }") + "\nsetInterval(() => {}, 1000)",
    "answered, but did not end within 4 s",
  ],
])("%s in time", async (_name, script, problem) => {
  expect(await node(script, { timeoutMs: 4000 })).toMatchObject({ problem, isLate: true });
});

it("npm → node → sleep: a time-out leaves no process", async () => {
  const seconds = 3000 + Math.floor(Math.random() * 1000);
  const files = {
    "package.json": JSON.stringify({
      name: "agent",
      version: "1.0.0",
      scripts: { agent: "node agent.mjs" },
    }),
    "agent.mjs": `import { spawn } from "node:child_process"; spawn("sleep", ["${seconds}"]);`,
  };
  const outcome = await run(files, ["npm", "run", "agent"], { timeoutMs: 2000 });
  expect(outcome).toMatchObject({ isLate: true });
  await expect.poll(() => processesWith(`sleep ${seconds}`), { timeout: 5000 }).toEqual([]);
});

it("the end of the run ends the process", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const outcome = await node("setInterval(() => {}, 1000)", { stop: stop.signal });
  expect(outcome).toMatchObject({ problem: "was ended by SIGTERM", isLate: false });
});
