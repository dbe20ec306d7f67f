// Where a prompt service lists what it holds: what answers.mjs keeps, lists.mjs answers and floor.mjs asks.
import { basename, join } from "node:path";

/** A path for each kind. */
export const listPaths = ["tools", "prompts", "evaluations", "evaluation-assertions"].map(
  (kind) => `/sdk/v1/${kind}`,
);

/** The file in a folder that keeps the answer of a list. */
export function keptAs(folder, path) {
  return join(folder, `${basename(path)}.json`);
}
