// Declares one test per output: prints it with hostile texts and asks the oracle about the result.
import { describe, expect, it } from "vitest";
import { findUnsafe, type OracleOptions } from "./oracle.ts";
import { type TextCategory, hostileTexts, defaultCategories } from "./hostile-texts.ts";

export interface OutputCase extends OracleOptions {
  /** The title of the test: which output this is. */
  readonly title: string;
  /** Each must match the output; otherwise the case does not print what it should. */
  readonly patterns: readonly RegExp[];
  /** Returns the output with the texts in every field that can hold one. */
  readonly print: (texts: readonly string[]) => Promise<string>;
  /** The categories of texts to try. Default: `defaultCategories`. */
  readonly categories?: readonly TextCategory[];
}

/** Declares the tests of a table of outputs. */
export function checkOutputs(outputs: readonly OutputCase[]): void {
  describe.each(outputs.map((output) => [output.title, output] as const))("%s", (_, output) => {
    const { categories = defaultCategories, patterns, print } = output;

    it(`has no unsafe text of the categories ${categories.join(", ")}`, async () => {
      const printed = await print(interleave(categories.map((category) => hostileTexts(category))));
      for (const pattern of patterns)
        if (!pattern.test(printed))
          expect.fail(`no ${pattern.source} in ${printed.slice(0, 1000)}`);
      expect(findUnsafe(printed, output).slice(0, 5).join("\n")).toBe("");
    });
  });
}

/** Takes one text of each list in turn, so that outputs that are cut still have some of each. */
function interleave(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
