import { describe, expect, it } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { unlimited } from "../../../src/views/text/markdown.ts";
import { testMarkdown } from "../../../src/views/evaluation/test-markdown.ts";
import type { MarkdownPageOptions } from "../../../src/views/text/markdown.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { readPage, sentinel } from "../inert.ts";
import {
  assertionOf,
  caseOf,
  everyCase,
  failedWith,
  hostileResult,
  replyOf,
  resultWith,
} from "./test-result.ts";

const options: MarkdownPageOptions = {
  heading: "promptctl test",
  mask: String,
  elsewhere: "",
  limit: unlimited,
};

const pageOf = (result: TestResult, more: Partial<MarkdownPageOptions> = {}): string =>
  testMarkdown(result, { ...options, ...more });

describe("the page", () => {
  it("has the verdict, a narrow table, what a reviewer must know, and the details folded", () => {
    const page = pageOf(everyCase);
    expect(readPage(page).flaws).toEqual([]);
    expect(`\n${page}`).toMatchInlineSnapshot(`
      "
      ### promptctl test

      **Failed.** 1 case regressed. 1 new case failed. \`prompt/Support has the score 0.50, less than 0.9.\` 2 cases not measured or not run. 4 of 8 first replies passed (22 to 79 %), 1 case unsteady.

      2 got worse, 1 better: may be chance (100 %).

      Mean reply of 4 cases: cost $0.002 → $0.003 (+50 %), time 800 ms → 760 ms (-5 %).

      | Case | Base | Head | Why |
      | :-- | :-: | :-: | :-- |
      | \`evaluation/Support/refund\` | 3/3 | 0/3 | **regressed**: \`CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.\` |
      | \`evaluation/Support/new tone\` |  | 0/2 | **new, failed**: \`The evaluation changed, and the request did not.\` and 1 more |
      | \`evaluation/Support/hopeless\` | 0/2 | 0/3 | **still failing**: \`CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.\` |
      | \`evaluation/Support/greeting\` | 3/3 | 1/3 | **suspect**: \`CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.\` |
      | \`evaluation/Support/tone\` |  | 2/3 | **unsteady**: \`CONTAINS_ANY ["order number"]: The reply does not contain any of the texts.\` |
      | \`evaluation/Support/label\` | 0/2 | 1/1 | **fixed** |

      **Tests changed in this change**

      - \`evaluation/Support/tone\`: \`threshold 1 → 0.5 (looser)\` \`prompts/support.yaml:30\`
      - \`evaluation/Support/old\`: \`removed (looser)\`
      - \`prompt/Tone judge\`: \`the judge of 2 checks changed\`

      **Not measured, not compared, not run or unable to fail**

      - 1 case: \`The provider is overloaded.\` \`evaluation/Support/long\`
      - 1 case: \`The prompt is external. Use --on service.\` \`evaluation/Support/external\`

      **Warnings**

      - \`Trials are not independent with temperature 0 or a seed.\`

      <details><summary>Details</summary>

      \`evaluation/Support/refund\`: regressed

      \`\`\`text
      CONTAINS_ANY ["order number"]  (prompts/support.yaml:12)
        The reply does not contain any of the texts.
      \`\`\`

      \`\`\`diff
      - Tell me your [-order number-].
      + Tell me your {+e-mail address+}.
      \`\`\`

      \`evaluation/Support/new tone\`: new, failed

      \`\`\`text
      CONTAINS_ANY ["order number"]  (prompts/support.yaml:12)
        The reply does not contain any of the texts.
      \`\`\`

      \`\`\`text
      reply:
        Tell me your e-mail address.
      \`\`\`

      \`evaluation/Support/hopeless\`: still failing

      \`\`\`text
      CONTAINS_ANY ["order number"]  (prompts/support.yaml:12)
        The reply does not contain any of the texts.
      \`\`\`

      \`\`\`text
      reply:
        Tell me your e-mail address.
      \`\`\`

      \`evaluation/Support/greeting\`: suspect

      \`\`\`text
      CONTAINS_ANY ["order number"]  (prompts/support.yaml:12)
        The reply does not contain any of the texts.
      \`\`\`

      \`\`\`diff
      - Tell me your [-order number-].
      + Tell me your {+e-mail address+}.
      \`\`\`

      </details>

      \`10 of 41 cases affected by the change · base 3f2a91c (main) · 22 calls, 3 cached replies (oldest 2 days), $0.044, cost unknown for 1 call, 12 s · promptctl 1.2.3\`
      "
    `);
  });

  it("has the values that a failed assertion found", () => {
    const failed = [
      assertionOf('EXACT_MATCH "safety" at $.category', "No.", { actual: ["refund"] }),
      assertionOf("COST at most $0.01", "Too much.", { actual: ["$0.02"] }),
      assertionOf("STARTS_WITH", "No.", { actual: Array(9).fill("x".repeat(100)) as string[] }),
    ];
    const page = pageOf(resultWith([failedWith(replyOf("{}"), failed)]));
    expect(page).toContain(
      'EXACT_MATCH "safety" at $.category  (prompts/support.yaml:12)\n  No.\n  found  "refund"\n',
    );
    expect(page).toContain('  Too much.\n  found  "$0.02"\n');
    expect(page).toMatch(/^ {2}found {2}"x{100}", …$/m);
  });

  it("has no column for the base without a base", () => {
    const failed = caseOf("refund", { verdict: "failed" });
    const page = pageOf(resultWith([failed], { base: null }));
    expect(page).toContain(
      "| Case | Passed | Why |\n| :-- | :-: | :-- |\n| `evaluation/Support/refund` | 0/0 | **failed**",
    );
  });

  it("shows short parts of long replies", () => {
    const long = Array.from({ length: 50 }, (_item, index) => `${index} ${"word ".repeat(200)}`);
    const other = long.map((line) => line.replaceAll("word", "other"));
    for (const base of [undefined, replyOf(other.join("\n"))]) {
      const result = resultWith([failedWith(replyOf(long.join("\n")), [], base)]);
      const lines = pageOf(result).split("\n");
      expect(lines.filter((line) => /word|other/.test(line)).length).toBeLessThanOrEqual(10);
      expect(lines.filter((line) => line.length > 310)).toEqual([]);
      expect(lines.some((line) => /^ *\(\d+ more lines?\)$/.test(line))).toBe(true);
    }
  });

  it("has the details of 200 cases", () => {
    const regressed = everyCase.cases.find(({ comparison }) => comparison === "regressed")!;
    const page = pageOf(resultWith(Array.from({ length: 230 }, () => regressed)));
    expect(page.match(/: regressed$/gm)).toHaveLength(200);
    expect(page).toContain("The details of 30 more cases are left out.");
  });

  it("keeps a size limit, and counts what is left out", () => {
    const failing = Array.from({ length: 2000 }, (_item, index) =>
      caseOf(`case ${index}`, { verdict: "failed", reason: "It failed." }),
    );
    const limit = { max: 20_000, size: (text: string) => text.length };
    const page = pageOf(resultWith(failing), { limit, elsewhere: " in the job summary" });
    expect(page.length).toBeLessThanOrEqual(20_000);
    expect(page).toMatch(/And \d+ more cases in the job summary\./);
    expect(page).toMatch(/And the details of \d+ cases in the job summary\./);
  });
});

describe("hostile texts", () => {
  it("are in code only", () => {
    const texts = hostileTexts(...allCategories);
    for (const text of [...texts, "a | b", "`", "``` x", "</details>", "@octocat #1", " "]) {
      const page = pageOf(hostileResult(`${sentinel}${text}${sentinel}`));
      expect([readPage(page).flaws, page.includes(sentinel)]).toEqual([[], true]);
    }
  });

  it("cannot add a cell to the table", () => {
    const page = pageOf(resultWith(hostileResult("a | b \\| c \\").cases));
    const rows = page.split("\n").filter((line) => line.startsWith("|"));
    expect(new Set(rows.map((row) => row.match(/(?<!\\)\|/g)?.length))).toEqual(new Set([5]));
  });
});
