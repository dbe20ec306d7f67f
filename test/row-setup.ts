// Prints the row of a kind as its name in the diffs of assertions and in snapshots: a row has the whole shape of
// its bodies. Vitest runs this file before each test file, and calls `toJSON` without an argument. JSON.stringify
// passes a key, and gets the row as it is.
import { kinds, testedKinds } from "../src/kinds.ts";

for (const row of new Set([...kinds, ...testedKinds]))
  Object.defineProperty(row, "toJSON", {
    value: (...key: readonly string[]) => (key.length === 0 ? row.kind : row),
    configurable: true,
  });
