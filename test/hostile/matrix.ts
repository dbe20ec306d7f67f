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
    const rows = some.map((sort) => ({ sort, defect: open[sort] ?? openEverywhere[sort] }));

    it.each(rows.filter(({ defect }) => defect === undefined))(
      "lets no text of the sort $sort act",
      async ({ sort }) => expect(await flawsOf(sort)).toBe(""),
    );

    it.each(rows.filter(({ defect }) => defect !== undefined))(
      "lets texts of the sort $sort act (open: $defect)",
      async ({ sort }) => expect(await flawsOf(sort)).not.toBe(""),
    );

    async function flawsOf(sort: Sort): Promise<string> {
      const printed = await print(textsOf(sort));
      for (const each of shows)
        if (!each.test(printed)) expect.fail(`no ${each.source} in ${printed.slice(0, 1000)}`);
      return flaws(printed, output).slice(0, 5).join("\n");
    }
  });
}
