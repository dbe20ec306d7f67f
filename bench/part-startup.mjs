// Part "startup" of the benchmark: how soon anything happens at all.
import { auth0, left, promptfoo } from "./peers.mjs";
import { nothing, promptctl } from "./programs.mjs";
import { timeRow } from "./rows.mjs";
import { inTurns, run } from "./runs.mjs";
import { project } from "./scene.mjs";

const pairs = 41;
const pairsOfPeers = 7; // these take a second each

/** The rows of this part, and what was left out. */
export async function startup() {
  const version = () => run(promptctl("--version"));
  const validate = () => run(promptctl("validate", project(1)));
  const rows = [
    timeRow("--version", await inTurns(pairs, version, () => run(nothing)), "node -e 0", 1.5),
    timeRow("validate 1", await inTurns(pairs, validate, () => run(nothing)), "node -e 0", 2.5),
  ];
  const peers = [await auth0(), await promptfoo()];
  for (const peer of peers.filter((each) => !left(each))) {
    const theirs = () => run(peer.program("--version"), peer.env);
    rows.push(timeRow("--version", await inTurns(pairsOfPeers, version, theirs), peer.name));
  }
  return { rows, left: peers.filter(left) };
}
