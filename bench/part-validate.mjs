// Part "validate" of the benchmark: projects of all sizes, offline.
import { auth0, auth0Loading, left, promptfoo, promptfooValidating } from "./peers.mjs";
import { promptctl } from "./programs.mjs";
import { grouped } from "./report.mjs";
import { timeRow } from "./rows.mjs";
import { inTurns, run } from "./runs.mjs";
import { floor, project, real } from "./scene.mjs";

const sizes = [
  { count: 20, pairs: 15 },
  { count: 200, pairs: 15 },
  { count: 2000, pairs: 11, most: 1.5 },
  { count: 20_000, pairs: 5 },
];
const mostGrowth = 11;
const pairsOfPeers = 3;
const validate = (which) => () => run(promptctl("validate", project(which)));

/** The rows of this part, and what was left out. */
export async function validating() {
  const parsing = await floor();
  const besideFloor = async (which, name, pairs, most) => {
    const theirs = () => run(parsing(project(which)));
    return timeRow(name, await inTurns(pairs, validate(which), theirs), "js-yaml", most);
  };
  const rows = [];
  for (const { count, pairs, most } of sizes)
    rows.push(await besideFloor(count, `validate ${grouped(count)}`, pairs, most));
  if (real) rows.push(await besideFloor(real, "validate a real project", 7));
  const growth = await inTurns(5, validate(20_000), validate(2000));
  rows.push(timeRow("validate 20,000", growth, "validate 2,000", mostGrowth));
  const peers = await besidePeers(2000);
  return { rows: [...rows, ...peers.rows], left: peers.left };
}

async function besidePeers(count) {
  const peers = [
    [await auth0(), auth0Loading],
    [await promptfoo(), promptfooValidating],
  ];
  const rows = [];
  for (const [peer, programOf] of peers.filter(([each]) => !left(each))) {
    const program = programOf(peer, count);
    const theirs = () => run(program, peer.env);
    const found = await inTurns(pairsOfPeers, validate(count), theirs);
    rows.push(timeRow(`validate ${grouped(count)}`, found, peer.name));
  }
  return { rows, left: peers.map(([each]) => each).filter(left) };
}
