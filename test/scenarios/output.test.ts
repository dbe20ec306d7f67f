// What the built program prints, to readers of all sorts: it comes whole, and in order.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";

const main = join(import.meta.dirname, "../../dist/main.js");
const count = 4000;

/** A project of which validate says more than any pipe holds. */
function wrongProject(): ReturnType<typeof folderOf> {
  const tools = Array.from({ length: count }, (_none, each) => `kind: tool\nnme: look${each}\n`);
  return folderOf({ "promptctl.yaml": "", "prompts/tools.yaml": tools.join("---\n") });
}

/** Runs its words with the streams it has itself, and sets these so that they never wait. */
const sharing = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: "inherit" });
  child.on("close", (code) => (process.exitCode = code));
  process.stdout.write("");
  process.stderr.write("");`;

it("the output is complete through a non-blocking stream", async () => {
  await using folder = wrongProject();
  const words = [main, "validate", "--format", "json"];
  const inFolder = { cwd: folder.path, timeout: 60_000 };
  const whole = spawnSync(process.execPath, words, { ...inFolder, maxBuffer: 2 ** 26 });
  const child = spawn(process.execPath, ["-e", sharing, ...words], inFolder);
  await new Promise((resolve) => setTimeout(resolve, 700)); // meanwhile it is full
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(whole.status);
  expect(whole.stdout.length).toBeGreaterThan(2 ** 20);
  expect(Buffer.concat(pieces).equals(whole.stdout)).toBe(true);
});

it("a reader that closes the pipe early does not change the exit code", async () => {
  await using folder = wrongProject();
  const script = `{ "${process.execPath}" "${main}" validate --format json; echo $? >&2; } | head -c 2`;
  const options = { cwd: folder.path, timeout: 60_000, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], options);
  expect([stdout, stderr]).toEqual(["{\n", "3\n"]); // as where all of it is read: there are mistakes
});

it("a reader that stops reading does not prevent SIGTERM", async () => {
  await using folder = wrongProject();
  const child = spawn(process.execPath, [main, "validate", "--format", "json"], {
    cwd: folder.path,
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const ended = new Promise((resolve) => child.once("exit", (...how) => resolve(how)));
  await new Promise((resolve) => child.stdout.once("readable", resolve)); // nothing more is read
  child.kill("SIGTERM");
  expect(await ended).toEqual([130, null]);
});
