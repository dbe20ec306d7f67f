// Every output against every sort of hostile text.
import { describe, expect, it } from "vitest";
import { findUnsafe, type OracleOptions } from "./oracle.ts";
import { type TextCategory, hostileTexts, defaultCategories } from "./hostile-texts.ts";

export interface OutputCase extends OracleOptions {
  readonly title: string;
  /** All of this shows that it was printed. */
  readonly patterns: readonly RegExp[];
  /** Prints it with these texts in each place that can hold one. */
  readonly print: (texts: readonly string[]) => Promise<string>;
  /** The sorts of texts that are tried there, where they are not the usual ones. */
  readonly categories?: readonly TextCategory[];
}

export function checkOutputs(outputs: readonly OutputCase[]): void {
  describe.each(outputs.map((each) => [each.title, each] as const))("%s", (_what, output) => {
    const { categories: sorts = defaultCategories, patterns: shows, print } = output;

    it(`lets no text of the sorts ${sorts.join(", ")} act`, async () => {
      const printed = await print(interleave(sorts.map((sort) => hostileTexts(sort))));
      for (const each of shows)
        if (!each.test(printed)) expect.fail(`no ${each.source} in ${printed.slice(0, 1000)}`);
      expect(findUnsafe(printed, output).slice(0, 5).join("\n")).toBe("");
    });
  });
}

/** One of each in turn: where only the first are printed, there are some of every sort. */
function interleave(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
