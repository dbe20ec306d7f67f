// Texts of YAML with some of their bytes changed: broken, odd, and now and then still well.
import * as fc from "fast-check";

/** What means something in YAML, or is read in more than one way. */
const pieces = [
  ..."\n| |  |\t|:|: |- |#| #| # x|'|\"|[|]|{|}|,|, |&a|&a |*a|!|!!str |>|>-\n|---\n|\n---\n|...\n|%|\r|\r\n|\\|?|? |<<: |0|~|@|`|\u00a0|\u2028|\ufeff|\u0085|\0|\n\n\n|\n# y\n|kind: tool\n|name: x".split(
    "|",
  ),
  "|",
  "|\n  ",
];

/** Some thirty lines of one of the texts, changed in one to three places. */
export function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.constantFrom(...pieces) });
  return fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, from, changes]) => {
      const lines = text.split("\n");
      const start = from % lines.length;
      let part = lines.slice(start - (start % 10), start + 30).join("\n");
      for (const { at, cut, put } of changes) {
        const offset = at % (part.length + 1);
        part = part.slice(0, offset) + put + part.slice(offset + cut);
      }
      return part;
    });
}
