// Part "validate" of the benchmark: projects of all sizes, offline.
import { auth0, auth0Loading, left, promptfoo, promptfooValidating } from "./peers.mjs";
import { promptctl } from "./programs.mjs";
import { timeRow } from "./rows.mjs";
import { inTurns, run } from "./runs.mjs";
import { floor, named, project, real } from "./scene.mjs";

const projects = [
  { which: 20, pairs: 15 },
  { which: 200, pairs: 15 },
  { which: 2000, pairs: 11, most: 1.5 },
  { which: 20_000, pairs: 5 },
  ...(real ? [{ which: real, pairs: 7 }] : []),
];
const mostGrowth = 11;
const pairsOfGrowth = 3;
const pairsOfPeers = 3;
const validate = (which) => () => run(promptctl("validate", project(which)));

/** Gives the rows of this part, and sentences about what is left out. */
export async function* validating() {
  const parsing = await floor();
  for (const { which, pairs, most } of projects) {
    const found = await inTurns(pairs, validate(which), () => run(parsing(project(which))));
    yield timeRow(`validate ${await named(which)}`, found, "js-yaml", most);
  }
  const growth = await inTurns(pairsOfGrowth, validate(20_000), validate(2000));
  yield timeRow("validate 20,000", growth, "validate 2,000", mostGrowth);
  yield await besidePeer(await auth0(), auth0Loading);
  yield await besidePeer(await promptfoo(), promptfooValidating);
}

async function besidePeer(peer, programOf) {
  if (left(peer)) return peer;
  const program = programOf(peer, 2000);
  const found = await inTurns(pairsOfPeers, validate(2000), () => run(program, peer.env));
  return timeRow("validate 2,000", found, peer.name);
}
