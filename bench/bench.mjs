// npm run bench: how long whole runs of promptctl take, beside what they cannot do without and beside
// other tools. `npm run bench -- startup` runs one part (startup, validate, plan, size) and only prints;
// all of them are written to docs/performance.md. Exits 1 where a target is missed.
import { join } from "node:path";
import { planning } from "./part-plan.mjs";
import { installedSize } from "./part-size.mjs";
import { startup } from "./part-startup.mjs";
import { validating } from "./part-validate.mjs";
import { sectionOf, table, writeSection } from "./report.mjs";
import { heads } from "./rows.mjs";
import { stopServers } from "./scene.mjs";

const parts = { startup, validate: validating, plan: planning, size: installedSize };
const asked = process.argv.slice(2);

const notes = `Each time is that of a whole process, the median of 3 (where it takes seconds) to 41 runs that take turns
with what stands beside, after one of each that only warms; the ratio is the median of the ratios. Two rows
are promptctl beside itself with a tenth of the definitions. A definition is a tool, a prompt, an evaluation
or an assertion. The projects are made: of twenty definitions 3 tools, 4 prompts, 3 evaluations and 10
assertions, in 7 YAML files and a text file, about 2.3 kB for each tool and prompt. A real one stands beside
them where PROMPTCTL_REAL_PROJECT leads to it: here prompts that people use, and functions with requests.

"js-yaml" is a program that finds and reads the same files, included texts too, and parses the YAML with
js-yaml 4, bundled as promptctl is. "JSON.parse" means that it also fetches the four lists from the same
server and parses them. The plans have nothing to do; a server of this machine answers the lists from memory,
as the embedded service gave them after an apply. Memory is the peak of the process (VmHWM). Installed is the
package with what npm brings along.

kubectl applies as many unchanged ConfigMaps with the same texts in as many files, to a server of this
machine that answers from memory at once and asks for no pauses. a0deploy loads and validates as many actions,
with code in files of 2.3 kB, and roles, and asks nobody; promptfoo validates a configuration of as many tests.
The peers are installed into PROMPTCTL_BENCH_PEERS, else into the folder for temporary files.`;

const unknown = asked.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(
    `There is no part "${unknown}"; there are ${Object.keys(parts).join(", ")}.\n`,
  );
  process.exit(64);
}

/** The rows of the parts asked for, and what was left out; each told as soon as it is known. */
async function measured() {
  const rows = [];
  const left = new Set();
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    for await (const found of part()) {
      process.stderr.write(`${[found].flat().join("  ")}\n`);
      if (Array.isArray(found)) rows.push(found);
      else left.add(`Left out: ${found}.`);
    }
  }
  return { rows, left };
}

try {
  const { rows, left } = await measured();
  const lines = [table(heads, rows), ...left].join("\n");
  process.stdout.write(`${lines}\n`);
  const file = join(import.meta.dirname, "..", "docs", "performance.md");
  const title = "Start-up, thousands of files, memory";
  if (asked.length === 0) writeSection(file, title, sectionOf("bench", lines, notes));
  process.exitCode = rows.some((row) => row.includes("missed")) ? 1 : 0;
} finally {
  await stopServers();
}
