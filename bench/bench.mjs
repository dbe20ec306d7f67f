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

const notes = `Each time is the median time of a whole process, from 3 (if it takes seconds) to 41 runs. The two programs
of a row run in turns, after one run each for warming up; the ratio is the median of the ratios. Two rows
compare promptctl with itself on a tenth of the definitions. A definition is a tool, a prompt, an evaluation
or an assertion. The projects are generated: 20 definitions are 3 tools, 4 prompts, 3 evaluations and 10
assertions, in 7 YAML files and a text file, about 2.3 kB for each tool and prompt. If PROMPTCTL_REAL_PROJECT
is the path of a real project, it is measured too: here prompts in use, and functions with requests.

"js-yaml" is a program that finds and reads the same files, included texts too, and parses the YAML with
js-yaml 4, bundled as promptctl is. "JSON.parse" means that it also fetches the four lists from the same
server and parses them. The plans have no changes; a server on this machine returns the lists from memory,
as the embedded service returned them after an apply. Memory is the peak of the process (VmHWM). Installed is
the package with its dependencies.

kubectl applies the same number of unchanged ConfigMaps with the same texts in the same number of files, to a
server on this machine that responds from memory without rate limits. a0deploy loads and validates the same
number of actions, with code in files of 2.3 kB, and roles, without network requests; promptfoo validates a
configuration with the same number of tests. The peers are installed into PROMPTCTL_BENCH_PEERS, else into the
folder for temporary files.`;

const unknown = asked.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(
    `There is no part "${unknown}"; there are ${Object.keys(parts).join(", ")}.\n`,
  );
  process.exit(64);
}

/** The rows of the requested parts, and the parts that were skipped; prints each row when it is measured. */
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
