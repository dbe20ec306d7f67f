// Every output against every sort of hostile text. A pair that is known to have a defect is marked
// with what it is: its test turns red as soon as the defect is gone, and the mark goes with it.
import { describe, expect, it } from "vitest";
import { flaws, type Judged } from "./judge.ts";
import { type Sort, textsOf, usual } from "./texts.ts";

export interface Output extends Judged {
  readonly what: string;
  /** All of this shows that it was printed. */
  readonly shows: readonly RegExp[];
  /** Prints it with these texts in each place that can hold one. */
  readonly print: (texts: readonly string[]) => Promise<string>;
  /** The sorts of texts that are tried there, where they are not the usual ones. */
  readonly sorts?: readonly Sort[];
  /** Defects that are open, by the sort of text that shows them. */
  readonly open?: Partial<Readonly<Record<Sort, string>>>;
}

/** Defects that are open in every output. */
const openEverywhere: NonNullable<Output["open"]> = {
  anywhere: "paint.ts lets ##[command] through, which runners take wherever it stands",
};

export function judgeAll(outputs: readonly Output[]): void {
  describe.each(outputs.map((each) => [each.what, each] as const))("%s", (_what, output) => {
    const { open = {}, sorts: some = usual, shows, print } = output;
    const defectOf = (sort: Sort): string | undefined => open[sort] ?? openEverywhere[sort];
    const closed = some.filter((sort) => defectOf(sort) === undefined);

    it.each(closed.length > 0 ? [[closed.join(", "), closed]] : [])(
      "lets no text of the sorts %s act",
      async (_names, sorts) => expect(await flawsOf(...sorts)).toBe(""),
    );

    it.each(
      some.filter((sort) => !closed.includes(sort)).map((sort) => [sort, defectOf(sort)] as const),
    )("lets texts of the sort %s act (open: %s)", async (sort) =>
      expect(await flawsOf(sort)).not.toBe(""),
    );

    async function flawsOf(...sorts: readonly Sort[]): Promise<string> {
      const printed = await print(inTurn(sorts.map((sort) => textsOf(sort))));
      for (const each of shows)
        if (!each.test(printed)) expect.fail(`no ${each.source} in ${printed.slice(0, 1000)}`);
      return flaws(printed, output).slice(0, 5).join("\n");
    }
  });
}

/** One of each in turn: where only the first are printed, there are some of every sort. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
