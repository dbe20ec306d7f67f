// The part "format" of the benchmark: `fmt --check` of definitions as other tools write them, compared with
// prettier. The files are the two large ones of the likeness of a real project.
import { join } from "node:path";
import { writeLikeness } from "./likeness.mjs";
import { prettier } from "./peers.mjs";
import { comparisonRow } from "./report.mjs";
import { compareTimes, folder, promptctl, run } from "./runs.mjs";

export async function* format() {
  const peer = await prettier();
  if (peer.skip) return yield peer;
  for (const [name, write] of [
    ["fmt 12,000, unformatted", () => {}],
    ["fmt 12,000, formatted", (path) => run(promptctl("fmt", path))],
  ]) {
    const path = join(folder, name.replace(/\W+/g, "-"));
    const files = writeLikeness(path);
    await write(path);
    const ours = () => check(promptctl("fmt", path, "--check"));
    const theirs = () => check(peer.command("--check", ...files));
    const medians = await compareTimes(3, ours, theirs);
    yield { row: comparisonRow({ name, medians, other: peer.name, maximum: 1.3 }) };
  }
}

/** Runs a check, which fails if the files are not formatted. */
async function check(command) {
  const [program, ...args] = command;
  const script = `"$@" >/dev/null; [ $? -le 2 ]`;
  return run(["sh", "-c", script, "sh", program, ...args]);
}
