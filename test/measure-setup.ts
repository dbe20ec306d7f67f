// Counts the functions of src/ that each test file calls, for `npm run test:near -- --measure`. Vitest runs this
// file before each test file. Modules stay loaded between test files, so the counts are taken after each of them.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";

const root = join(import.meta.dirname, "..");
/** The worker has one session: a second one would stop the counts of the first. */
const worker = globalThis as { coverageSession?: Session };
const session = (worker.coverageSession ??= await newSession());
await session.post("Profiler.takePreciseCoverage"); // sets the counts to 0

async function newSession(): Promise<Session> {
  const created = new Session();
  created.connect();
  await created.post("Profiler.enable");
  await created.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return created;
}

/** The path from the root of the repository, with slashes. */
function fromRoot(pathOrUrl: string): string {
  const path = pathOrUrl.startsWith("file:") ? fileURLToPath(pathOrUrl) : pathOrUrl;
  return relative(root, path).split(sep).join("/");
}

afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const counts: Record<string, number> = {};
  for (const { url, functions } of result) {
    const path = fromRoot(url);
    if (!path.startsWith("src/") || path.startsWith("src/generated/")) continue;
    // Without a name are the module itself, which runs once in a worker, and callbacks, which their function stands for.
    const called = functions.filter(
      ({ functionName, ranges }) => functionName !== "" && ranges[0]!.count > 0,
    );
    if (called.length > 0) counts[path] = called.length;
  }
  const test = fromRoot(expect.getState().testPath!);
  const name = createHash("sha256").update(test).digest("hex");
  const folder = process.env["PROMPTCTL_MEASURE"]!;
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ test, counts }));
});
