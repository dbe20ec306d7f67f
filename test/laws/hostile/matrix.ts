// Every output against every sort of hostile text.
import { describe, expect, it } from "vitest";
import { flaws, type Judged } from "./oracle.ts";
import { type Sort, textsOf, usual } from "./texts.ts";

export interface Output extends Judged {
  readonly what: string;
  /** All of this shows that it was printed. */
  readonly shows: readonly RegExp[];
  /** Prints it with these texts in each place that can hold one. */
  readonly print: (texts: readonly string[]) => Promise<string>;
  /** The sorts of texts that are tried there, where they are not the usual ones. */
  readonly sorts?: readonly Sort[];
}

export function judgeAll(outputs: readonly Output[]): void {
  describe.each(outputs.map((each) => [each.what, each] as const))("%s", (_what, output) => {
    const { sorts = usual, shows, print } = output;

    it(`lets no text of the sorts ${sorts.join(", ")} act`, async () => {
      const printed = await print(inTurn(sorts.map((sort) => textsOf(sort))));
      for (const each of shows)
        if (!each.test(printed)) expect.fail(`no ${each.source} in ${printed.slice(0, 1000)}`);
      expect(flaws(printed, output).slice(0, 5).join("\n")).toBe("");
    });
  });
}

/** One of each in turn: where only the first are printed, there are some of every sort. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
