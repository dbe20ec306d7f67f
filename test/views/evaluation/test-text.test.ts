import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { asciiSymbols, createScreen } from "../../../src/views/text/terminal-text.ts";
import type { TestTextOptions } from "../../../src/views/evaluation/test-case-text.ts";
import { testText } from "../../../src/views/evaluation/test-text.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";
import { findUnsafe } from "../../laws/hostile/oracle.ts";
import {
  assertionOf,
  caseOf,
  everyCase,
  failedWith,
  hostileResult,
  replyOf,
  resultWith,
  sideOf,
  trialOf,
} from "./test-result.ts";

/** A log: lines are not wrapped. */
const log: TestTextOptions = { ...createScreen(false, 100), full: false };

const textOf = (result: TestResult, options = log): string => `\n${testText(result, options)}`;

/** The lines of the first case below its address. */
function detailsOf(result: TestResult, options = log): string[] {
  const lines = testText(result, options).split("\n").slice(3);
  return lines.slice(0, lines.indexOf(""));
}

it("a base without a measured trial has no numbers", () => {
  const base = sideOf(trialOf("not run", undefined));
  const head = sideOf(trialOf("failed", replyOf("No.")));
  const result = resultWith([caseOf("refund", { verdict: "failed", blocks: true, head, base })]);
  expect(textOf(result)).toMatch(/refund +failed +0\/1\n/);
});

describe("the report", () => {
  it("shows failed cases first, then what needs attention, and the verdict last", () => {
    expect(textOf(everyCase)).toMatchInlineSnapshot(`
      "
      promptctl test · 10 of 41 cases affected by the change · base 3f2a91c (main)

        ✗ evaluation/Support/refund                           regressed  base 3/3 · head 0/3
            CONTAINS_ANY ["order number"]
              The reply does not contain any of the texts.  prompts/support.yaml:12
            reply, - on the base, + on the head
              - Tell me your [-order number-].
              + Tell me your {+e-mail address+}.

        ✗ evaluation/Support/new tone                         new, failed  0/2
            The evaluation changed, and the request did not.
            CONTAINS_ANY ["order number"]
              The reply does not contain any of the texts.  prompts/support.yaml:12
            reply
              Tell me your e-mail address.

        ✗ evaluation/Support/hopeless                  still failing  base 0/2 · head 0/3 (does not block)
            CONTAINS_ANY ["order number"]
              The reply does not contain any of the texts.  prompts/support.yaml:12
            reply
              Tell me your e-mail address.

        ? evaluation/Support/greeting                        suspect  base 3/3 · head 1/3 (does not block)
            CONTAINS_ANY ["order number"]
              The reply does not contain any of the texts.  prompts/support.yaml:12
            reply, - on the base, + on the head
              - Tell me your [-order number-].
              + Tell me your {+e-mail address+}.

        ? evaluation/Support/tone                             unsteady  2/3
            CONTAINS_ANY ["order number"]
              The reply does not contain any of the texts.  prompts/support.yaml:12
            reply
              Tell me your e-mail address.

        ✓ evaluation/Support/label  fixed  base 0/2 · head 1/1

      Not measured: 1 case
        The provider is overloaded.
          evaluation/Support/long

      Not run: 1 case
        The prompt is external. Use --on service.
          evaluation/Support/external

      Tests changed in this change
        evaluation/Support/tone: threshold 1 → 0.5 (looser) prompts/support.yaml:30
        evaluation/Support/old: removed (looser)
        prompt/Tone judge: the judge of 2 checks changed

      Warning: Trials are not independent with temperature 0 or a seed.

      Mean reply of 4 cases: cost $0.002 → $0.003 (+50 %), time 800 ms → 760 ms (-5 %).
      2 got worse, 1 better: may be chance (100 %).
      Failed. 1 case regressed. 1 new case failed. prompt/Support has the score 0.50, less than 0.9. 2 cases not measured or not run. 4 of 8 first replies passed (22 to 79 %), 1 case unsteady.
      22 calls, 3 cached replies (oldest 2 days), $0.044, cost unknown for 1 call, 12 s
      Of 50 cases, one whose pass rate falls from 95 to 20 % is found in about 75 % of simulated runs. Weights of cases do not count.
      "
    `);
  });

  it("fits a narrow terminal without Unicode", () => {
    const narrow = createScreen(false, 80, true, asciiSymbols);
    const text = textOf(everyCase, { ...narrow, full: false });
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(text).not.toMatch(/[^\n -~]/);
    expect(text).toContain(
      "  x  evaluation/Support/refund                    regressed  base 3/3 - head 0/3\n",
    );
    expect(text).toContain("  ok evaluation/Support/label  fixed  base 0/2 - head 1/1\n");
    expect(text).toContain("cost $0.002 -> $0.003 (+50 %), time 800 ms -> 760 ms (-5\n    %).\n");
  });

  it("shows the call that must not be, also in the middle of 200", () => {
    const calls = Array.from({ length: 200 }, (_item, at) => ({
      name: "a",
      arguments: `{"b":${at}}`,
    }));
    const assertion = assertionOf('not TOOL_CALLED a({"b":99})', "The reply calls a.", {
      type: "TOOL_CALLED",
      negate: true,
      expected: [],
      actual: ['a {"b":99}'],
    });
    const text = testText(
      resultWith([failedWith(replyOf("", { toolCalls: calls }), [assertion])]),
      log,
    );
    expect(text).toContain('call: a {"b":99}');
    expect(text).not.toContain('call: a {"b":199}');
  });

  it("shows ten cases in detail and the others on a line each", () => {
    const { cases } = everyCase;
    const refund = cases.find(({ comparison }) => comparison === "regressed")!;
    const failing = Array.from({ length: 13 }, (_item, index) => ({
      ...refund,
      address: `evaluation/Support/case ${index}`,
    }));
    const lines = testText(resultWith(failing), log).split("\n");
    expect(lines.filter((line) => line.includes("e-mail"))).toHaveLength(10);
    expect(lines).toEqual(
      expect.arrayContaining([
        "3 more cases (--full shows their details)",
        "  ✗ evaluation/Support/case 10  regressed  base 3/3 · head 0/3",
        "  ✗ evaluation/Support/case 12  regressed  base 3/3 · head 0/3",
      ]),
    );
    const full = testText(resultWith(failing), { ...log, full: true });
    expect(full.match(/e-mail/g)).toHaveLength(13);
    const many = Array.from({ length: 230 }, () => refund);
    const longest = testText(resultWith(many), { ...log, full: true });
    expect(longest.match(/e-mail/g)).toHaveLength(200);
    expect(longest).toContain("30 more cases (--out report.html has their details)\n");
  });

  it("groups cases that were not measured by their reason", () => {
    const open = Array.from({ length: 40 }, (_item, index) =>
      caseOf(`case ${index}`, {
        verdict: "not measured",
        reason: index < 20 ? "The quota is exhausted." : `Timeout ${index}.`,
      }),
    );
    const text = testText(resultWith(open), log);
    expect(text).toContain(
      "Not measured: 40 cases\n  The quota is exhausted.\n    evaluation/Support/case 0, ",
    );
    expect(text).toContain("evaluation/Support/case 4 and 15 more\n  Timeout 20.\n");
    expect(text).toContain("  11 other reasons\n    evaluation/Support/case 29, ");
  });

  it("of a program that ended with an error of Node.js, shows its message and not only its stack", () => {
    const error = new Error("The table of orders is empty.", { cause: { code: "EMPTY", rows: 0 } });
    const output = `file:///agent.js:7\n  throw error;\n  ^\n\n${inspect(error)}\n\nNode.js v20.20.2\n`;
    expect(output.split("\n").length).toBeGreaterThan(12);
    const problem = { code: "command-failed", message: "It failed.", output };
    const head = sideOf({ ...trialOf("not measured", undefined), problem });
    const reason = "node agent.js ended with exit code 1.";
    const text = textOf(resultWith([caseOf("refund", { verdict: "not measured", reason, head })]));
    expect(text).toContain(
      "It printed:\n      file:///agent.js:7\n        throw error;\n        ^\n      \n      Error: The table of orders is empty.\n",
    );
  });

  it.each([
    ["the change removes all", { removed: 3 }, "removes 3 evaluations, and no other is selected."],
    ["there is none", {}, "No evaluation is defined or selected."],
  ])("without a case says that nothing was measured: %s", (_, more, sentence) => {
    const none = Object.fromEntries(Object.keys(everyCase.counts).map((name) => [name, 0]));
    const counts = { ...none, ...more } as TestResult["counts"];
    const text = textOf(resultWith([], { verdict: "passed", reasons: [], counts }));
    expect(text).toContain(`\nNothing was measured. `);
    expect(text).toContain(sentence);
    expect(text).not.toContain("Passed");
  });

  it.each([
    [1, 0.9962, "99 to 100 %"],
    [0.0038, 0, "0 to 1 %"],
    [1, 0.7225, "72 to 100 %"],
  ])("only a certain end of a range is 0 or 100: %f, %f", (high, low, expected) => {
    expect(
      textOf(resultWith(everyCase.cases, { passRange: { passed: 4, measured: 8, low, high } })),
    ).toContain(`(${expected})`);
  });

  it.each([
    [3, 1, "2 of 3 first replies of 1 case passed"],
    [6, 2, "2 of 6 first replies of 2 cases passed"],
    [2, 2, "2 of 2 first replies passed"],
  ])("%d first replies of %d cases are not counted as cases", (measured, count, expected) => {
    const judged = everyCase.cases.filter(({ head }) => head.measured > 0).slice(0, count);
    const others = everyCase.cases.filter(({ head }) => head.measured === 0);
    expect(judged.length + Math.sign(others.length)).toBe(count + 1);
    const passRange = { passed: 2, measured, low: 0.2, high: 0.8 };
    expect(textOf(resultWith([...judged, ...others], { passRange }))).toContain(expected);
  });

  it("states what a comparison cannot see only if trials were compared", () => {
    const first = everyCase.cases.find(({ base }) => base);
    const alone = { ...first!, base: undefined };
    expect(textOf(resultWith([first!]))).toContain("is found in about 75 %");
    expect(textOf(resultWith([alone as never]))).not.toContain("is found in about 75 %");
  });

  it("says that nothing is affected", () => {
    const counts = { ...everyCase.counts, cases: 0, affected: 0, unchanged: 41 };
    const result = resultWith([], { verdict: "passed", reasons: [], counts });
    expect(textOf(result)).toContain(
      "Nothing was measured. The change affects no case. To run all 41: --all\n",
    );
  });
});

describe("a failed case", () => {
  it("shows a forbidden text in its place in a long reply", () => {
    const assertion = assertionOf(
      'not CONTAINS_ANY ["voucher","refund"], ignoring case',
      "The reply must not contain any of the texts.",
      { type: "CONTAINS_ANY", negate: true, targets: 2, expected: ["voucher"] },
    );
    const before = Array.from({ length: 30 }, (_item, index) => `Line ${index}.`).join("\n");
    const long = `${"Before it. ".repeat(40)}Take a Voucher now.${" After it.".repeat(40)}`;
    const reply = replyOf(`${before}\n${long}\nEnd.`);
    const lines = detailsOf(resultWith([failedWith(reply, [assertion])]));
    expect(lines.slice(2, 4)).toEqual(["      reply", "        (20 more lines with --full)"]);
    expect(lines.at(-2)).toMatch(/^ {8}….*Take a Voucher now\..*…$/);
    expect(lines.at(-1)).toBe("        End.");
  });

  it("shows the start and the end of a long reply", () => {
    const text = Array.from({ length: 30 }, (_item, index) => `Line ${index}.`).join("\n");
    const lines = detailsOf(resultWith([failedWith(replyOf(text), [])]));
    expect(lines).toHaveLength(13);
    expect(lines.slice(6, 11)).toEqual([
      "        Line 5.",
      "        Line 6.",
      "        (19 more lines with --full)",
      "        Line 26.",
      "        Line 27.",
    ]);
    const full = resultWith([failedWith(replyOf(text), [])]);
    expect(detailsOf(full, { ...log, full: true })).toHaveLength(31);
  });

  it("lays out JSON replies, so that a diff shows the value that changed", () => {
    const json = (category: string): string =>
      JSON.stringify({ category, urgency: "high", summary: "Two payments for one order." });
    const assertion = assertionOf(
      'EXACT_MATCH "payment" at $.category',
      "The reply at $.category does not equal the target.",
      { expected: ["payment"], actual: ["order"] },
    );
    const failed = failedWith(replyOf(json("order")), [assertion], replyOf(json("payment")));
    expect(detailsOf(resultWith([failed]))).toEqual([
      '      EXACT_MATCH "payment" at $.category',
      "        The reply at $.category does not equal the target.  prompts/support.yaml:12",
      '        found  "order"',
      "      reply, - on the base, + on the head",
      "          {",
      '        -   "category": "[-payment-]",',
      '        +   "category": "{+order+}",',
      '            "urgency": "high",',
    ]);
  });

  it.each([
    ["whose layout alone differs", '{"a":1,"b":2}', '{"a":1, "b":2}'],
    ["with a number that JSON.parse rounds", '{"a":12345678901234567890}', '{"a":0}'],
    ["with a key twice", '{"a":1,"a":2}', '{"b":1}'],
  ])("shows JSON as received %s", (_what, head, base) => {
    const lines = detailsOf(resultWith([failedWith(replyOf(head), [], replyOf(base))]));
    const marks = lines.map((line) => line.replace(/\{\+|\+\}|\[-|-\]/g, "").trim());
    expect(marks).toContain(`+ ${head}`);
  });

  it.each([
    ["an empty reply", replyOf(""), ["      reply: empty"]],
    [
      "a call",
      replyOf("", { toolCalls: [{ name: "refund", arguments: '{"pence":5}' }] }),
      ["      reply", '        call: refund {"pence":5}'],
    ],
    [
      "a truncated reply",
      replyOf("So", { stopReason: "truncated" }),
      ["      The reply is truncated.", "      reply", "        So"],
    ],
    [
      "a refused reply",
      replyOf("", { stopReason: "refused", stopExplanation: "Not allowed." }),
      ["      The reply is refused: Not allowed.", "      reply: empty"],
    ],
  ])("shows %s", (_what, reply, expected) => {
    expect(detailsOf(resultWith([failedWith(reply, [])]))).toEqual(expected);
  });

  it("whose base has the same reply says so", () => {
    const failed = failedWith(replyOf("Hello"), [], replyOf("Hello"));
    expect(detailsOf(resultWith([failed]))).toEqual([
      "      reply, as on the base",
      "        Hello",
    ]);
  });

  it("has no trial without a reply", () => {
    const failed = caseOf("x", { verdict: "failed", head: sideOf(trialOf("failed", undefined)) });
    expect(detailsOf(resultWith([failed]))).toEqual([]);
  });
});

describe("hostile texts", () => {
  const texts = hostileTexts(...allCategories);

  it.each([
    ["in a log", log],
    ["in full", { ...log, full: true }],
    ["on a terminal", { ...createScreen(false, 60, true), full: false }],
  ])("have no effect %s", (_where, options) => {
    for (const text of texts)
      expect(findUnsafe(testText(hostileResult(text), options), { allowsOwnLines: true })).toEqual(
        [],
      );
  });
});
