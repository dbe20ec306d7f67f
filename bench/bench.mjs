// npm run bench: measures whole runs of promptctl and compares them with baselines and other tools.
// Prints a table, writes it to docs/performance.md, exits 1 if a target is missed.
// `npm run bench -- startup` runs one part (startup, validate, plan, history, rewritten, format, size) and only prints.
// `npm run bench -- large` runs the part with 200,000 definitions, which takes a quarter of an hour, and writes its
// own section.
import { plan, startup, validate } from "./command-times.mjs";
import { format } from "./formatting.mjs";
import { history } from "./history.mjs";
import { installedSize } from "./installed-size.mjs";
import { large, largeNotes } from "./large.mjs";
import { report } from "./report.mjs";
import { rewritten } from "./rewritten.mjs";
import { stopServers } from "./servers.mjs";

const parts = { startup, validate, plan, history, rewritten, format, size: installedSize };
const selected = process.argv.slice(2);
const isLarge = selected.length === 1 && selected[0] === "large";
const wanted = isLarge ? { large } : parts;

const notes = `Each time is the median time of a whole process, from 3 (if it takes seconds) to 41 runs. The two programs
of a row run in turns, after one run each for warming up; the ratio is the median of the ratios. Two rows
compare promptctl with itself on a tenth of the definitions. A definition is a tool, a prompt, an evaluation
or an assertion. The projects are generated: 20 definitions are 3 tools, 4 prompts, 3 evaluations and 10
assertions, in 7 YAML files and a text file, about 2.3 kB for each tool and prompt.

"js-yaml" is a program that finds and reads the same files, included texts too, and parses the YAML with
js-yaml 4, bundled into one file. "JSON.parse" means that it also fetches the four lists from the same
server and parses them. The plans have no changes; a server on this machine returns the lists from memory,
as the embedded service returned them after an apply. Memory is the peak of the process (VmHWM). Installed is
the package with its dependencies.

"history" rows run in a git repository of 5,000 commits, 500 of which change the 2,000 definitions; the
compared run has --no-history. The 10 updates were committed last; the service has the versions before, which
are about 300 commits of definitions old. "changed on the service": it has 10 prompts as no commit has them, so
that the commits of all branches are read. "a prompt removed": git says who removed it.

The row of rewritten prompts compares user CPU times of the built Action: it plans a pull request that replaces all
texts, of 4 to 8 kB each, and comments on it with \`comment-detail: full\`, or with \`names\` ("only named"). GitHub is a fake in the
process of the benchmark.

"fmt" rows run \`fmt --check\` and \`prettier --check\` on the two large files of the likeness of a real project
(see Large projects), as a program wrote them and as fmt writes them.

kubectl applies the same number of unchanged ConfigMaps with the same texts, to a server on this machine that
responds from memory. a0deploy loads and validates the same number of actions, with code in files of 2.3 kB, and
roles, without network requests; promptfoo validates a configuration with the same number of tests. The peers are
installed into PROMPTCTL_BENCH_PEERS, else into the folder for temporary files.`;

const unknown = selected.find((name) => !Object.hasOwn(wanted, name));
if (unknown !== undefined) {
  const names = [...Object.keys(parts), "large (alone)"].join(", ");
  process.stderr.write(`Unknown part "${unknown}". Parts: ${names}.\n`);
  process.exit(64);
}

const rows = [];
const skipped = new Set();
try {
  for (const [name, part] of Object.entries(wanted)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    for await (const { row, skip } of part()) {
      process.stderr.write(`${row?.join("  ") ?? skip}\n`);
      if (row) rows.push(row);
      else skipped.add(`Skipped: ${skip}.`);
    }
  }
  report({
    script: isLarge ? "bench -- large" : "bench",
    title: isLarge ? "Large projects" : "Start-up, thousands of files, memory",
    headings: ["case", "promptctl", "compared with", "ratio", "target", "result"],
    rows,
    skipped: [...skipped],
    notes: isLarge ? largeNotes : notes,
    writes: isLarge || selected.length === 0,
  });
} finally {
  await stopServers();
}
