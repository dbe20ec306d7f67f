// The built program writes its complete output, in order, to slow, closing and blocked readers.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { expect, it } from "vitest";
import { withoutErasedLines } from "../fixtures/terminal.ts";
import { folderOf } from "../io/folder.ts";
import { builtProgram } from "../fixtures/built.ts";

const main = builtProgram;
const count = 4000;

/** A project with so many errors that the output of validate is larger than a pipe's buffer. */
function invalidProject(): ReturnType<typeof folderOf> {
  const tools = Array.from({ length: count }, (_, index) => `kind: tool\nnme: look${index}\n`);
  return folderOf({ "promptctl.yaml": "", "prompts/tools.yaml": tools.join("---\n") });
}

/** Runs a program with its own streams, which it makes non-blocking. */
const runWithSharedStreams = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: "inherit" });
  child.on("close", (code) => (process.exitCode = code));
  process.stdout.write("");
  process.stderr.write("");`;

it("the output is complete through a non-blocking stream", async () => {
  await using folder = invalidProject();
  const args = [main, "validate", "--format", "json"];
  const inFolder = { cwd: folder.path, timeout: 60_000 };
  const expected = spawnSync(process.execPath, args, { ...inFolder, maxBuffer: 2 ** 26 });
  const child = spawn(process.execPath, ["-e", runWithSharedStreams, ...args], inFolder);
  await new Promise((resolve) => setTimeout(resolve, 700)); // the pipe is full by then
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(expected.status);
  expect(expected.stdout.length).toBeGreaterThan(2 ** 20);
  expect(Buffer.concat(chunks).equals(expected.stdout)).toBe(true);
});

it("a reader that closes the pipe early does not change the exit code", async () => {
  await using folder = invalidProject();
  const script = `{ "${process.execPath}" "${main}" validate --format json; echo $? >&2; } | head -c 2`;
  const options = { cwd: folder.path, timeout: 60_000, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], options);
  expect([stdout, stderr]).toEqual(["{\n", "3\n"]); // 3, as if all output were read: the project has errors
});

it.skipIf(!existsSync("/dev/full"))("a full device is an error", async () => {
  await using folder = folderOf({ "promptctl.yaml": "", "prompts/a.yaml": "kind: tool\n" });
  const { status, stderr } = spawnSync(process.execPath, [main, "validate"], {
    cwd: folder.path,
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    encoding: "utf8",
  });
  const message = "Error: Cannot write to standard output: no space left on device.\n";
  expect([status, stderr]).toEqual([1, message]);
});

it.skipIf(process.platform !== "linux")(
  "on a terminal, the status line of an apply is below the other lines and is erased",
  async () => {
    const tools = [0, 1, 2].map(
      (index) => `kind: tool\nname: tool${index}\ndescription: d\nparameters: {}\n`,
    );
    await using folder = folderOf({
      "promptctl.yaml": "",
      "prompts/tools.yaml": tools.join("---\n"),
    });
    const command = `${process.execPath} ${main} apply --local --auto-approve --concurrency 1`;
    const options = { cwd: folder.path, encoding: "utf8", timeout: 60_000 } as const;
    const env = { PATH: process.env["PATH"], TERM: "xterm", NO_COLOR: "1" };
    const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { ...options, env });
    for (const ended of [0, 1, 2]) expect(stdout).toContain(`\r\u001B[K  ${ended}/3 requests`);
    expect(withoutErasedLines(stdout)).toMatch(
      /(?: {2}✓ tool\/tool\d .*\r\n){3}\r\nApplied\. 3 requests to the embedded service .*\r\n$/,
    );
  },
);

it("a reader that stops reading does not prevent SIGTERM", async () => {
  await using folder = invalidProject();
  const child = spawn(process.execPath, [main, "validate", "--format", "json"], {
    cwd: folder.path,
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const exit = new Promise((resolve) => child.once("exit", (...result) => resolve(result)));
  await new Promise((resolve) => child.stdout.once("readable", resolve)); // the output is not read
  child.kill("SIGTERM");
  expect(await exit).toEqual([130, null]);
});
