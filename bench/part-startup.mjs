// Part "startup" of the benchmark: how soon anything happens at all.
import { auth0, left, promptfoo } from "./peers.mjs";
import { nothing, promptctl } from "./programs.mjs";
import { timeRow } from "./rows.mjs";
import { inTurns, run } from "./runs.mjs";
import { project } from "./scene.mjs";

const pairs = 41;
const pairsOfPeers = 7; // these take a second each

/** Gives the rows of this part, and sentences about what is left out. */
export async function* startup() {
  const version = () => run(promptctl("--version"));
  const validate = () => run(promptctl("validate", project(1)));
  const node = () => run(nothing);
  yield timeRow("--version", await inTurns(pairs, version, node), "node -e 0", 1.5);
  yield timeRow("validate 1", await inTurns(pairs, validate, node), "node -e 0", 2.5);
  for (const peer of [await auth0(), await promptfoo()]) {
    if (left(peer)) {
      yield peer;
      continue;
    }
    const theirs = () => run(peer.program("--version"), peer.env);
    yield timeRow("--version", await inTurns(pairsOfPeers, version, theirs), peer.name);
  }
}
