// npm run bench:gate: how often the gate of promptctl test blocks pull requests with random replies, and
// with how many calls. It calls the functions of the engine. Prints a table, writes it to
// docs/gate.md (not with --quick), exits 1 if a target is missed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { changed, correlated, repeating, simulate, suites, uniform } from "./gate-simulation.mjs";

const root = join(import.meta.dirname, "..");
const quick = process.argv.includes("--quick");
const pulls = quick ? 500 : 6000;
/** The largest share of unchanged runs that are blocked. */
const mostFalse = 0.02;

const always = (cases) => ({ cases: () => cases });
const one = (suite, head) => always(changed(suite, 1, head));

/** Name, scenario, the most calls; `found`: the smallest share that is blocked. */
const unchanged = [
  ["50 cases at 95 %", always(suites.all95), 146],
  ["50 mixed cases (30 × 100, 10 × 98, 6 × 90, 3 × 70, 1 × 50 %)", always(suites.mixed), 126],
  ["50 flaky cases (25 × 95, 15 × 80, 10 × 60 %)", always(suites.flaky), 241],
  ["20 cases at 50 %", always(suites.half), 158],
  ["200 cases at 50 %", always(suites.manyHalf), 1563],
  ["10 cases at 50 %", always(uniform(10, 0.5))],
  ["50 new cases at 95 %", always(uniform(50, 0.95, true))],
  ["50 new cases at 90 %", always(uniform(50, 0.9, true))],
];
const worse = [
  ["1 of 50 cases from 95 to 20 %", one(suites.all95, 0.2), 200, 0.64],
  ["3 of 50", always(changed(suites.all95, 3, 0.2)), 321, 0.93],
  ["5 of 50", always(changed(suites.all95, 5, 0.2)), undefined, 0.98],
  ["1 of 50 from 95 to 50 %", one(suites.all95, 0.5)],
  ["all 50 from 95 to 85 %", always(changed(suites.all95, 50, 0.85)), 387, 0.6],
  ["all 50 from 95 to 20 %", always(changed(suites.all95, 50, 0.2)), 120, 0.98],
  ["1 of 3 from 95 to 20 %", one(uniform(3, 0.95), 0.2), 40, 0.93],
  ["1 of 10 from 95 to 20 %", one(uniform(10, 0.95), 0.2), 102, 0.93],
  ["1 of 10 from 95 to 50 %", one(uniform(10, 0.95), 0.5)],
  ["1 of 200 from 95 to 20 %", one(uniform(200, 0.95), 0.2)],
  ["1 of 1,000 from 95 to 20 %", one(uniform(1000, 0.95), 0.2), undefined, undefined, 10],
];
const dependent = [
  [
    "50 flaky cases, each text with its own answers (temperature 0)",
    { cases: repeating(suites.flaky), steady: true },
  ],
  ["50 mixed cases, the same", { cases: repeating(suites.mixed), steady: true }],
  ["50 flaky cases, a tenth of which repeat their answer", { cases: correlated(suites.flaky) }],
];

const rule = await loadRule();
let missed = 0;
const percent = (share) => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;

const measure = (
  [name, scenario, mostCalls = Infinity, leastFound, fewer = 1],
  most = Infinity,
) => {
  const { blocked, calls } = simulate(rule, scenario, {
    pulls: Math.round(pulls / fewer),
    seed: 36,
  });
  const isMissed = blocked > most || calls > mostCalls || blocked < (leastFound ?? 0);
  if (isMissed) missed++;
  const row = `| ${name} | ${percent(blocked)} | ${Math.round(calls)} |`;
  print(isMissed ? `${row} TARGET MISSED` : row);
  return { row, blocked };
};
const table = (title, rows, most) =>
  [
    `| ${title} | blocked | calls |`,
    "|---|--:|--:|",
    ...rows.map((row) => measure(row, most).row),
  ].join("\n");

const falseTable = table("nothing changed", unchanged, mostFalse);
const { blocked: perPush } = simulate(rule, always(suites.flaky), { pulls, seed: 37 });
const text = [
  falseTable,
  `Ten pushes of the flaky suite without a change are blocked at least once in ${percent(1 - (1 - perPush) ** 10)} of branches.`,
  table("got worse", worse),
  "Where a text repeats its answers, another text has other answers, and the gate reports that they differ:",
  table("another text, equally good", dependent),
].join("\n\n");
if (!quick) writeTable(text);
process.exitCode = missed > 0 ? 1 : 0;

function print(line) {
  process.stdout.write(`${line}\n`);
}

async function loadRule() {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-gate-"));
  const outfile = join(folder, "rule.mjs");
  const entry = join(root, "src/engine/evaluate/rule/prompt-rule.ts");
  await build({ entryPoints: [entry], bundle: true, format: "esm", outfile, logLevel: "error" });
  return import(outfile).finally(() => rmSync(folder, { recursive: true }));
}

function writeTable(text) {
  const page = join(root, "docs/gate.md");
  const [start, end] = ["<!-- npm run bench:gate -->\n", "<!-- end of bench:gate -->"];
  const [before, rest] = readFileSync(page, "utf8").split(start);
  writeFileSync(page, `${before}${start}\n${text}\n\n${end}${rest.split(end)[1]}`);
}
