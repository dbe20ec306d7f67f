// npm run bench:gate: how often the gate of promptctl test blocks pull requests with random replies, and
// with how many calls. It calls the functions of the engine. Prints all rows, writes a table of some into
// docs/gate.md (not with --quick), exits 1 if a target is missed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { dependent, flaky, unchanged, worse } from "./gate-rows.mjs";
import { simulate } from "./gate-simulation.mjs";

const root = join(import.meta.dirname, "..");
const quick = process.argv.includes("--quick");
/** The pull requests of a row, and of a row whose share is near the limit. */
const pulls = quick ? 300 : 2500;
const pullsNearLimit = quick ? 300 : 8000;
/** The largest share of unchanged runs that are blocked, and how near to it is near. */
const mostFalse = 0.02;
const near = 0.005;

const rule = await loadRule();
let missed = 0;
const percent = (share) => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Measures a row; `most`: the largest share that may be blocked. */
function measure([name, scenario, { isShown = false, found, fewer = 1 }], most = Infinity) {
  const run = (count) => simulate(rule, scenario, { pulls: Math.round(count / fewer), seed: 36 });
  let measured = run(pulls);
  if (Math.abs(measured.blocked - most) <= near) measured = run(pullsNearLimit);
  const { blocked, calls } = measured;
  // Four standard errors of the rows that are compared.
  const noise = found && 4 * Math.sqrt((found * (1 - found)) / (pulls / fewer));
  const isMissed = blocked > most || (found !== undefined && blocked < found - noise - 0.005);
  if (isMissed) missed++;
  const row = `| ${name} | ${percent(blocked)} | ${Math.round(calls)} |`;
  print(isMissed ? `${row} TARGET MISSED` : row);
  return { row, isShown, blocked };
}

/** The rows that the page has. */
function table(title, share, measured) {
  const shown = measured.filter(({ isShown }) => isShown).map(({ row }) => row);
  return [`| ${title} | ${share} | calls |`, "|---|--:|--:|", ...shown].join("\n");
}

const measureAll = (rows, most) => rows.map((row) => measure(row, most));
const falseRows = measureAll(unchanged, mostFalse);
const highest = Math.max(...falseRows.map(({ blocked }) => blocked));
const { blocked: perPush } = simulate(rule, flaky, { pulls: pullsNearLimit, seed: 37 });
const text = [
  table("nothing changed", "blocked by mistake", falseRows),
  `In each of ${falseRows.length} such suites, at most ${mostFalse * 100} % of runs are blocked (the highest: ${percent(highest)}). Ten pushes of the flaky suite are blocked at least once in ${percent(1 - (1 - perPush) ** 10)}.`,
  table("got worse", "blocked", measureAll(worse)),
  table("another text, as good", "blocked by mistake", measureAll(dependent)),
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
