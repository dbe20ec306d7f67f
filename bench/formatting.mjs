// The part "format" of the benchmark: `fmt --check` of definitions as other tools write them, compared with
// prettier. The files are the two large ones of the likeness of a real project.
import { join } from "node:path";
import { writeLikeness } from "./likeness.mjs";
import { prettier } from "./peers.mjs";
import { comparisonRow } from "./report.mjs";
import { compareTimes, folder, promptctl, run, withFindings } from "./runs.mjs";

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
    const ours = () => run(withFindings(promptctl("fmt", path, "--check")));
    const theirs = () => run(withFindings(peer.command("--check", ...files)));
    const medians = await compareTimes(3, ours, theirs);
    yield { row: comparisonRow({ name, medians, other: peer.name, maximum: 1.3 }) };
  }
}
